package io.feige.client.internal;

import io.feige.client.Consumer;
import io.feige.client.ConsumerBuilder;
import io.feige.client.ConsumerPolicy;
import io.feige.client.GroupStart;
import io.feige.client.Handler;
import io.feige.client.Listening;
import io.feige.client.internal.base.ConsumerSpec;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/** Collects what a consumer is to be; who makes it is given. */
public final class ConsumerSetup implements ConsumerBuilder {
  /** Who makes consumers and listeners. */
  public interface Maker {
    /** A consumer to pull with. */
    Consumer consumer(ConsumerSpec spec);

    /** A handler at work. */
    Listening listening(ConsumerSpec spec, Handler handler);
  }

  private final String topic;
  private final Maker maker;
  private String group = "";
  private String name = "";
  private GroupStart start = GroupStart.EARLIEST;
  private ConsumerPolicy policy = ConsumerPolicy.DEFAULT;

  /** A setup for a topic. */
  public ConsumerSetup(String topic, Maker maker) {
    this.topic = topic;
    this.maker = maker;
  }

  @Override
  public ConsumerBuilder group(String other) {
    group = other;
    return this;
  }

  @Override
  public ConsumerBuilder name(String other) {
    name = other;
    return this;
  }

  @Override
  public ConsumerBuilder startFrom(GroupStart other) {
    start = other;
    return this;
  }

  @Override
  public ConsumerBuilder policy(ConsumerPolicy other) {
    policy = other;
    return this;
  }

  @Override
  public ConsumerBuilder prefetch(int messages) {
    return policy(policy.withPrefetchMessages(messages));
  }

  @Override
  public ConsumerBuilder lease(Duration lease) {
    return policy(policy.withLease(lease));
  }

  @Override
  public ConsumerBuilder concurrency(int handlers) {
    return policy(policy.withConcurrency(handlers));
  }

  @Override
  public Consumer build() {
    return maker.consumer(spec());
  }

  @Override
  public Listening listen(Handler handler) {
    return maker.listening(spec(), handler);
  }

  private ConsumerSpec spec() {
    if (group.isEmpty()) {
      throw new IllegalStateException("a consumer needs a group: call group(...)");
    }
    String unique = Long.toHexString(ThreadLocalRandom.current().nextLong() >>> 24);
    String called = name.isEmpty() ? group + "-" + unique : name;
    long holder = ThreadLocalRandom.current().nextLong() | 1;
    return new ConsumerSpec(topic, group, called, holder, start, policy);
  }
}

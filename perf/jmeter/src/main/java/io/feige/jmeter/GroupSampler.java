package io.feige.jmeter;

import io.feige.client.Consumer;
import io.feige.client.Delivery;
import io.feige.client.GroupStart;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.jmeter.samplers.SampleResult;
import org.apache.jmeter.testelement.ThreadListener;
import org.jspecify.annotations.Nullable;

/** A consumer of a group for each thread, open until the thread ends. */
abstract class GroupSampler extends FeigeSampler implements ThreadListener {
  private static final long serialVersionUID = 1;

  private String topic = "";
  private String group = "";
  private String startFrom = "EARLIEST";
  private int waitMillis = 1000;

  /** By topic and group, which may be another one each time. */
  private final transient Map<List<String>, Consumer> consumers = new HashMap<>();

  /** What to do with a consumer of the group. */
  abstract @Nullable SampleResult sample(
      Consumer from, Account account, GroupAccount ofGroup, SampleResult result);

  @Override
  final @Nullable SampleResult sample(OpenConnection open, SampleResult result) {
    Account account = open.account();
    return sample(consumer(open), account, account.topic(topic).group(group), result);
  }

  private Consumer consumer(OpenConnection open) {
    if (topic.isEmpty() || group.isEmpty()) {
      throw new IllegalArgumentException("the sampler needs a topic and a group");
    }
    return consumers.computeIfAbsent(
        List.of(topic, group),
        unused ->
            open.client(open.newUser())
                .consumer(topic)
                .group(group)
                .startFrom(GroupStart.valueOf(startFrom.toUpperCase(Locale.ROOT)))
                .build());
  }

  final List<Delivery> pull(Consumer from, int most) {
    return from.pull(most, Duration.ofMillis(waitMillis));
  }

  @Override
  public void threadStarted() {}

  /** Waits for the acks that are under way. */
  @Override
  public void threadFinished() {
    consumers.values().forEach(Consumer::close);
    consumers.clear();
  }

  /** The topic. */
  public String getTopic() {
    return topic;
  }

  /** Sets the topic. */
  public void setTopic(String value) {
    topic = value;
  }

  /** The consumer group. */
  public String getGroup() {
    return group;
  }

  /** Sets the consumer group. */
  public void setGroup(String value) {
    group = value;
  }

  /** Where a new group begins. */
  public String getStartFrom() {
    return startFrom;
  }

  /** Sets where a new group begins: EARLIEST, LATEST. */
  public void setStartFrom(String value) {
    startFrom = value;
  }

  /** Milliseconds to wait for a message. */
  public int getWaitMillis() {
    return waitMillis;
  }

  /** Sets how many milliseconds to wait for a message. */
  public void setWaitMillis(int value) {
    waitMillis = value;
  }
}

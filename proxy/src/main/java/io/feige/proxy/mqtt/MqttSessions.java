package io.feige.proxy.mqtt;

import io.feige.client.FeigeException;
import io.feige.client.TopicSpec;
import io.feige.proxy.caller.Caller;
import io.feige.proxy.caller.Callers;
import io.feige.proxy.config.ProxySettings;
import io.feige.proxy.metric.ProxyMeters;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The sessions of MQTT that are connected here, by identity. Any thread. */
public final class MqttSessions implements AutoCloseable {
  private static final long END_LIMIT_SECONDS = 10;
  private static final long CLOSE_SECONDS = 2;
  private static final int MOST_WILLS = 1_000;
  private static final int MOST_ENDINGS = 10_000;

  private final Callers callers;
  private final ProxySettings.Mqtt settings;
  private final int mostBytes;
  private final Map<String, MqttSession> connected = new ConcurrentHashMap<>();
  private final Map<String, CompletableFuture<Void>> ending = new ConcurrentHashMap<>();
  private final Later wills = new Later(MOST_WILLS);
  private final Later endings = new Later(MOST_ENDINGS);
  private final LongAdder published = new LongAdder();
  private final LongAdder delivered = new LongAdder();
  private volatile boolean isTopicThere;
  private volatile boolean isRetainedTopicThere;

  /**
   * None yet.
   *
   * @param mostBytes of one packet
   */
  public MqttSessions(Callers callers, ProxySettings.Mqtt settings, int mostBytes) {
    this.callers = callers;
    this.settings = settings;
    this.mostBytes = mostBytes;
  }

  /** Has the meters show how it is. */
  public void show(ProxyMeters meters) {
    meters.gauge("feige.proxy.mqtt.sessions", "Sessions over MQTT", connected::size);
    meters.counter(
        "feige.proxy.mqtt.published", "Messages that clients of MQTT published", published::sum);
    meters.counter(
        "feige.proxy.mqtt.delivered", "Messages that clients of MQTT were sent", delivered::sum);
  }

  Callers callers() {
    return callers;
  }

  /** Whether connections from there are those of many clients. */
  boolean isOfMany(String address) {
    return settings.listen().trusted().has(address);
  }

  String topic() {
    return settings.topic();
  }

  /** Where clients may go when this proxy stops; empty: they are told nothing. */
  String elsewhere() {
    return settings.elsewhere();
  }

  int mostBytes() {
    return mostBytes;
  }

  /** Wills that wait. */
  Later wills() {
    return wills;
  }

  /** Sessions that are kept for a while only. */
  Later endings() {
    return endings;
  }

  /** The topic of messages that are retained: a mailbox of one message for each channel. */
  String retainedTopic() {
    return settings.topic() + "-retained";
  }

  void published() {
    published.increment();
  }

  void delivered() {
    delivered.increment();
  }

  /** Makes the topic if there is none, and if the caller may. */
  void makeTopic(Caller caller) {
    isTopicThere = isTopicThere || makes(caller, settings.topic(), settings.mailboxCap());
  }

  /** The same of the one for what is retained. */
  void makeRetainedTopic(Caller caller) {
    isRetainedTopicThere = isRetainedTopicThere || makes(caller, retainedTopic(), 1);
  }

  private static boolean makes(Caller caller, String topic, int cap) {
    try {
      TopicSpec spec = TopicSpec.of(topic).withMailboxCap(cap).withOnePair(true);
      var _ = caller.client().topics().createIfAbsent(spec);
      return true;
    } catch (FeigeException e) {
      if (!Reasons.isForbidden(e)) {
        throw e;
      }
      return false;
    }
  }

  /**
   * A session is there now; what one before it left behind is done first.
   *
   * @return the one that was there before; null: there was none
   */
  @Nullable MqttSession enter(String identity, MqttSession session) {
    MqttSession present = connected.put(identity, session);
    await(ending.get(identity));
    wills.cancel(identity);
    endings.cancel(identity);
    return present;
  }

  private static void await(@Nullable CompletableFuture<Void> before) {
    if (before != null) {
      before.copy().completeOnTimeout(null, END_LIMIT_SECONDS, TimeUnit.SECONDS).join();
    }
  }

  /** A session did not come in. */
  void leave(String identity, MqttSession session) {
    connected.remove(identity, session);
  }

  /**
   * A session has gone.
   *
   * @param work what is left to do, being told whether no other one of the identity is there; the
   *     next one waits
   */
  void end(String identity, MqttSession session, Consumer<Boolean> work) {
    CompletableFuture<Void> done = new CompletableFuture<>();
    CompletableFuture<Void> before = ending.put(identity, done);
    boolean isLast = connected.remove(identity, session);
    var _ =
        Thread.ofVirtual()
            .name("feige-mqtt-end")
            .start(() -> {
              try {
                await(before);
                work.accept(isLast);
              } finally {
                end(identity, done);
              }
            });
  }

  private void end(String identity, CompletableFuture<Void> done) {
    ending.remove(identity, done);
    done.complete(null);
  }

  /** Waits a little for what is left to do for clients that have gone. */
  @Override
  public void close() {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(CLOSE_SECONDS);
    while (!(connected.isEmpty() && ending.isEmpty()) && System.nanoTime() - deadline < 0) {
      LockSupport.parkNanos(5_000_000);
    }
  }
}

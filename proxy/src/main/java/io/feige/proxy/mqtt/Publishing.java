package io.feige.proxy.mqtt;

import io.feige.client.Durability;
import io.feige.client.FeigeException;
import io.feige.client.Message;
import io.feige.client.Receipt;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.error.RetryClass;
import io.feige.protocol.model.ChannelRule;
import io.feige.proxy.answer.Problem;
import io.feige.proxy.caller.Who;
import io.feige.proxy.log.ProxyLogId;
import io.netty.handler.codec.mqtt.MqttMessage;
import io.netty.handler.codec.mqtt.MqttProperties;
import io.netty.handler.codec.mqtt.MqttPublishMessage;
import io.netty.handler.codec.mqtt.MqttPublishVariableHeader;
import io.netty.handler.codec.mqtt.MqttQoS;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a client publishes. It is acked when the cluster has it, in the order in which it came. One
 * that is refused for good is acked with the reason where the protocol has words for it; else the
 * connection ends, and the client sends it again on the next one.
 */
final class Publishing {
  private static final Logger LOG = LoggerFactory.getLogger(Publishing.class);

  private static final long PATIENCE_NANOS = 30_000_000_000L;
  private static final long PAUSE_NANOS = 10_000_000;
  private static final int TOO_MANY = 429;
  private static final int BUSY = 503;
  private static final long SETTLE_SECONDS = 5;

  /** Messages that are not acked yet. */
  static final int MOST_IN_HAND = 200;

  private final MqttSessions sessions;
  private final MqttConnection connection;
  private final Greeting greeting;
  private final Who who;
  private final BooleanSupplier isKept;
  private final Aliases aliases = new Aliases();
  private final Unreleased unreleased = new Unreleased();
  private final Semaphore inHand = new Semaphore(MOST_IN_HAND);
  private volatile CompletableFuture<Void> acks = CompletableFuture.completedFuture(null);

  /**
   * Nothing yet.
   *
   * @param isKept whether the session stays when the client goes
   */
  Publishing(
      MqttSessions sessions,
      MqttConnection connection,
      Greeting greeting,
      Who who,
      BooleanSupplier isKept) {
    this.sessions = sessions;
    this.connection = connection;
    this.greeting = greeting;
    this.who = who;
    this.isKept = isKept;
  }

  /** What the client has not released. */
  Unreleased unreleased() {
    return unreleased;
  }

  /** One has come. On the thread that takes. */
  void publish(MqttPublishMessage publish, byte[] body) {
    MqttPublishVariableHeader header = publish.variableHeader();
    MqttQoS qos = publish.fixedHeader().qosLevel();
    Integer alias = MqttWords.number(header.properties(), MqttProperties.TOPIC_ALIAS);
    String topic = alias == null ? header.topicName() : aliases.topic(header.topicName(), alias);
    if (topic == null) {
      connection.end(Reasons.TOPIC_ALIAS);
      return;
    }
    int packetId = header.packetId();
    if (ChannelRule.problem(topic) != null) {
      refuse(packetId, qos, Reasons.TOPIC_INVALID);
    } else if (qos == MqttQoS.EXACTLY_ONCE && !connection.isOpen()) {
      LOG.debug("{} will send message {} again", greeting.identity(), packetId);
    } else if (qos == MqttQoS.EXACTLY_ONCE && !unreleased.begin(packetId)) {
      hasComeAgain(packetId);
    } else if (qos == MqttQoS.EXACTLY_ONCE && isTooMuch()) {
      unreleased.answered(packetId, false);
      connection.end(Reasons.RECEIVE_MAXIMUM);
    } else {
      MqttWords.Published how =
          new MqttWords.Published(qos, publish.fixedHeader().isRetain(), header.properties());
      begin(packetId, qos, MqttWords.toFeige(topic, body, how, greeting.identity()));
    }
  }

  /** Clients of versions before 5 are not told how many they may have. */
  private boolean isTooMuch() {
    return greeting.isFive() && unreleased.count() > Unreleased.MOST;
  }

  /** Behind what has come before. A client that sends much waits for that, too. */
  private void sendInTurn(MqttMessage answer) {
    inHand.acquireUninterruptibly();
    acks =
        acks.thenRun(() -> {
          inHand.release();
          connection.send(answer);
        });
  }

  /** Waits a little for the outcome of what has come. */
  void awaitSettled() {
    var _ =
        acks.copy()
            .completeOnTimeout(null, SETTLE_SECONDS, TimeUnit.SECONDS)
            .handle((_, _) -> true)
            .join();
  }

  private void begin(int packetId, MqttQoS qos, Message message) {
    boolean isNoted = qos == MqttQoS.EXACTLY_ONCE && isKept.getAsBoolean();
    inHand.acquireUninterruptibly();
    CompletableFuture<Optional<Throwable>> outcome =
        begin(
                isNoted
                    ? List.of(message, Unreleased.received(greeting.identity(), packetId))
                    : List.of(message))
            .handle((_, failure) -> {
              inHand.release();
              return Optional.ofNullable(failure);
            });
    if (qos != MqttQoS.AT_MOST_ONCE) {
      acks =
          acks.thenCombine(
              outcome,
              (_, failure) -> {
                answer(packetId, qos, failure);
                return null;
              });
    }
  }

  /** It is stored already, or about to be: then its answer is for this one, too. */
  private void hasComeAgain(int packetId) {
    if (!unreleased.isUnanswered(packetId)) {
      sendInTurn(Replies.received(packetId, (byte) 0));
    }
  }

  /** The client will not send a message again. On the thread that takes. */
  void release(int packetId) {
    boolean isKnown = unreleased.release(packetId);
    byte reason = isKnown || !greeting.isFive() ? 0 : Reasons.UNKNOWN_ID;
    if (!isKnown || !isKept.getAsBoolean()) {
      sendInTurn(Replies.complete(packetId, reason));
      return;
    }
    inHand.acquireUninterruptibly();
    CompletableFuture<Optional<Throwable>> noted =
        beginPatiently(
                sessions.topic(), List.of(Unreleased.released(greeting.identity(), packetId)))
            .handle((_, failure) -> {
              inHand.release();
              return Optional.ofNullable(failure);
            });
    acks =
        acks.thenCombine(
            noted,
            (_, failure) -> {
              failure
                  .map(Publishing::cause)
                  .ifPresentOrElse(
                      this::fail, () -> connection.send(Replies.complete(packetId, reason)));
              return null;
            });
  }

  /**
   * Publishes what is one; the first stays for who subscribes later, if it says so. Waits while
   * others of the same user have too much on the way.
   */
  CompletableFuture<Receipt> begin(List<Message> messages) {
    sessions.published();
    Message message = messages.getFirst();
    if (!Retained.isRetained(message)) {
      return beginPatiently(sessions.topic(), messages);
    }
    // First, and waited for: else a message could be acked without its copy, or out of order.
    CompletableFuture<Receipt> copy =
        beginPatiently(sessions.retainedTopic(), List.of(Retained.copyOf(message)));
    var _ = copy.handle((_, _) -> true).join();
    return copy.isCompletedExceptionally() ? copy : beginPatiently(sessions.topic(), messages);
  }

  private CompletableFuture<Receipt> beginPatiently(String topic, List<Message> messages) {
    long deadline = System.nanoTime() + PATIENCE_NANOS;
    CompletableFuture<Receipt> begun = tryToBegin(topic, messages);
    while (isForLater(begun) && connection.isOpen() && System.nanoTime() - deadline < 0) {
      LockSupport.parkNanos(PAUSE_NANOS);
      begun = tryToBegin(topic, messages);
    }
    return begun;
  }

  private static boolean isForLater(CompletableFuture<Receipt> begun) {
    if (!begun.isCompletedExceptionally()) {
      return false;
    }
    Throwable failure = cause(begun.exceptionNow());
    return failure instanceof FeigeException refused
        ? refused.code() == ErrorCode.MEMORY_LIMIT
        : failure instanceof Problem problem
            && (problem.status() == TOO_MANY || problem.status() == BUSY);
  }

  private CompletableFuture<Receipt> tryToBegin(String topic, List<Message> messages) {
    try {
      return sessions
          .callers()
          .begin(
              who,
              caller -> {
                if (topic.equals(sessions.retainedTopic())) {
                  sessions.makeRetainedTopic(caller);
                }
                return caller.beginPublishing(
                    topic,
                    Durability.REPLICATED,
                    producer ->
                        messages.size() == 1
                            ? producer.publishAsync(messages.getFirst())
                            : producer.publishTogether(messages));
              });
    } catch (RuntimeException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  private static Throwable cause(Throwable failure) {
    Throwable cause = failure.getCause();
    return failure instanceof CompletionException && cause != null ? cause : failure;
  }

  private void refuse(int packetId, MqttQoS qos, byte reason) {
    if (!greeting.isFive() || qos == MqttQoS.AT_MOST_ONCE) {
      connection.end(reason);
    } else {
      sendInTurn(reply(packetId, qos, reason));
    }
  }

  private static MqttMessage reply(int packetId, MqttQoS qos, byte reason) {
    return qos == MqttQoS.EXACTLY_ONCE
        ? Replies.received(packetId, reason)
        : Replies.published(packetId, reason);
  }

  private void answer(int packetId, MqttQoS qos, Optional<Throwable> failure) {
    if (qos == MqttQoS.EXACTLY_ONCE) {
      unreleased.answered(packetId, failure.isEmpty());
    }
    if (failure.isEmpty()) {
      connection.send(reply(packetId, qos, (byte) 0));
      return;
    }
    Throwable cause = cause(failure.get());
    boolean isForGood =
        cause instanceof FeigeException refused && refused.code().retryClass() == RetryClass.NEVER;
    if (greeting.isFive() && isForGood) {
      connection.send(reply(packetId, qos, Reasons.of((FeigeException) cause)));
    } else {
      fail(cause);
    }
  }

  private void fail(Throwable cause) {
    if (cause instanceof FeigeException refused) {
      connection.end(Reasons.of(refused));
    } else if (cause instanceof Problem problem) {
      connection.end(Reasons.of(problem));
    } else {
      LOG.error("{} a session of MQTT met a fault", ProxyLogId.INTERNAL_FAULT, cause);
      connection.end(Reasons.UNSPECIFIED);
    }
  }
}

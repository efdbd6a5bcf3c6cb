package io.feige.proxy.mqtt;

import io.feige.client.Durability;
import io.feige.client.FeigeException;
import io.feige.client.Header;
import io.feige.client.Mailbox;
import io.feige.client.MailboxState;
import io.feige.client.Message;
import io.feige.client.ReceivedMessage;
import io.feige.client.Subscription;
import io.feige.proxy.answer.Problem;
import io.feige.proxy.caller.Caller;
import io.feige.proxy.caller.Who;
import io.netty.handler.codec.mqtt.MqttConnectMessage;
import io.netty.handler.codec.mqtt.MqttConnectReturnCode;
import io.netty.handler.codec.mqtt.MqttMessage;
import io.netty.handler.codec.mqtt.MqttMessageIdVariableHeader;
import io.netty.handler.codec.mqtt.MqttProperties;
import io.netty.handler.codec.mqtt.MqttPubReplyMessageVariableHeader;
import io.netty.handler.codec.mqtt.MqttPublishMessage;
import io.netty.handler.codec.mqtt.MqttReasonCodeAndPropertiesVariableHeader;
import io.netty.handler.codec.mqtt.MqttSubscribeMessage;
import io.netty.handler.codec.mqtt.MqttUnsubscribeMessage;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A session of MQTT while its client is connected here. What stays of it is a mailbox of the
 * cluster's: its messages, how far they are acked, and its subscriptions. Packets are taken one by
 * one.
 */
final class MqttSession {
  private static final Logger LOG = LoggerFactory.getLogger(MqttSession.class);

  private static final long OVER_SECONDS = 10;
  private static final int IDENTIFIER_BYTES = 5;

  private final MqttSessions sessions;
  private final MqttConnection connection;
  private final Greeting greeting;
  private final Who who;
  private final String token = UUID.randomUUID().toString();
  private final SessionMark mark = new SessionMark(token);
  private final Filters filters = new Filters();
  private final Delivering delivering;
  private final Sharing sharing;
  private final Retained retained;
  private final Publishing publishing;
  private final Subscribing subscribing;
  private @Nullable Will will;
  private boolean isDelivering;
  private boolean hasMailbox;
  private final CompletableFuture<Boolean> over = new CompletableFuture<>();

  /** Of the message that says that this connection is there; what has a lower one is older. */
  private volatile long noticeOffset = Long.MAX_VALUE;

  private boolean mayRead = true;
  private volatile long keptSeconds;
  private volatile boolean isTakenOver;
  private boolean hasSaidGoodbye;

  MqttSession(MqttSessions sessions, MqttConnection connection, Greeting greeting) {
    this.sessions = sessions;
    this.connection = connection;
    this.greeting = greeting;
    this.who = new Who(greeting.shown(), connection.from());
    this.keptSeconds = greeting.keptSeconds();
    this.delivering = new Delivering(this, connection, greeting.window());
    this.sharing = new Sharing(this, connection, delivering);
    this.publishing = new Publishing(sessions, connection, greeting, who, this::isKept);
    this.retained = new Retained(sessions, this, connection);
    this.subscribing = new Subscribing(this, connection, greeting.isFive());
  }

  boolean isFive() {
    return greeting.isFive();
  }

  String identity() {
    return greeting.identity();
  }

  /** Who has shown a password; empty: nobody, or somebody with a token. */
  String user() {
    return who.shown().user();
  }

  /** How many subscriptions it has. */
  int subscriptions() {
    return filters.count();
  }

  String topic() {
    return sessions.topic();
  }

  /** Of this connection of the session. */
  String token() {
    return token;
  }

  Filters filters() {
    return filters;
  }

  private boolean isKept() {
    return keptSeconds > 0;
  }

  /** Sends what is retained of that. */
  void sendRetained(List<Subscription> subscriptions) {
    retained.sendSoon(subscriptions);
  }

  void retainedHasCome() {
    retained.hasCome();
  }

  /** Whether a message is not too long for the client. */
  boolean hasRoomFor(ReceivedMessage message, Filters.Match match) {
    long identifiers = (long) IDENTIFIER_BYTES * match.identifiers().size();
    return MqttWords.bytes(message) + identifiers <= greeting.mostBytes();
  }

  void delivered() {
    sessions.delivered();
  }

  Mailbox mailbox(Caller caller) {
    return caller.mailbox(topic(), identity());
  }

  /** It is not one of its user's requests, of which many sessions may have one user. */
  <T> T holding(Function<Caller, T> work) {
    return sessions.callers().holding(who, work);
  }

  /** Lets the client in, or tells it why not; then it is false. */
  boolean begin(MqttConnectMessage connect) {
    MqttConnectReturnCode objection = greeting.objection(connect);
    if (objection != null) {
      connection.refuse(Replies.refusal(objection));
      return false;
    }
    try {
      will = Will.of(connect, identity());
      Opened opened = holding(this::open);
      connection.awaits(greeting.silenceNanos());
      connection.send(
          Replies.welcome(
              greeting, opened.isPresent(), sessions.mostBytes(), Publishing.MOST_IN_HAND));
      startDelivering(opened);
      return true;
    } catch (Problem problem) {
      return refused(problem);
    } catch (FeigeException e) {
      return refused(Problem.of(e));
    } catch (RuntimeException | Error e) {
      sessions.leave(identity(), this);
      throw e;
    }
  }

  private boolean refused(Problem problem) {
    LOG.debug("{} is not let in: {}", identity(), problem.getMessage());
    sessions.leave(identity(), this);
    connection.refuse(Replies.refusal(Reasons.refusal(problem, isFive())));
    return false;
  }

  /**
   * What was found of a session.
   *
   * @param isPresent whether there was one that goes on
   * @param mailbox where to begin to read it; null: not yet
   */
  private record Opened(boolean isPresent, @Nullable MailboxState mailbox) {}

  private Opened open(Caller caller) {
    sessions.makeTopic(caller);
    MqttSession before = sessions.enter(identity(), this);
    if (before != null) {
      // What it has taken is stored before this one looks.
      before.takenOver();
      before.awaitOver();
    }
    Mailbox mailbox = mailbox(caller);
    try {
      MailboxState state = mailbox.state();
      List<Subscription> subscriptions = mailbox.subscriptions();
      boolean isThere = state.end() > 0 || !subscriptions.isEmpty();
      boolean isClean = greeting.isClean() || SessionMark.isPast(subscriptions);
      if (isClean) {
        // Not deleted: its numbers go on, and with them the notices.
        empty(caller, subscriptions);
        state = mailbox.state();
      } else {
        subscriptions.stream()
            .filter(each -> !SessionMark.isFilter(each.filter()))
            .forEach(filters::add);
      }
      if (!isThere && !isKept()) {
        return new Opened(false, null);
      }
      tellOthers(caller);
      mailbox.change(
          List.of(mark.of(isKept())), isClean ? List.of() : SessionMark.among(subscriptions));
      if (!isClean) {
        // Behind the notice: what a proxy had sent before is stored, and noted.
        publishing.unreleased().load(caller.mailbox(topic(), Unreleased.mailboxOf(identity())));
      }
      return new Opened(!subscriptions.isEmpty() && !isClean, state);
    } catch (FeigeException e) {
      if (!Reasons.isForbidden(e)) {
        throw e;
      }
      // It can publish.
      mayRead = false;
      keptSeconds = 0;
      return new Opened(false, null);
    }
  }

  /** Whoever reads this mailbox for an earlier connection learns that it is over. */
  private void tellOthers(Caller caller) {
    hasMailbox = true;
    Message notice =
        Message.builder().key(identity()).header(MqttWords.SESSION, token).body("").build();
    try {
      noticeOffset = publish(caller, notice);
    } catch (FeigeException e) {
      if (!Reasons.isForbidden(e)) {
        throw e;
      }
      LOG.debug("{} may not publish, so nobody is told that it is connected here", identity());
    }
  }

  private long publish(Caller caller, Message message) {
    return caller.publishing(
        topic(), Durability.REPLICATED, producer -> producer.publish(message).offset());
  }

  /** Sends something to its own mailbox. */
  void publishToItself(Message message) {
    var _ = holding(caller -> publish(caller, message));
  }

  /** Whether a message says that another connection has come since. */
  boolean isNoticeOfLater(ReceivedMessage message) {
    String of = message.header(MqttWords.SESSION).map(Header::text).orElse(token);
    return !of.equals(token) && message.offset() > noticeOffset;
  }

  private void startDelivering(Opened opened) {
    MailboxState mailbox = opened.mailbox();
    if (mailbox != null) {
      isDelivering = true;
      delivering.start(mailbox, opened.isPresent());
      sharing.resume(filters.shared());
    }
  }

  /**
   * Has the cluster bring messages, and sends them from now on.
   *
   * @return false: this client may not read
   */
  boolean subscribe(List<Subscription> added) {
    if (!mayRead) {
      return false;
    }
    Opened opened =
        holding(caller -> {
          MailboxState state = isDelivering ? null : mailbox(caller).state();
          if (state != null) {
            tellOthers(caller);
            mailbox(caller).change(List.of(mark.of(isKept())), List.of());
          }
          return new Opened(false, state);
        });
    startDelivering(opened);
    List<String> anew =
        added.stream().map(Subscription::filter).filter(each -> !filters.has(each)).toList();
    // Before it brings something.
    added.forEach(filters::add);
    return holding(caller -> {
      mailbox(caller).change(added, List.of());
      try {
        sharing.begin(caller, added);
      } catch (Problem | FeigeException e) {
        withdraw(caller, anew);
        throw e;
      }
      return true;
    });
  }

  /** None of it holds, unless another connection has come, which may have asked for the same. */
  private void withdraw(Caller caller, List<String> added) {
    if (connection.isOpen() && mark.isAlone(mailbox(caller).subscriptions())) {
      unsubscribe(caller, added);
    }
  }

  private boolean unsubscribe(Caller caller, List<String> removed) {
    removed.forEach(sharing::end);
    mailbox(caller).change(List.of(), removed);
    Sharing.forget(caller, topic(), removed);
    removed.forEach(filters::remove);
    return true;
  }

  void unsubscribe(List<String> removed) {
    var _ = holding(caller -> unsubscribe(caller, removed));
  }

  /** A packet has come. */
  void take(Packet packet) {
    MqttMessage message = packet.message();
    switch (message.fixedHeader().messageType()) {
      case PUBLISH -> publishing.publish((MqttPublishMessage) message, packet.body());
      case PUBACK -> acked(packetId(message));
      case PUBREC -> delivering.received(packetId(message), isTaken(message));
      case PUBREL -> publishing.release(packetId(message));
      case PUBCOMP -> delivering.complete(packetId(message));
      case SUBSCRIBE -> subscribing.subscribe((MqttSubscribeMessage) message);
      case UNSUBSCRIBE -> subscribing.unsubscribe((MqttUnsubscribeMessage) message);
      case PINGREQ -> connection.send(MqttMessage.PINGRESP);
      case DISCONNECT -> goodbye(message);
      default -> connection.end(Reasons.PROTOCOL_ERROR);
    }
  }

  private void acked(int packetId) {
    if (!sharing.acked(packetId)) {
      delivering.acked(packetId);
    }
  }

  private static int packetId(MqttMessage message) {
    return ((MqttMessageIdVariableHeader) message.variableHeader()).messageId();
  }

  /** A reason of 0x80 and more refuses. */
  private static boolean isTaken(MqttMessage message) {
    return !(message.variableHeader() instanceof MqttPubReplyMessageVariableHeader reply)
        || reply.reasonCode() >= 0;
  }

  private void goodbye(MqttMessage message) {
    hasSaidGoodbye = true;
    if (message.variableHeader() instanceof MqttReasonCodeAndPropertiesVariableHeader header) {
      hasSaidGoodbye = header.reasonCode() == 0;
      Integer expiry =
          MqttWords.number(header.properties(), MqttProperties.SESSION_EXPIRY_INTERVAL);
      if (expiry != null && expiry != 0 && !greeting.isKept()) {
        connection.end(Reasons.PROTOCOL_ERROR);
        return;
      }
      keptSeconds = expiry == null ? keptSeconds : Integer.toUnsignedLong(expiry);
    }
    connection.cut();
  }

  /** The client is connected elsewhere now. */
  void takenOver() {
    isTakenOver = true;
    connection.end(Reasons.TAKEN_OVER);
  }

  /** Waits a little until what has come by it is stored. */
  private void awaitOver() {
    var _ = over.copy().completeOnTimeout(false, OVER_SECONDS, TimeUnit.SECONDS).join();
  }

  /** The client is sent nothing more. Any thread. */
  void deliverNoMore() {
    delivering.end();
    sharing.end();
  }

  /** Waits a little until what has been published is answered. */
  void awaitAnswered() {
    publishing.awaitSettled();
  }

  /** The connection is over, and all that came by it was taken. */
  void gone() {
    deliverNoMore();
    sharing.leave();
    Will left = hasSaidGoodbye ? null : will;
    // A session that ends takes no time to do so: MQTT 5.0, section 3.1.3.2.2.
    long delay =
        left == null ? 0 : Math.min(left.delayMillis(), TimeUnit.SECONDS.toMillis(keptSeconds));
    boolean isItsEnd = hasMailbox && !isTakenOver;
    sessions.end(
        identity(),
        this,
        isLast -> {
          // The next connection wants to know what was stored.
          publishing.awaitSettled();
          boolean waits =
              left != null
                  && delay > 0
                  && isLast
                  && sessions.wills().add(identity(), delay, () -> publish(left));
          if (left != null && (delay == 0 || (isLast && !waits))) {
            publish(left);
          }
          if (isLast && isItsEnd) {
            endLater();
          }
          over.complete(true);
        });
  }

  /** At once, or so long after its client has gone as that has said. */
  private void endLater() {
    long millis = TimeUnit.SECONDS.toMillis(keptSeconds);
    if (!isKept()) {
      ifNobodyHasCome(this::delete);
    } else if (keptSeconds != Greeting.FOR_GOOD) {
      ifNobodyHasCome(caller ->
          mailbox(caller)
              .change(List.of(mark.endsAt(System.currentTimeMillis() + millis)), List.of()));
      // Where too many wait, it ends when the client comes back too late.
      var _ = sessions.endings().add(identity(), millis, () -> ifNobodyHasCome(this::delete));
    }
  }

  private void publish(Will left) {
    try {
      var _ = publishing.begin(List.of(left.message())).join();
    } catch (CompletionException e) {
      LOG.debug("the will of {} is not published: {}", identity(), e.toString());
    }
  }

  /** Whoever connects, through whichever proxy, takes the mark of this connection away. */
  private void ifNobodyHasCome(Consumer<Caller> work) {
    try {
      var _ =
          holding(caller -> {
            if (mark.isAlone(mailbox(caller).subscriptions())) {
              work.accept(caller);
            }
            return true;
          });
    } catch (Problem | FeigeException e) {
      LOG.debug("the session of {} does not end: {}", identity(), e.toString());
    }
  }

  /** Who may not delete mailboxes empties its own. */
  private void delete(Caller caller) {
    try {
      caller.client().mailboxes(topic()).delete(identity());
      caller.client().mailboxes(topic()).delete(Unreleased.mailboxOf(identity()));
      Sharing.forget(caller, topic(), SharedFilter.among(filters.shared()));
    } catch (FeigeException e) {
      if (!Reasons.isForbidden(e)) {
        throw e;
      }
      empty(caller, mailbox(caller).subscriptions());
    }
  }

  private void empty(Caller caller, List<Subscription> subscriptions) {
    Mailbox mailbox = mailbox(caller);
    List<String> all = subscriptions.stream().map(Subscription::filter).toList();
    for (int from = 0; from < all.size(); from += Subscribing.MOST_AT_ONCE) {
      int to = Math.min(all.size(), from + Subscribing.MOST_AT_ONCE);
      mailbox.change(List.of(), all.subList(from, to));
    }
    Sharing.forget(caller, topic(), all);
    MailboxState state = mailbox.state();
    if (state.end() > state.acked()) {
      mailbox.ack(state.end());
    }
    if (caller.mailbox(topic(), Unreleased.mailboxOf(identity())).state().end() > 0) {
      var _ = publish(caller, Unreleased.cleared(identity()));
    }
  }
}

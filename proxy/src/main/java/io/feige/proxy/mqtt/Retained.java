package io.feige.proxy.mqtt;

import io.feige.client.FeigeException;
import io.feige.client.Header;
import io.feige.client.Mail;
import io.feige.client.Mailbox;
import io.feige.client.MailboxPage;
import io.feige.client.MailboxState;
import io.feige.client.Message;
import io.feige.client.ReceivedMessage;
import io.feige.client.Subscription;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.model.ChannelRule;
import io.feige.proxy.answer.Problem;
import io.feige.proxy.caller.Caller;
import io.netty.handler.codec.mqtt.MqttQoS;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is retained: the last message of a channel that was published for it, which everybody gets
 * who subscribes later. It stands in a topic of its own, in a mailbox of one message for each
 * channel; an empty message ends it.
 *
 * <p>A client gets it through its own mailbox, where it is acked like the rest; as far as it is
 * sent at most once, directly.
 */
final class Retained {
  private static final Logger LOG = LoggerFactory.getLogger(Retained.class);

  /** Before a channel's name, so that it can be the name of a mailbox. */
  private static final char MARK = '=';

  private static final String BEFORE_ALL = "<";

  /** What goes into a mailbox of this size at most pushes out what is there. */
  private static final int MOST_ON_THE_WAY = 50;

  private final MqttSessions sessions;
  private final MqttSession session;
  private final MqttConnection connection;
  private final Map<String, Subscription> wanted = new LinkedHashMap<>();
  private boolean isSending;
  private final Semaphore room = new Semaphore(MOST_ON_THE_WAY);

  Retained(MqttSessions sessions, MqttSession session, MqttConnection connection) {
    this.sessions = sessions;
    this.session = session;
    this.connection = connection;
  }

  /** Whether a message is published to be retained, too. */
  static boolean isRetained(Message message) {
    return message.headers().stream().anyMatch(header -> header.name().equals(MqttWords.RETAIN));
  }

  /** What stays of a message that is published to a channel. */
  static Message copyOf(Message message) {
    String channel = ChannelRule.unmarked(message.keyText());
    long now = System.currentTimeMillis();
    return copy(
        MARK + channel, channel, message.headers(), message.body(), message.expiresAtMillis(now));
  }

  private static Message copy(
      String key, String channel, List<Header> headers, byte[] body, long expiresAt) {
    Message.Builder copy = Message.builder().key(key).body(body).header(MqttWords.TOPIC, channel);
    if (expiresAt != 0) {
      copy.expiresAt(Instant.ofEpochMilli(expiresAt));
    }
    for (Header header : headers) {
      if (!header.name().equals(MqttWords.TOPIC)) {
        copy.header(header.name(), header.value());
      }
    }
    return copy.build();
  }

  /** Whether it came into a mailbox from here. */
  static boolean isCopy(ReceivedMessage message) {
    return message.header(MqttWords.RETAIN).isPresent()
        && message.header(MqttWords.TOPIC).isPresent();
  }

  /** One of those that are on the way has come to the client. */
  void hasCome() {
    if (room.availablePermits() < MOST_ON_THE_WAY) {
      room.release();
    }
  }

  /** Sends a client what is retained and fits what it has subscribed to. One after the other. */
  void sendSoon(List<Subscription> subscriptions) {
    boolean begins;
    synchronized (wanted) {
      begins = !isSending && !subscriptions.isEmpty();
      isSending |= begins;
      subscriptions.forEach(each -> wanted.put(each.filter(), each));
    }
    if (begins) {
      var _ = Thread.ofVirtual().name("feige-mqtt-retained").start(this::sendAll);
    }
  }

  private void sendAll() {
    List<Subscription> next = takeWanted();
    while (!next.isEmpty()) {
      send(next);
      next = takeWanted();
    }
  }

  private List<Subscription> takeWanted() {
    synchronized (wanted) {
      List<Subscription> taken = connection.isOpen() ? List.copyOf(wanted.values()) : List.of();
      wanted.clear();
      isSending = !taken.isEmpty();
      return taken;
    }
  }

  private void send(List<Subscription> subscriptions) {
    try {
      session.holding(caller -> {
        for (Subscription subscription : subscriptions) {
          send(caller, subscription);
        }
        return true;
      });
    } catch (Problem | FeigeException e) {
      boolean isNone =
          e instanceof FeigeException f
              && (f.code() == ErrorCode.TOPIC_NOT_FOUND || Reasons.isForbidden(f));
      if (!isNone) {
        LOG.debug("{} does not get what is retained: {}", session.identity(), e.toString());
        connection.end(e instanceof FeigeException f ? Reasons.of(f) : Reasons.of((Problem) e));
      }
    }
  }

  private boolean send(Caller caller, Subscription subscription) {
    String[] levels = ChannelRule.levels(subscription.filter());
    String fixed = fixed(levels);
    if (fixed.equals(subscription.filter())) {
      return sendOne(caller, subscription, MARK + fixed);
    }
    String first = MARK + fixed;
    String after = fixed.isEmpty() ? BEFORE_ALL : first.substring(0, first.length() - 1);
    while (connection.isOpen()) {
      MailboxPage page =
          caller.client().mailboxes(sessions.retainedTopic()).list(after, MailboxPage.MAX_LIMIT);
      for (MailboxState state : page.mailboxes()) {
        String name = state.identity();
        if (!name.startsWith(first) && name.compareTo(first) > 0) {
          return true;
        }
        boolean fits =
            name.startsWith(first) && ChannelRule.fits(subscription.filter(), name.substring(1));
        if (fits && !sendOne(caller, subscription, name)) {
          return false;
        }
      }
      if (page.next().isEmpty()) {
        return true;
      }
      after = page.next().get();
    }
    return false;
  }

  /** What stands before the first wildcard of a filter. */
  private static String fixed(String[] levels) {
    StringBuilder fixed = new StringBuilder();
    for (int i = 0; i < levels.length; i++) {
      if (levels[i].equals(ChannelRule.ONE_LEVEL) || levels[i].equals(ChannelRule.ALL_LEVELS)) {
        return fixed.toString();
      }
      fixed.append(i == 0 ? "" : "/").append(levels[i]);
    }
    return fixed.toString();
  }

  /** Whether the client is still there. */
  private boolean sendOne(Caller caller, Subscription subscription, String name) {
    // Before it is read, so that it is not older than what has come meanwhile.
    if (!awaitRoom()) {
      return false;
    }
    boolean isOnTheWay = false;
    try {
      ReceivedMessage message = read(caller.mailbox(sessions.retainedTopic(), name));
      if (message != null) {
        MqttQoS qos = MqttWords.lower(Filters.qos(subscription), MqttWords.qos(message));
        isOnTheWay = qos != MqttQoS.AT_MOST_ONCE && sendThroughMailbox(message);
        if (!isOnTheWay) {
          sendDirectly(message);
        }
      }
    } finally {
      if (!isOnTheWay) {
        hasCome();
      }
    }
    return connection.isOpen();
  }

  /** What there is; null: nothing. */
  private static @Nullable ReceivedMessage read(Mailbox mailbox) {
    mailbox.seek(1);
    for (Mail mail : mailbox.read(1, Duration.ZERO)) {
      ReceivedMessage message = mail.message();
      if (message.bodyBytes() > 0 && !MqttWords.isLate(message)) {
        return message;
      }
    }
    return null;
  }

  private void sendDirectly(ReceivedMessage message) {
    Filters.Match match = session.filters().match(MqttWords.topic(message));
    if (!session.hasRoomFor(message, match)) {
      return;
    }
    try {
      connection.tell(
          MqttWords.toMqtt(
              message,
              new MqttWords.Sending(MqttQoS.AT_MOST_ONCE, 0, false, true, match.identifiers()),
              session.isFive()),
          MqttWords.bytes(message));
    } catch (InterruptedException gone) {
      LOG.debug("{} has gone while it was sent what is retained", session.identity());
    }
  }

  /** Who may not publish cannot do so. */
  private boolean sendThroughMailbox(ReceivedMessage message) {
    try {
      session.publishToItself(
          copy(
              session.identity(),
              MqttWords.topic(message),
              message.headers(),
              message.body(),
              message.expiresAt().map(Instant::toEpochMilli).orElse(0L)));
      return true;
    } catch (FeigeException e) {
      if (!Reasons.isForbidden(e)) {
        throw e;
      }
      return false;
    }
  }

  /** Whether there is room before the client goes. */
  private boolean awaitRoom() {
    while (connection.isOpen()) {
      try {
        if (room.tryAcquire(1, TimeUnit.SECONDS)) {
          return true;
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return false;
      }
    }
    return false;
  }
}

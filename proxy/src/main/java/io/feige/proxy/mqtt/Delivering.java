package io.feige.proxy.mqtt;

import io.feige.client.FeigeException;
import io.feige.client.Mail;
import io.feige.client.Mailbox;
import io.feige.client.MailboxState;
import io.feige.client.ReceivedMessage;
import io.feige.protocol.model.ChannelRule;
import io.feige.proxy.answer.Problem;
import io.feige.proxy.caller.Caller;
import io.feige.proxy.log.ProxyLogId;
import io.feige.proxy.verb.MailFollower;
import io.feige.proxy.verb.MailPlace;
import io.netty.handler.codec.mqtt.MqttQoS;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends a client what comes into its session's mailbox, and acks there what the client has acked,
 * as far as all before it is, too. The packet id of a message follows from its number in the
 * mailbox, so that it is the same when it is sent again, through whichever proxy.
 */
final class Delivering {
  private static final Logger LOG = LoggerFactory.getLogger(Delivering.class);
  private static final Duration READ_WAIT = Duration.ofMinutes(1);

  /** The first so many are for what comes through the mailbox. */
  static final int PACKET_IDS = 65_000;

  private static final long AGAIN_MILLIS = 500;
  private static final Executor BESIDE = task -> Thread.ofVirtual().name("feige-mqtt").start(task);

  /** Messages that the client has not acked. */
  static final int MOST_IN_FLIGHT = 100;

  private final MqttSession session;
  private final MqttConnection connection;
  private final int window;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition room = lock.newCondition();
  private final Map<Integer, Long> inFlight = new HashMap<>();
  private final TreeSet<Long> unacked = new TreeSet<>();

  /** What the client has, once and no more, by packet id, until that is told to the cluster. */
  private final Map<Integer, Long> received = new LinkedHashMap<>();

  /** What it was told to forget. */
  private final Map<Integer, Long> releasing = new LinkedHashMap<>();

  private long handled;
  private long told;
  private boolean isTelling;
  private int lent;
  private int generation;
  private long maybeSent;
  private volatile boolean isOver;
  private volatile @Nullable Thread running;
  private volatile @Nullable Mailbox acking;

  /**
   * Not yet.
   *
   * @param window so many may be unacked
   */
  Delivering(MqttSession session, MqttConnection connection, int window) {
    this.session = session;
    this.connection = connection;
    this.window = Math.min(window, MOST_IN_FLIGHT);
  }

  /**
   * Begins.
   *
   * @param state how the mailbox was
   * @param isPresent whether what is in it may have been sent before
   */
  void start(MailboxState state, boolean isPresent) {
    handled = state.acked();
    told = state.acked();
    maybeSent = isPresent ? state.acked() + MOST_IN_FLIGHT : 0;
    var _ =
        Thread.ofVirtual()
            .name("feige-mqtt")
            .start(() -> {
              running = Thread.currentThread();
              if (!isOver) {
                run(state);
              }
            });
  }

  /** The number of the last message that was dealt with, or is being. */
  long handled() {
    lock.lock();
    try {
      return handled;
    } finally {
      lock.unlock();
    }
  }

  /** Sends nothing more. */
  void end() {
    isOver = true;
    Thread thread = running;
    if (thread != null) {
      thread.interrupt();
    }
  }

  private void run(MailboxState state) {
    try {
      session.holding(caller -> deliverAll(caller, state));
    } catch (Problem problem) {
      connection.end(Reasons.of(problem));
    } catch (FeigeException e) {
      if (!isOver) {
        LOG.debug("the mailbox of {} is not read any more: {}", session.identity(), e.toString());
        connection.end(Reasons.of(e));
      }
    } catch (RuntimeException e) {
      LOG.error("{} a session of MQTT met a fault", ProxyLogId.INTERNAL_FAULT, e);
      connection.end(Reasons.UNSPECIFIED);
    }
  }

  private boolean deliverAll(Caller caller, MailboxState state) {
    acking = session.mailbox(caller);
    if (maybeSent > 0 && session.filters().isAnyExactlyOnce()) {
      releaseAgain(state.acked());
    }
    MailFollower mailbox = new MailFollower(session.mailbox(caller), MailPlace.ofAcked(state));
    try {
      while (!isOver) {
        List<Mail> read = mailbox.next(awaitRoom(), READ_WAIT);
        for (Mail mail : read) {
          deliver(mail);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return true;
  }

  /**
   * Of what is acked the client may not have been told to forget the last: no ack is told beyond
   * those. It says of the others that it does not know them.
   */
  private void releaseAgain(long acked) {
    for (long sequence = Math.max(1, acked - MOST_IN_FLIGHT + 1); sequence <= acked; sequence++) {
      connection.send(Replies.release(packetId(sequence), (byte) 0));
    }
  }

  private static int packetId(long sequence) {
    return (int) ((sequence - 1) % PACKET_IDS) + 1;
  }

  private int underWay() {
    return inFlight.size() + received.size() + releasing.size() + lent;
  }

  /** Waits until more messages may be unacked, and says how many. */
  private int awaitRoom() throws InterruptedException {
    lock.lockInterruptibly();
    try {
      awaitSome();
      return window - underWay();
    } finally {
      lock.unlock();
    }
  }

  private void awaitSome() throws InterruptedException {
    while (underWay() >= window) {
      room.await();
    }
  }

  /** The same for a while; 0: none of them may. */
  int awaitRoom(Duration most) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      long left = most.toNanos();
      while (underWay() >= window && left > 0) {
        left = room.awaitNanos(left);
      }
      return window - underWay();
    } finally {
      lock.unlock();
    }
  }

  /** Whether there was room for a message that does not come this way; then it has it. */
  boolean takesRoom() {
    lock.lock();
    try {
      boolean isRoom = underWay() < window;
      lent += isRoom ? 1 : 0;
      return isRoom;
    } finally {
      lock.unlock();
    }
  }

  /** Such a message is acked. */
  void giveRoom() {
    lock.lock();
    try {
      lent--;
      room.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private void deliver(Mail mail) throws InterruptedException {
    ReceivedMessage message = mail.message();
    long sequence = mail.sequence();
    if (sequence <= handled) {
      beginAnew();
    }
    if (message.problem().isPresent()) {
      LOG.debug("{} does not get message {}: {}", session.identity(), sequence, message.problem());
      handled(sequence);
      return;
    }
    Filters.Match match = match(message);
    boolean isRetained = Retained.isCopy(message);
    if (isRetained) {
      session.retainedHasCome();
    }
    if (isNotice(message) || !isWanted(message, match)) {
      handled(sequence);
      return;
    }
    MqttQoS qos = qos(message, match);
    boolean isAcked = qos != MqttQoS.AT_MOST_ONCE;
    MqttWords.Sending how =
        new MqttWords.Sending(
            qos,
            packetId(sequence),
            isAcked && sequence <= maybeSent,
            isRetained
                || (match.isRetainAsPublished() && message.header(MqttWords.RETAIN).isPresent()),
            match.identifiers());
    if (isAcked) {
      sent(how.packetId(), sequence);
    }
    connection.tell(MqttWords.toMqtt(message, how, session.isFive()), MqttWords.bytes(message));
    session.delivered();
    if (!isAcked) {
      handled(sequence);
    }
  }

  private Filters.Match match(ReceivedMessage message) {
    return session.filters().match(MqttWords.topic(message));
  }

  /** The mailbox was deleted: numbers begin with 1 again. */
  private void beginAnew() {
    List<Integer> forgotten;
    lock.lock();
    try {
      forgotten = List.copyOf(received.keySet());
      received.clear();
      releasing.clear();
      inFlight.clear();
      unacked.clear();
      handled = 0;
      told = 0;
      maybeSent = 0;
      generation++;
      room.signalAll();
    } finally {
      lock.unlock();
    }
    forgotten.forEach(id -> connection.send(Replies.release(id, (byte) 0)));
  }

  /** One that another connection has sent later says that this one is over. */
  private boolean isNotice(ReceivedMessage message) throws InterruptedException {
    if (ChannelRule.isMarked(message.keyText()) || message.header(MqttWords.SESSION).isEmpty()) {
      return false;
    }
    if (session.isNoticeOfLater(message)) {
      session.takenOver();
      throw new InterruptedException("the client is connected elsewhere");
    }
    return true;
  }

  private boolean isWanted(ReceivedMessage message, Filters.Match match) {
    boolean isOwn =
        message
            .header(MqttWords.FROM)
            .map(from -> from.text().equals(session.identity()))
            .orElse(false);
    return !MqttWords.isLate(message)
        && session.hasRoomFor(message, match)
        && !(isOwn && match.isNoLocal())
        && !SessionMark.isFilter(MqttWords.topic(message))
        && !SharedFilter.isMeant(MqttWords.topic(message));
  }

  private static MqttQoS qos(ReceivedMessage message, Filters.Match match) {
    return MqttWords.lower(MqttWords.qos(message), match.qos());
  }

  private void sent(int packetId, long sequence) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      awaitSome();
      inFlight.put(packetId, sequence);
      unacked.add(sequence);
      handled = sequence;
    } finally {
      lock.unlock();
    }
  }

  private void handled(long sequence) {
    lock.lock();
    try {
      handled = sequence;
    } finally {
      lock.unlock();
    }
    tellAcked();
  }

  /** The client has acked a message. */
  void acked(int packetId) {
    lock.lock();
    try {
      Long sequence = inFlight.remove(packetId);
      if (sequence == null) {
        return;
      }
      unacked.remove(sequence);
      room.signalAll();
    } finally {
      lock.unlock();
    }
    tellAcked();
  }

  /**
   * The client has a message that is to come once. It is told to forget it when the cluster knows
   * that: else it could come again through another proxy.
   *
   * @param isTaken false: it has refused it, and knows nothing more of it
   */
  void received(int packetId, boolean isTaken) {
    boolean isAgain;
    boolean isUnknown;
    lock.lock();
    try {
      Long sequence = inFlight.remove(packetId);
      isAgain = releasing.containsKey(packetId);
      isUnknown = sequence == null && !isAgain && !received.containsKey(packetId);
      if (sequence != null) {
        unacked.remove(sequence);
        if (isTaken) {
          received.put(packetId, sequence);
        } else {
          room.signalAll();
        }
      }
    } finally {
      lock.unlock();
    }
    if (isTaken && (isAgain || isUnknown)) {
      connection.send(Replies.release(packetId, isAgain ? 0 : Reasons.UNKNOWN_ID));
    }
    tellAcked();
  }

  /** The client has forgotten a message. */
  void complete(int packetId) {
    lock.lock();
    try {
      if (releasing.remove(packetId) != null) {
        room.signalAll();
      }
    } finally {
      lock.unlock();
    }
    tellAcked();
  }

  /** One ack at a time, of all that came to be acked meanwhile. */
  private void tellAcked() {
    Mailbox mailbox = acking;
    long upTo;
    int of;
    lock.lock();
    try {
      upTo = Math.min(unacked.isEmpty() ? handled : unacked.first() - 1, lastToTell());
      if (isTelling || upTo <= told || mailbox == null) {
        return;
      }
      isTelling = true;
      of = generation;
    } finally {
      lock.unlock();
    }
    var _ = ack(mailbox, upTo).whenComplete((_, failure) -> isTold(upTo, of, failure));
  }

  /** What the client was told to forget, and may not have heard, is among the last acked. */
  private long lastToTell() {
    long first = Long.MAX_VALUE - MOST_IN_FLIGHT;
    for (long sequence : releasing.values()) {
      first = Math.min(first, sequence);
    }
    return first + MOST_IN_FLIGHT - 1;
  }

  private static CompletableFuture<Void> ack(Mailbox mailbox, long upTo) {
    try {
      return mailbox.ackAsync(upTo);
    } catch (RuntimeException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  private void isTold(long upTo, int of, @Nullable Throwable failure) {
    List<Integer> forgotten;
    lock.lock();
    try {
      isTelling = false;
      told = failure == null && of == generation ? upTo : told;
      forgotten =
          received.entrySet().stream()
              .filter(each -> each.getValue() <= told)
              .map(Map.Entry::getKey)
              .toList();
      forgotten.forEach(id -> releasing.put(id, received.remove(id)));
    } finally {
      lock.unlock();
    }
    forgotten.forEach(id -> connection.send(Replies.release(id, (byte) 0)));
    if (failure == null) {
      tellAcked();
    } else if (!isOver) {
      LOG.debug("an ack of {} has failed: {}", session.identity(), failure.toString());
      CompletableFuture.delayedExecutor(AGAIN_MILLIS, TimeUnit.MILLISECONDS, BESIDE)
          .execute(this::tellAcked);
    }
  }
}

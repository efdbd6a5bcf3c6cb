package io.feige.proxy.mqtt;

import io.feige.client.Consumer;
import io.feige.client.Delivery;
import io.feige.client.FeigeException;
import io.feige.client.GroupStart;
import io.feige.client.ReceivedMessage;
import io.feige.client.Subscription;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.error.RetryClass;
import io.feige.protocol.model.ChannelRule;
import io.feige.proxy.answer.Problem;
import io.feige.proxy.caller.Caller;
import io.feige.proxy.log.ProxyLogId;
import io.netty.handler.codec.mqtt.MqttQoS;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends a client what it is dealt as one of those who share a subscription. They are a group of the
 * topic, which deals each message to one of them. What does not fit the filter is acked for all.
 * What the client has not acked when its connection ends goes to another one.
 */
final class Sharing {
  private static final Logger LOG = LoggerFactory.getLogger(Sharing.class);

  /** Of a packet that is not the mailbox's. */
  private static final int FIRST_ID = Delivering.PACKET_IDS + 1;

  private static final int LAST_ID = 65_535;
  private static final int MOST_AT_ONCE = 100;
  private static final Duration PULL_WAIT = Duration.ofSeconds(20);
  private static final Duration LEASE = Duration.ofMinutes(2);

  /** A lease outlives two of these and the longest that a client takes nothing. */
  private static final long EXTEND_NANOS = PULL_WAIT.toNanos() / 2;

  private static final long AGAIN_MILLIS = 500;
  private static final long LOOK_NANOS = 10_000_000;
  private static final long GROUP_LIMIT_NANOS = 10_000_000_000L;

  private final MqttSession session;
  private final MqttConnection connection;
  private final Delivering delivering;
  private final Map<String, Member> members = new ConcurrentHashMap<>();

  /** What the client has not acked, by packet id; it is also what locks. */
  private final Map<Integer, Delivery> unacked = new HashMap<>();

  private int lastId = FIRST_ID - 1;
  private long extendedNanos = System.nanoTime();
  private volatile boolean isOver;

  Sharing(MqttSession session, MqttConnection connection, Delivering delivering) {
    this.session = session;
    this.connection = connection;
    this.delivering = delivering;
  }

  /** The session as one of those who share a subscription. */
  private static final class Member {
    private final String filter;
    private final SharedFilter shared;
    private final Caller.Pulling pulling;
    private volatile Filters.Match how;
    private volatile boolean isBegun;
    private volatile boolean isOver;
    private volatile @Nullable RuntimeException refused;
    private volatile @Nullable Thread thread;

    private Member(SharedFilter shared, String topic, Subscription subscription) {
      this.filter = subscription.filter();
      this.shared = shared;
      this.pulling = new Caller.Pulling(topic, shared.group(), GroupStart.LATEST, LEASE);
      this.how = Filters.match(subscription);
    }

    private void throwRefusal() {
      RuntimeException failure = refused;
      if (failure != null) {
        throw failure;
      }
    }

    /** Ends it, also where it has not begun to run. */
    private void end() {
      isOver = true;
      Thread running = thread;
      if (running != null) {
        running.interrupt();
      }
    }
  }

  /**
   * Takes part in those that are shared. It returns when what is published from then on comes to
   * those who share it.
   *
   * @throws FeigeException the cluster refuses
   */
  void begin(Caller caller, List<Subscription> added) {
    for (Member member : start(added)) {
      awaitGroup(caller, member);
      member.isBegun = true;
      member.throwRefusal();
    }
  }

  /**
   * Takes part again in those that are shared, whose groups are there. What is refused now does not
   * end the connection: its client could never end the subscription.
   */
  void resume(List<Subscription> subscriptions) {
    var _ = start(subscriptions);
  }

  private List<Member> start(List<Subscription> subscriptions) {
    List<Member> started = new ArrayList<>();
    for (Subscription each : subscriptions) {
      SharedFilter shared = SharedFilter.of(each.filter());
      Member present = members.get(each.filter());
      if (present != null) {
        present.how = Filters.match(each);
      } else if (shared != null) {
        Member member = new Member(shared, session.topic(), each);
        members.put(each.filter(), member);
        if (isOver) {
          member.end();
        }
        var _ = Thread.ofVirtual().name("feige-mqtt-shared").start(() -> run(member));
        started.add(member);
      }
    }
    return started;
  }

  private void awaitGroup(Caller caller, Member member) {
    long deadline = System.nanoTime() + GROUP_LIMIT_NANOS;
    boolean isThere = false;
    while (!isThere && !member.isOver) {
      member.throwRefusal();
      try {
        var _ = caller.client().groups().describe(session.topic(), member.shared.group());
        isThere = true;
      } catch (FeigeException e) {
        if (e.code() != ErrorCode.GROUP_NOT_FOUND || System.nanoTime() - deadline > 0) {
          throw e;
        }
        LockSupport.parkNanos(LOOK_NANOS);
      }
    }
  }

  /** Takes part in it no longer. */
  void end(String filter) {
    Member member = members.remove(filter);
    if (member != null) {
      member.end();
    }
  }

  /** Sends nothing more. Any thread. */
  void end() {
    isOver = true;
    members.values().forEach(Member::end);
  }

  /** What has come from the client is taken: what it has not acked is for others. */
  void leave() {
    List<Delivery> left;
    synchronized (unacked) {
      left = List.copyOf(unacked.values());
      unacked.clear();
    }
    // An attempt, so that one that its clients break upon ends among the dead letters.
    left.forEach(delivery -> ignored(delivery.nackAsync(Duration.ZERO)));
  }

  /** Ends groups that nobody shares any more: they would keep what nobody wants. */
  static void forget(Caller caller, String topic, List<String> filters) {
    for (String filter : filters) {
      SharedFilter shared = SharedFilter.of(filter);
      try {
        if (shared != null
            && caller.client().mailboxes(topic).subscribers(filter, "", 1).isEmpty()) {
          caller.client().groups().delete(topic, shared.group());
        }
      } catch (FeigeException e) {
        LOG.debug("nobody shares {}, and its group stays: {}", filter, e.toString());
      }
    }
  }

  private void run(Member member) {
    member.thread = Thread.currentThread();
    try {
      session.holding(
          caller -> caller.consuming(member.pulling, consumer -> dealAll(consumer, member)));
    } catch (Problem e) {
      refused(member, e, Reasons.of(e));
    } catch (FeigeException e) {
      refused(member, e, Reasons.of(e));
    } catch (RuntimeException | Error e) {
      LOG.error("{} a session of MQTT met a fault", ProxyLogId.INTERNAL_FAULT, e);
      connection.end(Reasons.UNSPECIFIED);
    }
  }

  /** Who has just subscribed is told by the answer to that. */
  private void refused(Member member, RuntimeException refused, byte reason) {
    member.refused = refused;
    members.remove(member.filter, member);
    if (member.isBegun && !member.isOver) {
      LOG.debug("{} is dealt nothing more: {}", session.identity(), refused.toString());
      connection.end(reason);
    }
  }

  /**
   * Asks for as many as bring what there is room for, if as many fit as did the last time. The
   * first pull waits for nothing, because it makes the group.
   */
  private boolean dealAll(Consumer consumer, Member member) {
    int forOne = 1;
    int room = 1;
    try {
      while (!member.isOver) {
        if (room > 0) {
          List<Delivery> pulled = pull(consumer, Math.min(MOST_AT_ONCE, room * forOne));
          member.isBegun = true;
          forOne = send(member, pulled).forOne(forOne);
        }
        extend();
        room = delivering.awaitRoom(PULL_WAIT);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return true;
  }

  private static List<Delivery> pull(Consumer consumer, int wanted) throws InterruptedException {
    try {
      return consumer.pull(wanted, PULL_WAIT);
    } catch (FeigeException e) {
      // A group that somebody has deleted begins anew.
      if (e.code().retryClass() == RetryClass.NEVER && e.code() != ErrorCode.GROUP_NOT_FOUND) {
        throw e;
      }
      LOG.debug("the group {} is asked again after {}", consumer.group(), e.toString());
      Thread.sleep(AGAIN_MILLIS);
      return List.of();
    }
  }

  /** As long as its client is connected nobody else gets what it has. */
  private void extend() {
    List<Delivery> all;
    synchronized (unacked) {
      long now = System.nanoTime();
      if (isOver || now - extendedNanos < EXTEND_NANOS) {
        return;
      }
      extendedNanos = now;
      all = List.copyOf(unacked.values());
    }
    all.forEach(delivery -> ignored(delivery.extendAsync(LEASE)));
  }

  /**
   * What came of a pull.
   *
   * @param pulled messages
   * @param looked so many of them were looked at; then there was no room any more
   * @param sent so many of those fitted
   */
  private record Outcome(int pulled, int looked, int sent) {
    /** For each message that fits so many have to be pulled, if it was so many before. */
    int forOne(int before) {
      if (sent > 0) {
        return Math.clamp(looked / sent, 1, MOST_AT_ONCE);
      }
      return pulled > 0 && looked == pulled ? Math.min(MOST_AT_ONCE, 2 * before) : before;
    }
  }

  /** Sends what fits. What there is no room for goes back. */
  private Outcome send(Member member, List<Delivery> pulled) throws InterruptedException {
    int done = 0;
    int sent = 0;
    try {
      boolean isRoom = true;
      while (done < pulled.size() && isRoom && !member.isOver) {
        Delivery delivery = pulled.get(done);
        if (delivery.problem().isPresent()) {
          // It ends among the dead letters.
          ignored(delivery.nackAsync(Duration.ZERO));
        } else if (isWanted(member, delivery)) {
          isRoom = send(member, delivery);
          sent += isRoom ? 1 : 0;
        } else {
          ignored(delivery.ackAsync());
        }
        done += isRoom ? 1 : 0;
      }
    } finally {
      pulled.subList(done, pulled.size()).forEach(left -> ignored(left.releaseAsync()));
    }
    return new Outcome(pulled.size(), done, sent);
  }

  private boolean isWanted(Member member, ReceivedMessage message) {
    return ChannelRule.isMarked(message.keyText())
        && ChannelRule.fits(member.shared.filter(), MqttWords.topic(message))
        && !MqttWords.isLate(message)
        && session.hasRoomFor(message, member.how);
  }

  /** Whether there was room for it. */
  private boolean send(Member member, Delivery delivery) throws InterruptedException {
    Filters.Match how = member.how;
    MqttQoS qos = MqttWords.lower(MqttWords.qos(delivery), how.qos());
    int packetId = 0;
    if (qos != MqttQoS.AT_MOST_ONCE) {
      packetId = enter(delivery);
      if (packetId == 0) {
        return false;
      }
    }
    boolean isRetained = how.isRetainAsPublished() && delivery.header(MqttWords.RETAIN).isPresent();
    MqttWords.Sending sending =
        new MqttWords.Sending(qos, packetId, false, isRetained, how.identifiers());
    try {
      connection.tell(
          MqttWords.toMqtt(delivery, sending, session.isFive()), MqttWords.bytes(delivery));
    } catch (InterruptedException e) {
      var _ = take(packetId);
      throw e;
    }
    session.delivered();
    if (packetId == 0) {
      ignored(delivery.ackAsync());
    }
    return true;
  }

  /** Its packet id; 0: there is no room for it. */
  private int enter(Delivery delivery) {
    if (!delivering.takesRoom()) {
      return 0;
    }
    synchronized (unacked) {
      if (isOver) {
        return 0;
      }
      do {
        lastId = lastId == LAST_ID ? FIRST_ID : lastId + 1;
      } while (unacked.containsKey(lastId));
      unacked.put(lastId, delivery);
      return lastId;
    }
  }

  private @Nullable Delivery take(int packetId) {
    Delivery delivery;
    synchronized (unacked) {
      delivery = unacked.remove(packetId);
    }
    if (delivery != null) {
      delivering.giveRoom();
    }
    return delivery;
  }

  /**
   * The client has acked a message, or refused it: then it goes to nobody else, either.
   *
   * @return false: the packet is the mailbox's
   */
  boolean acked(int packetId) {
    Delivery delivery = take(packetId);
    if (delivery != null) {
      ignored(delivery.ackAsync());
    }
    return packetId >= FIRST_ID;
  }

  /** Where a verdict fails, the message comes again when its lease ends. */
  private static void ignored(CompletableFuture<Void> verdict) {
    var _ =
        verdict.whenComplete((_, failure) -> {
          if (failure != null) {
            LOG.debug("a verdict has failed: {}", failure.toString());
          }
        });
  }
}

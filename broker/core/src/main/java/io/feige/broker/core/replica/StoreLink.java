package io.feige.broker.core.replica;

import io.feige.protocol.cluster.Member;
import io.feige.protocol.link.Ack;
import io.feige.protocol.link.Copy;
import io.feige.protocol.link.EpochStart;
import io.feige.protocol.link.Join;
import io.feige.protocol.link.Joined;
import io.feige.protocol.link.LinkMessage;
import java.util.List;

/**
 * The message store in the place of a pair's other member, where both share it: what has its rows
 * is acknowledged, and as often as the active asks the database is made to say that its epoch may
 * still write, which is as good as a promise: whoever takes over has the database refuse that epoch
 * first, and then waits as long as a promise holds. On one thread.
 */
public final class StoreLink {
  /** What the link wants of its replica. */
  public interface Back {
    /** Hands an event to the replica machine, after what goes on. */
    void tell(ReplicaEvent event);

    /** The activations in the journal, ascending. */
    List<EpochStart> history();

    /** Has the database say that the epoch may still write; then one of the tasks runs. */
    void prove(long epoch, Runnable proven, Runnable failed);
  }

  private static final long NONE = 0;
  private static final long NOT_KNOWN = -1;

  private final String pair;
  private final int promiseMillis;
  private final Back back;
  private String otherNode = "";
  private long lastSession;
  private long session;
  private long epoch;
  private long stored = NOT_KNOWN;
  private long joinedAt;
  private long sentTo;
  private long sentNanos;
  private long provenNanos;
  private boolean hasProven;
  private boolean isProving;

  /**
   * A link of one pair; the replica leads nothing yet.
   *
   * @param promiseMillis how long a proof counts, from when it was asked for
   */
  public StoreLink(String pair, int promiseMillis, Back back) {
    this.pair = pair;
    this.promiseMillis = promiseMillis;
    this.back = back;
  }

  /** In whose place the store is; empty: the pair has no other member. */
  public void standsFor(String node) {
    otherNode = node;
  }

  /** The replica is the active one of an epoch. */
  public void lead(long newEpoch) {
    rest();
    epoch = newEpoch;
  }

  /** It is not any more. */
  public void rest() {
    epoch = 0;
    session = NONE;
    stored = NOT_KNOWN;
  }

  /** Everything below the position has its rows. */
  public void stored(long position) {
    stored = position;
    if (session == NONE) {
      join();
    } else {
      acknowledge();
    }
  }

  private void join() {
    if (epoch == 0 || otherNode.isEmpty() || stored == NOT_KNOWN) {
      return;
    }
    session = ++lastSession;
    hasProven = false;
    joinedAt = stored;
    sentTo = stored;
    List<EpochStart> below =
        back.history().stream().filter(start -> start.position() <= stored).toList();
    Member member = new Member(otherNode, Member.SHARED_STORE);
    back.tell(new ReplicaEvent.LinkOpened(session, false));
    back.tell(new ReplicaEvent.Received(session, new Join(pair, member, epoch, below, stored)));
  }

  /** Whether a connection is open: the machine is told of it as of one to the other member. */
  public boolean canSend(long to) {
    return to == session;
  }

  /** The active sends to the other member. */
  public void send(long to, LinkMessage message) {
    if (to != session) {
      return;
    }
    switch (message) {
      case Copy copy -> {
        sentTo = copy.position() + copy.frames().remaining();
        sentNanos = copy.sentNanos();
        prove();
      }
      case Joined joined -> {
        if (joined.agreed() != joinedAt) {
          session = NONE;
          back.tell(new ReplicaEvent.LinkClosed(to));
        }
      }
      default -> throw new IllegalStateException("a store is sent no " + message);
    }
  }

  /** One question at a time; what is asked meanwhile is answered by the next. */
  private void prove() {
    if (isProving) {
      return;
    }
    isProving = true;
    long askedNanos = sentNanos;
    long asked = session;
    back.prove(
        epoch,
        () -> {
          isProving = false;
          if (asked == session) {
            provenNanos = askedNanos;
            hasProven = true;
            acknowledge();
          }
        },
        () -> isProving = false);
  }

  private void acknowledge() {
    if (hasProven) {
      long reach = Math.min(stored, sentTo);
      Ack ack = new Ack(epoch, reach, reach, provenNanos, promiseMillis);
      back.tell(new ReplicaEvent.Received(session, ack));
    }
  }

  /** The active ends a connection. */
  public void hangUp(long to) {
    if (to == session) {
      session = NONE;
    }
  }
}

package io.feige.broker.core.replica;

import io.feige.protocol.link.Fetch;
import io.feige.protocol.link.Fetched;
import io.feige.protocol.link.LinkMessage;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Has what is damaged in the own journal sent by the other member, and sends it what is damaged
 * there. In each direction there is one question at a time. Both journals are the same up to what
 * is confirmed, so only that is asked for; and nothing that comes is believed before it is checked,
 * so a member that has the wrong bytes, or none, does no harm.
 */
final class Mending {
  /** A member that does not answer, or not what is wanted, is asked again after so long. */
  static final int ANSWER_MILLIS = 10_000;

  /** How long nothing is asked for after the member had nothing to give; then twice as long. */
  static final int NOTHING_MILLIS = 1_000;

  /** And no longer than this. */
  static final int LONGEST_PAUSE_MILLIS = 600_000;

  private final Shared shared;
  private ReplicaPort.@Nullable Damaged asked;
  private long askedOver;
  private long askAgainNanos = Long.MIN_VALUE;
  private int pauseMillis = NOTHING_MILLIS;
  private @Nullable Fetch wanted;
  private long wantedOver;

  Mending(Shared shared) {
    this.shared = shared;
  }

  /**
   * Takes a question or an answer of the present epoch, from the member that copies are shared
   * with.
   */
  void received(long session, LinkMessage message, ReplicaStep step) {
    if (message instanceof Fetch fetch) {
      wanted = fetch;
      wantedOver = session;
    } else if (message instanceof Fetched fetched) {
      take(session, fetched, step);
    }
  }

  private void take(long session, Fetched fetched, ReplicaStep step) {
    ReplicaPort.Damaged now = asked;
    if (now == null || session != askedOver || fetched.position() != now.from()) {
      return;
    }
    if (fetched.frames().hasRemaining()) {
      pauseMillis = NOTHING_MILLIS;
      step.port().mend(fetched.position(), fetched.frames());
    } else {
      step.note(
          ReplicaNote.DAMAGE,
          "the other member has no sound bytes from " + now.from() + " on either");
      askAgainNanos = step.in(pauseMillis);
      pauseMillis = Math.min(2 * pauseMillis, LONGEST_PAUSE_MILLIS);
      asked = null;
      step.port().mendLater(now);
    }
  }

  /**
   * Does what is due.
   *
   * @param session over which copies flow; 0: none do
   */
  void advance(long session, ReplicaStep step) {
    answer(session, step);
    ask(session, step);
  }

  private void answer(long session, ReplicaStep step) {
    Fetch fetch = wanted;
    if (fetch == null) {
      return;
    }
    if (session != wantedOver) {
      wanted = null;
      return;
    }
    ReplicaPort port = step.port();
    if (!port.canSend(session)) {
      return;
    }
    long most = Math.min(shared.settings().chunkBytes(), fetch.end() - fetch.position());
    ByteBuffer frames = port.soundFrames(fetch.position(), (int) most);
    if (frames != null) {
      port.send(session, new Fetched(shared.standing().epoch(), fetch.position(), frames));
      wanted = null;
    }
  }

  private void ask(long session, ReplicaStep step) {
    ReplicaPort port = step.port();
    ReplicaPort.Damaged damaged = port.damaged();
    if (session == 0 || damaged == null) {
      asked = null;
      askAgainNanos = Long.MIN_VALUE;
      pauseMillis = NOTHING_MILLIS;
      return;
    }
    boolean isNews = asked == null ? step.isDue(askAgainNanos) : isOther(session, damaged, asked);
    if ((!isNews && !step.isDue(askAgainNanos))
        || damaged.end() > shared.confirmed().position()
        || !port.canSend(session)) {
      return;
    }
    asked = damaged;
    askedOver = session;
    askAgainNanos = step.in(ANSWER_MILLIS);
    port.send(session, new Fetch(shared.standing().epoch(), damaged.from(), damaged.end()));
  }

  private boolean isOther(long session, ReplicaPort.Damaged damaged, ReplicaPort.Damaged before) {
    return session != askedOver || !damaged.equals(before);
  }

  /** When something is due although nothing happens. */
  long nextWakeNanos(long nowNanos) {
    return askAgainNanos > nowNanos ? askAgainNanos : Long.MAX_VALUE;
  }
}

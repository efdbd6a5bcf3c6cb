package io.feige.broker.core.replica;

import io.feige.protocol.cluster.Member;
import io.feige.protocol.link.Ack;
import io.feige.protocol.link.Copy;
import io.feige.protocol.link.SnapshotPart;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * One connection on which the active sends its journal to the other member, and how far that is. No
 * more than a window is under way; a copy without bytes is sent where nothing else was for a while,
 * because it is the acks of what is sent that renew the lease. A member that is not in sync is sent
 * what was there before it joined at the pace that is set.
 */
final class Feeding {
  /** After so many timeouts without a sign of the other side the connection is a dead one. */
  private static final int DEAD_TIMEOUTS = 10;

  /** What the pace could not send because the loop was busy is made up for, as far as this. */
  private static final int CATCH_UP_MILLIS = 20;

  private static final int CHUNKS_PER_TIMEOUT = 4;

  private static final long NANOS_PER_SECOND = 1_000_000_000;

  private final ReplicaSettings settings;
  private final long session;
  private final Member member;
  private final long epoch;
  private final long joinedEnd;
  private final long rate;
  private final int chunkBytes;
  private final ReplicaPort.@Nullable SnapshotAt snapshot;
  private long snapshotSent;
  private long sent;
  private long written;
  private long durable;
  private long sentNanos = Long.MIN_VALUE;
  private long pacedNanos = Long.MIN_VALUE;
  private long aliveNanos;
  private boolean hasAcked;
  private boolean isBlocked;
  private boolean isHeldBack;

  /**
   * @param from position of the first byte that is sent
   * @param snapshot sent before that; null: none
   */
  Feeding(
      Shared shared,
      long session,
      Member member,
      long from,
      ReplicaPort.@Nullable SnapshotAt snapshot,
      ReplicaStep step) {
    this.settings = shared.settings();
    this.session = session;
    this.member = member;
    this.epoch = shared.standing().epoch();
    this.sent = from;
    this.written = from;
    this.durable = -1;
    this.joinedEnd = step.port().end();
    // Who is waited for is not held back.
    boolean isInSync = shared.standing().otherInSync().equals(member);
    this.rate = isInSync ? 0 : settings.joinBytesPerSecond();
    this.chunkBytes = chunk(settings, rate);
    this.aliveNanos = step.nowNanos();
    this.snapshot = snapshot;
  }

  long session() {
    return session;
  }

  Member member() {
    return member;
  }

  /** Position up to which the other member has acknowledged the bytes. */
  long written() {
    return written;
  }

  /** Position up to which the other member's disk has the bytes; -1: it has not said. */
  long durable() {
    return durable;
  }

  boolean hasAcked() {
    return hasAcked;
  }

  /** So much that at its pace the other side hears of this one several times in a timeout. */
  private static int chunk(ReplicaSettings settings, long rate) {
    long most = settings.chunkBytes();
    if (rate > 0) {
      most = Math.clamp(rate / CHUNKS_PER_TIMEOUT * settings.timeoutMillis() / 1_000, 1, most);
    }
    return (int) most;
  }

  /** Sends what may be sent now; returns why this cannot go on, empty if it can. */
  String feed(long commit, ReplicaStep step) {
    isHeldBack = false;
    if (step.isDue(deadNanos())) {
      return "nothing was acknowledged for too long";
    }
    if (!isSnapshotSent() && !sendSnapshot(step)) {
      return "";
    }
    ReplicaPort port = step.port();
    while (sent < port.written() && room() > 0 && isDue(step) && port.canSend(session)) {
      if (sent < port.start()) {
        return "bytes from " + sent + " on are wanted, and gone up to " + port.start();
      }
      ByteBuffer frames = port.frames(sent, (int) Math.min(room(), chunkBytes));
      if (!frames.hasRemaining()) {
        break;
      }
      copy(frames, commit, step);
    }
    isBlocked = !port.canSend(session);
    if (!isBlocked && step.isDue(probeNanos())) {
      copy(ByteBuffer.allocate(0), commit, step);
    }
    return "";
  }

  /** Whether the next bytes may go by the pace. */
  private boolean isDue(ReplicaStep step) {
    isHeldBack = sent < joinedEnd && !step.isDue(pacedNanos);
    return !isHeldBack;
  }

  /** Old bytes were sent, so the next ones are due later. */
  private void pace(int bytes, ReplicaStep step) {
    if (rate > 0) {
      long earliest = Math.max(pacedNanos, step.nowNanos() - ReplicaStep.nanos(CATCH_UP_MILLIS));
      pacedNanos = earliest + bytes * NANOS_PER_SECOND / rate;
    }
  }

  private long room() {
    return settings.windowBytes() - (sent - written);
  }

  private void copy(ByteBuffer frames, long commit, ReplicaStep step) {
    int bytes = frames.remaining();
    step.port()
        .send(session, new Copy(epoch, sent, step.port().end(), commit, step.nowNanos(), frames));
    if (sent < joinedEnd) {
      pace(bytes, step);
    }
    sent += bytes;
    sentNanos = step.nowNanos();
  }

  private boolean isSnapshotSent() {
    return snapshot == null || snapshotSent == snapshot.bytes();
  }

  /** Sends parts, at most a window's worth in one decision; returns whether all are sent. */
  private boolean sendSnapshot(ReplicaStep step) {
    ReplicaPort port = step.port();
    long pause = snapshotSent + settings.windowBytes();
    while (!isSnapshotSent()
        && snapshotSent < pause
        && step.isDue(pacedNanos)
        && port.canSend(session)) {
      ByteBuffer part = port.snapshotPart(snapshotSent, chunkBytes);
      int bytes = part.remaining();
      if (bytes == 0) {
        throw new IllegalStateException("the snapshot ends at " + snapshotSent);
      }
      port.send(session, new SnapshotPart(epoch, part));
      snapshotSent += bytes;
      pace(bytes, step);
      aliveNanos = step.nowNanos();
    }
    isBlocked = !port.canSend(session);
    return isSnapshotSent();
  }

  /** Takes an ack; returns what is wrong with it, empty if nothing is. */
  String acked(Ack ack, ReplicaStep step) {
    if (ack.written() > sent || ack.sentNanos() > sentNanos) {
      return "what was not sent is acknowledged";
    }
    hasAcked = true;
    aliveNanos = step.nowNanos();
    written = Math.max(written, ack.written());
    durable = Math.max(durable, ack.durable());
    return "";
  }

  /**
   * Whether it has all but a little, so that it may be waited for. It must hold what was here when
   * it joined, on its disk: before that, a journal that began from a snapshot is thrown away by a
   * new start, and a disk that does nothing at all is noticed.
   */
  boolean hasCaughtUp(long end) {
    return hasAcked && durable >= joinedEnd && end - written <= settings.windowBytes() / 4;
  }

  private long deadNanos() {
    return aliveNanos + DEAD_TIMEOUTS * ReplicaStep.nanos(settings.timeoutMillis());
  }

  private long probeNanos() {
    return sentNanos + ReplicaStep.nanos(settings.probeMillis());
  }

  long nextWakeNanos(long nowNanos) {
    if (isBlocked) {
      return deadNanos();
    }
    if (!isSnapshotSent()) {
      return Math.min(deadNanos(), Math.max(pacedNanos, nowNanos));
    }
    long next = Math.min(probeNanos(), deadNanos());
    return isHeldBack ? Math.min(next, Math.max(pacedNanos, nowNanos)) : next;
  }
}

package io.feige.broker.core.group;

import io.feige.broker.core.port.BatchLog;
import io.feige.broker.core.port.Handout;
import io.feige.broker.core.port.Now;
import io.feige.protocol.batch.BatchHead;
import io.feige.protocol.frame.StoredFrame;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One pull being filled. Used once. Messages may be taken in any order; they are handed out by
 * ascending offset, each frame once, so that messages of one key keep their order.
 */
final class Pick {
  /** A list on the wire holds no more. */
  private static final int MAX_FRAMES = 65_535;

  /** How many gaps, and how many expired messages, one pick passes over. */
  static final int MAX_GONE_RANGES = 1_000;

  private static final int MAX_EXPIRED = 10_000;

  /** Pieces that are handed out in one answer, some milliseconds of work. */
  private static final int MAX_PIECES = 4_096;

  private final Dispatcher dispatcher;
  private final PickLimit limit;
  private final BatchLog log;
  private final Now now;
  private final long serial;

  /** By offset, and not by position: a copy stands behind younger messages. */
  private final TreeMap<Long, PickedFrame> frames = new TreeMap<>();

  private final OffsetRanges gone = new OffsetRanges();
  private @Nullable StoredFrame frame;
  private @Nullable BatchHead batch;
  private @Nullable PickedFrame current;
  private int expired;
  private int pieces;
  private long messages;
  private long bytes;
  private boolean isFull;
  private long missing = -1;

  Pick(Dispatcher dispatcher, PickLimit limit, BatchLog log, Now now, long serial) {
    this.dispatcher = dispatcher;
    this.limit = limit;
    this.log = log;
    this.now = now;
    this.serial = serial;
  }

  static int recordIndex(StoredFrame frame, long offset) {
    return frame.recordFirst() + (int) (offset - frame.baseOffset());
  }

  Now now() {
    return now;
  }

  long serial() {
    return serial;
  }

  boolean hasRoom() {
    return !isFull
        && missing < 0
        && messages < limit.messages()
        && pieces < MAX_PIECES
        && gone.rangeCount() < MAX_GONE_RANGES
        && expired < MAX_EXPIRED;
  }

  Picked result() {
    List<Handout> handouts = new ArrayList<>(frames.size());
    frames.values().forEach(picked -> handouts.add(picked.handout()));
    return new Picked(handouts, gone.ranges(), messages, missing);
  }

  /**
   * Takes what it can of the range, in order, and leases it. Messages held back by their key,
   * expired ones and those that are not stored any more count as dealt with. It ends where a
   * message has to be fetched first.
   *
   * @return the first offset that was not dealt with; after {@code last} when all were
   */
  long take(long first, long last) {
    long next = first;
    while (next <= last && hasRoom()) {
      StoredFrame at = load(next);
      if (at == null || at.baseOffset() > next) {
        next = passGap(next, last, at);
      } else {
        long frameLast = at.baseOffset() + at.recordCount() - 1;
        next = takeOfFrame(next, Math.min(last, frameLast));
      }
    }
    return next;
  }

  /** Passes over what is stored nowhere any more, up to the frame that follows. */
  private long passGap(long first, long last, @Nullable StoredFrame following) {
    long end = log.knownUntil(dispatcher.partition(), first);
    if (end <= first) {
      missing = first;
      return first;
    }
    if (following != null) {
      end = Math.min(end, following.baseOffset());
    }
    long until = Math.min(last, end - 1);
    gone.add(first, until);
    return until + 1;
  }

  private long takeOfFrame(long first, long last) {
    if (!fits(loaded())) {
      return first;
    }
    if (dispatcher.isOrdered() || head().hasColumn(BatchHead.EXPIRIES)) {
      return takeOneByOne(first, last);
    }
    long until = Math.min(last, first + limit.messages() - messages - 1);
    select(first, until);
    return until + 1;
  }

  private long takeOneByOne(long first, long last) {
    long next = first;
    while (next <= last && hasRoom()) {
      if (isExpired(next)) {
        passOver(next);
      } else if (isFree(next)) {
        select(next, next);
      }
      next++;
    }
    return next;
  }

  private boolean isFree(long offset) {
    int lock = dispatcher.lockOf(loaded(), head(), offset);
    return lock == Dispatcher.UNLOCKED || dispatcher.locks().takeOrHoldBack(lock, offset, serial);
  }

  /** Takes a message whose key this pull has locked already. */
  void takeLocked(long offset) {
    StoredFrame at = load(offset);
    boolean isHere = at != null && at.baseOffset() <= offset;
    if (!isHere && log.knownUntil(dispatcher.partition(), offset) <= offset) {
      missing = offset;
      dispatcher.locks().giveBack(offset);
    } else if (!isHere || isExpired(offset)) {
      passOver(offset);
    } else if (fits(loaded())) {
      select(offset, offset);
    } else {
      dispatcher.locks().giveBack(offset);
    }
  }

  private boolean isExpired(long offset) {
    return isExpired(loaded(), head(), offset, now);
  }

  /** Whether a message of a frame, whose batch this is, is not to be delivered any more. */
  static boolean isExpired(StoredFrame frame, BatchHead batch, long offset, Now now) {
    if (!batch.hasColumn(BatchHead.EXPIRIES)) {
      return false;
    }
    long expiry = batch.expiryMillis(recordIndex(frame, offset));
    return expiry != 0 && expiry <= now.millis();
  }

  private void passOver(long offset) {
    gone.add(offset, offset);
    expired++;
  }

  /** Leases offsets of the loaded frame, which fits, and adds them to what is handed out. */
  private void select(long first, long last) {
    PickedFrame picked = pickedFrame(loaded());
    long next = first;
    while (next <= last) {
      long until = dispatcher.sameAttemptUntil(next, last);
      int attempt = dispatcher.attemptOf(next);
      dispatcher.lease(next, until, limit.grant(), now.nanos());
      pieces++;
      picked.add(recordIndex(loaded(), next), (int) (until - next + 1), attempt);
      next = until + 1;
    }
    messages += last - first + 1;
  }

  /** Whether the frame's bytes can be handed out too; the first frame's always can. */
  private boolean fits(StoredFrame at) {
    boolean isIn = current != null && current.position() == at.position();
    if (isIn || frames.isEmpty() || frames.containsKey(at.baseOffset())) {
      return true;
    }
    isFull = bytes + at.length() > limit.bytes() || frames.size() == MAX_FRAMES;
    return !isFull;
  }

  private PickedFrame pickedFrame(StoredFrame at) {
    PickedFrame picked = current;
    if (picked == null || picked.position() != at.position()) {
      picked = frames.get(at.baseOffset());
      if (picked == null) {
        picked = new PickedFrame(at.position(), at.length());
        frames.put(at.baseOffset(), picked);
        bytes += at.length();
      }
      current = picked;
    }
    return picked;
  }

  private @Nullable StoredFrame load(long offset) {
    StoredFrame at = frame;
    if (at == null || offset < at.baseOffset() || offset >= at.baseOffset() + at.recordCount()) {
      at = log.find(dispatcher.partition(), offset);
      frame = at;
      batch = at == null ? null : at.batch();
    }
    return at;
  }

  private StoredFrame loaded() {
    return Objects.requireNonNull(frame);
  }

  private BatchHead head() {
    return Objects.requireNonNull(batch);
  }
}

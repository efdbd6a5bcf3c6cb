package io.feige.broker.core.decide;

import io.feige.broker.core.port.Now;
import io.feige.broker.core.port.Sink;
import io.feige.broker.core.record.JournalRecord.DeadLetter;
import io.feige.broker.core.record.JournalRecord.Messages;
import io.feige.broker.core.record.RecordCodec;
import io.feige.broker.core.state.PartitionState;
import io.feige.protocol.batch.BatchReader;
import io.feige.protocol.frame.LetterOrigin;
import io.feige.protocol.frame.StoredFrame;
import io.feige.protocol.model.LetterRule;
import io.feige.protocol.model.NameRule;
import io.feige.protocol.model.OffsetRange;
import org.jspecify.annotations.Nullable;

/**
 * Moves messages that a group has given up to the dead-letter topic. One frame both stores them
 * there and settles them here. They are cut out of their batch, see {@link Cut}; a compressed one
 * is unpacked for that, once a decision. Used within one decision.
 */
final class DeadLetters {
  private static final int MAX_REASON_CHARS = 1_000;

  /** What a move writes besides the batch: the letter's reason, and the topic if it is new. */
  private static final int ROOM_FOR_BOOKKEEPING = 8_192;

  private final ActiveState active;
  private final ActiveGroup group;
  private final Now now;
  private final Sink sink;
  private @Nullable BatchReader opened;
  private long openedAt = -1;

  DeadLetters(ActiveState active, ActiveGroup group, Now now, Sink sink) {
    this.active = active;
    this.group = group;
    this.now = now;
    this.sink = sink;
  }

  /** Whether a topic of that name can have a dead-letter topic beside it. */
  static boolean isPossibleFor(String topic) {
    return !LetterRule.isLetters(topic) && NameRule.permits(LetterRule.lettersOf(topic));
  }

  /** How far a move went. */
  enum Moved {
    /** The messages up to {@code last} are in the dead-letter topic. */
    MOVED,
    /** They are not stored any more, or were packed so that nobody can read them. */
    GONE,
    /**
     * It cannot be done now: the disk has no room for them, they have to be fetched first, or this
     * replica's copy of them is damaged.
     */
    NOT_NOW
  }

  /**
   * @param last of the messages that were dealt with
   */
  record Move(Moved moved, long last) {}

  /**
   * Why messages are given up.
   *
   * @param consumer who gave up the last of the attempts; empty if nobody did
   */
  record Why(int attempts, String consumer, String reason) {}

  /** Moves the first run of the messages that lies in one frame. */
  Move moveRun(OffsetRange range, Why why) {
    PartitionState origin = group.partition().state();
    StoredFrame frame = active.log().find(origin.id(), range.first());
    if (frame == null || frame.baseOffset() > range.first()) {
      return passGap(range, frame);
    }
    long until = Math.min(range.last(), frame.baseOffset() + frame.recordCount() - 1);
    BatchReader batch = open(frame);
    if (batch == null) {
      // A damaged copy must not spread; the other replica's may be sound.
      boolean isDamaged = frame.batch().problem() != null;
      return isDamaged ? new Move(Moved.NOT_NOW, range.last()) : new Move(Moved.GONE, until);
    }
    Cut cut = new Cut(frame, batch, range.first(), until);
    if (!sink.hasRoomFor(cut.bytes() + ROOM_FOR_BOOKKEEPING)) {
      return new Move(Moved.NOT_NOW, range.last());
    }
    PartitionState letters = lettersOf(origin);
    Messages messages =
        new Messages(
            letters.id(),
            letters.endOffset(),
            cut.recordFirst(),
            cut.count(),
            RecordCodec.producer(frame.batch()),
            new DeadLetter(originOf(range.first(), why)));
    active.scribe().write(messages, cut.toBuffer(), now, sink);
    return new Move(Moved.MOVED, until);
  }

  private LetterOrigin originOf(long offset, Why why) {
    PartitionState origin = group.partition().state();
    return new LetterOrigin(
        group.state().id(),
        origin.id(),
        offset,
        why.attempts(),
        origin.topic(),
        group.state().name(),
        why.consumer(),
        shortened(why.reason()));
  }

  /** The frame's batch, checked and unpacked; null if it is damaged, or cannot be unpacked. */
  private @Nullable BatchReader open(StoredFrame frame) {
    if (frame.position() != openedAt) {
      openedAt = frame.position();
      opened = Cut.open(active, frame);
    }
    return opened;
  }

  private Move passGap(OffsetRange range, @Nullable StoredFrame following) {
    int partition = group.partition().state().id();
    long end = active.log().knownUntil(partition, range.first());
    if (end <= range.first()) {
      sink.fetch(partition, range.first());
      return new Move(Moved.NOT_NOW, range.last());
    }
    if (following != null) {
      end = Math.min(end, following.baseOffset());
    }
    return new Move(Moved.GONE, Math.min(range.last(), end - 1));
  }

  private static String shortened(String reason) {
    if (reason.length() <= MAX_REASON_CHARS) {
      return reason;
    }
    boolean isSplit = Character.isHighSurrogate(reason.charAt(MAX_REASON_CHARS - 1));
    return reason.substring(0, isSplit ? MAX_REASON_CHARS - 1 : MAX_REASON_CHARS);
  }

  private PartitionState lettersOf(PartitionState origin) {
    String name = LetterRule.lettersOf(origin.topic());
    @Nullable PartitionState letters = active.state().topic(name);
    return letters != null
        ? letters
        : active
            .createTopic(active.limits().deadLetterSpec(origin.spec(), name), now, sink)
            .state();
  }
}

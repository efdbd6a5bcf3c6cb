package io.feige.broker.core.decide;

import io.feige.broker.core.port.Now;
import io.feige.broker.core.port.Sink;
import io.feige.broker.core.record.JournalRecord.DeadLetter;
import io.feige.broker.core.record.JournalRecord.Messages;
import io.feige.broker.core.record.RecordCodec;
import io.feige.broker.core.state.PartitionState;
import io.feige.protocol.frame.StoredFrame;
import io.feige.protocol.model.NameRule;
import io.feige.protocol.model.OffsetRange;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Moves messages that a group has given up to the dead-letter topic. One frame both stores them
 * there and settles them here. The batch is stored again as a whole, with the records that count
 * marked, because nothing is re-encoded.
 */
final class DeadLetters {
  static final String SUFFIX = ".dlq";
  private static final int MAX_REASON_CHARS = 1_000;

  /** What a move writes besides the batch: the letter's reason, and the topic if it is new. */
  private static final int ROOM_FOR_BOOKKEEPING = 8_192;

  private final Active active;
  private final ActiveGroup group;
  private final Now now;
  private final Sink sink;

  DeadLetters(Active active, ActiveGroup group, Now now, Sink sink) {
    this.active = active;
    this.group = group;
    this.now = now;
    this.sink = sink;
  }

  static boolean isDeadLetterTopic(String topic) {
    return topic.endsWith(SUFFIX);
  }

  /** Whether a topic of that name can have a dead-letter topic beside it. */
  static boolean isPossibleFor(String topic) {
    return !isDeadLetterTopic(topic) && NameRule.permits(topic + SUFFIX);
  }

  /** How far a move went. */
  enum Moved {
    /** The messages up to {@code last} are in the dead-letter topic. */
    MOVED,
    /** They are not stored any more. */
    GONE,
    /** It cannot be done now: the disk has no room for them, or they have to be fetched first. */
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
    if (!sink.hasRoomFor(frame.batchLength() + ROOM_FOR_BOOKKEEPING)) {
      return new Move(Moved.NOT_NOW, range.last());
    }
    long until = Math.min(range.last(), frame.baseOffset() + frame.recordCount() - 1);
    PartitionState letters = lettersOf(origin);
    Messages messages =
        new Messages(
            letters.id(),
            letters.endOffset(),
            frame.recordFirst() + (int) (range.first() - frame.baseOffset()),
            (int) (until - range.first() + 1),
            RecordCodec.producer(frame.batch()),
            new DeadLetter(
                group.state().id(),
                origin.id(),
                range.first(),
                why.attempts(),
                why.consumer(),
                shortened(why.reason())));
    active.scribe().write(messages, batchBytes(frame), now, sink);
    return new Move(Moved.MOVED, until);
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
    return reason.length() > MAX_REASON_CHARS ? reason.substring(0, MAX_REASON_CHARS) : reason;
  }

  static ByteBuffer batchBytes(StoredFrame frame) {
    return frame
        .bytes()
        .slice(StoredFrame.HEADER_BYTES + frame.extensionLength(), frame.batchLength());
  }

  private PartitionState lettersOf(PartitionState origin) {
    String name = origin.topic() + SUFFIX;
    @Nullable PartitionState letters = active.state().topic(name);
    return letters != null
        ? letters
        : active
            .createTopic(active.limits().deadLetterSpec(origin.spec(), name), now, sink)
            .state();
  }
}

package io.feige.broker.core.record;

import io.feige.broker.core.record.JournalRecord.Carried;
import io.feige.broker.core.record.JournalRecord.CarriedDelay;
import io.feige.broker.core.record.JournalRecord.Cause;
import io.feige.broker.core.record.JournalRecord.DeadLetter;
import io.feige.broker.core.record.JournalRecord.Delayed;
import io.feige.broker.core.record.JournalRecord.DelayedCancelled;
import io.feige.broker.core.record.JournalRecord.Epoch;
import io.feige.broker.core.record.JournalRecord.GroupCreated;
import io.feige.broker.core.record.JournalRecord.GroupDeleted;
import io.feige.broker.core.record.JournalRecord.GroupReset;
import io.feige.broker.core.record.JournalRecord.Handed;
import io.feige.broker.core.record.JournalRecord.MailAcked;
import io.feige.broker.core.record.JournalRecord.MailSpread;
import io.feige.broker.core.record.JournalRecord.MailSubscribed;
import io.feige.broker.core.record.JournalRecord.MailboxDeleted;
import io.feige.broker.core.record.JournalRecord.Messages;
import io.feige.broker.core.record.JournalRecord.Producer;
import io.feige.broker.core.record.JournalRecord.Published;
import io.feige.broker.core.record.JournalRecord.Released;
import io.feige.broker.core.record.JournalRecord.Replayed;
import io.feige.broker.core.record.JournalRecord.Settle;
import io.feige.broker.core.record.JournalRecord.SettleItem;
import io.feige.broker.core.record.JournalRecord.Settlement;
import io.feige.broker.core.record.JournalRecord.StartsAt;
import io.feige.broker.core.record.JournalRecord.TopicAltered;
import io.feige.broker.core.record.JournalRecord.TopicCreated;
import io.feige.broker.core.record.JournalRecord.TopicDeleted;
import io.feige.protocol.batch.BatchHead;
import io.feige.protocol.frame.FrameKind;
import io.feige.protocol.frame.LetterOrigin;
import io.feige.protocol.frame.LetterReplay;
import io.feige.protocol.frame.StoredFrame;
import io.feige.protocol.model.TopicSpec;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Records to frames and back; the layouts of {@code docs/journal-format.md}. */
public final class RecordCodec {
  private static final int CREATE = 1;
  private static final int DELETE_TOPIC = 2;
  private static final int ALTER_TOPIC = 3;
  private static final int RESET_GROUP = 2;
  private static final int DELETE_GROUP = 3;
  private static final int SETTLE_ITEM_BYTES = 29;
  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0).asReadOnlyBuffer();

  private RecordCodec() {}

  /**
   * The frame's content for a record.
   *
   * @param batch of MESSAGES and DELAYED, else null
   */
  public static RecordDraft draft(JournalRecord record, @Nullable ByteBuffer batch) {
    return switch (record) {
      case Messages messages -> messagesDraft(messages, 0, batch);
      case Carried carried -> messagesDraft(carried.messages(), FrameKind.FLAG_CARRIED, batch);
      case CarriedDelay carried ->
          new RecordDraft(
              FrameKind.DELAYED,
              FrameKind.FLAG_CARRIED,
              carried.partition(),
              0,
              0,
              0,
              new BytesOut(16).u64(carried.id()).done(),
              batch);
      case DelayedCancelled cancelled ->
          plain(FrameKind.CANCEL, cancelled.partition(), cancelBytes(cancelled), null);
      case StartsAt starts ->
          plain(FrameKind.START, 0, new BytesOut(16).u64(starts.position()).done(), null);
      case Delayed delayed -> plain(FrameKind.DELAYED, delayed.partition(), NOTHING, batch);
      case Settle settle -> plain(FrameKind.SETTLE, settle.partition(), settleBytes(settle), null);
      case Epoch epoch ->
          plain(
              FrameKind.EPOCH,
              0,
              new BytesOut(64).string(epoch.nodeId()).string(epoch.bootId()).done(),
              null);
      case TopicCreated created -> topic(CREATE, created.partition(), created.spec());
      case TopicAltered altered -> topic(ALTER_TOPIC, altered.partition(), altered.spec());
      case TopicDeleted deleted -> topic(DELETE_TOPIC, deleted.partition(), null);
      case GroupCreated created ->
          group(
              CREATE,
              created.partition(),
              created.group(),
              created.generation(),
              created.start(),
              created.name());
      case GroupReset reset ->
          group(
              RESET_GROUP, reset.partition(), reset.group(), reset.generation(), reset.start(), "");
      case GroupDeleted deleted ->
          group(DELETE_GROUP, deleted.partition(), deleted.group(), 0, 0, "");
      case MailAcked _, MailboxDeleted _, MailSubscribed _, MailSpread _ ->
          plain(FrameKind.MAILBOX, record.partition(), MailRecords.bytes(record), null);
      case Handed handed ->
          plain(
              FrameKind.HANDED,
              handed.partition(),
              new BytesOut(16)
                  .u32(handed.group())
                  .u32(handed.generation())
                  .u64(handed.upTo())
                  .done(),
              null);
    };
  }

  private static RecordDraft messagesDraft(
      Messages messages, int flags, @Nullable ByteBuffer batch) {
    return new RecordDraft(
        FrameKind.MESSAGES,
        flags | flagsOf(messages),
        messages.partition(),
        messages.baseOffset(),
        messages.recordFirst(),
        messages.recordCount(),
        extensionOf(messages),
        batch);
  }

  private static RecordDraft plain(
      FrameKind kind, int partition, ByteBuffer extension, @Nullable ByteBuffer batch) {
    return new RecordDraft(kind, 0, partition, 0, 0, 0, extension, batch);
  }

  private static RecordDraft topic(int action, int partition, @Nullable TopicSpec spec) {
    BytesOut out = new BytesOut(128).u8(action);
    return plain(FrameKind.TOPIC, partition, (spec == null ? out : out.spec(spec)).done(), null);
  }

  private static RecordDraft group(
      int action, int partition, int group, int generation, long start, String name) {
    BytesOut out = new BytesOut(64).u8(action).u32(group).u32(generation).u64(start).string(name);
    return plain(FrameKind.GROUP, partition, out.done(), null);
  }

  private static int flagsOf(Messages messages) {
    int addressed = messages.recipients().isEmpty() ? 0 : FrameKind.FLAG_ADDRESSED;
    return addressed | flagsOf(messages.cause());
  }

  private static int flagsOf(Cause cause) {
    return switch (cause) {
      case Published _ -> 0;
      case Released _ -> FrameKind.FLAG_RELEASED;
      case DeadLetter _ -> FrameKind.FLAG_DEAD_LETTER;
      case Replayed _ -> FrameKind.FLAG_REPLAYED;
    };
  }

  private static ByteBuffer extensionOf(Messages messages) {
    ByteBuffer cause = causeBytes(messages.cause());
    return messages.recipients().isEmpty() ? cause : MailRecords.recipientsBehind(cause, messages);
  }

  private static ByteBuffer causeBytes(Cause cause) {
    return switch (cause) {
      case Published _ -> NOTHING;
      case Released released -> new BytesOut(8).u64(released.delayedPosition()).done();
      case DeadLetter letter -> letter.origin().toBytes();
      case Replayed replayed -> replayed.letters().toBytes();
    };
  }

  private static ByteBuffer cancelBytes(DelayedCancelled cancelled) {
    BytesOut out = new BytesOut(16).u64(cancelled.id());
    return out.u32(cancelled.index()).u32(cancelled.left()).done();
  }

  private static ByteBuffer settleBytes(Settle settle) {
    BytesOut out = new BytesOut(64 + settle.items().size() * SETTLE_ITEM_BYTES);
    out.u32(settle.group()).u32(settle.generation()).string(settle.consumer());
    out.u16(settle.items().size());
    for (SettleItem item : settle.items()) {
      out.u8(item.kind().number()).u64(item.first()).u64(item.last());
      out.u16(item.attempts()).u16(item.tries()).u64(item.dueMillis());
    }
    return out.done();
  }

  /** Reads a frame whose header and extension passed their checks. */
  public static JournalRecord read(StoredFrame frame) {
    FrameKind kind = frame.kind();
    if (kind == null) {
      throw new IllegalStateException("a frame of unknown kind at " + frame.position());
    }
    BytesIn in = new BytesIn(frame.extension());
    int partition = frame.partition();
    return switch (kind) {
      case MESSAGES -> {
        Messages messages = messages(frame, in);
        yield frame.hasFlag(FrameKind.FLAG_CARRIED) ? new Carried(messages) : messages;
      }
      case DELAYED -> {
        Delayed delayed = delayed(partition, frame.batch());
        yield frame.hasFlag(FrameKind.FLAG_CARRIED) ? new CarriedDelay(delayed, in.u64()) : delayed;
      }
      case CANCEL -> new DelayedCancelled(partition, in.u64(), in.u32(), in.u32());
      case START -> new StartsAt(in.u64());
      case SETTLE -> settle(partition, in);
      case EPOCH -> new Epoch(frame.epoch(), in.string(), in.string());
      case TOPIC -> topicRecord(partition, in);
      case GROUP -> groupRecord(partition, in);
      case MAILBOX -> MailRecords.read(partition, in);
      case HANDED -> new Handed(partition, in.u32(), in.u32(), in.u64());
    };
  }

  /** A batch that waits. */
  public static Delayed delayed(int partition, BatchHead batch) {
    return new Delayed(
        partition, batch.deliverAtMillis(), batch.recordCount(), batch.length(), producer(batch));
  }

  /** What a frame of messages says, whether it is a copy or not. */
  public static Messages messages(StoredFrame frame) {
    return messages(frame, new BytesIn(frame.extension()));
  }

  private static Messages messages(StoredFrame frame, BytesIn in) {
    Cause cause = Published.PUBLISHED;
    if (frame.hasFlag(FrameKind.FLAG_RELEASED)) {
      cause = new Released(in.u64());
    } else if (frame.hasFlag(FrameKind.FLAG_DEAD_LETTER)) {
      cause = new DeadLetter(originOf(frame));
    } else if (frame.hasFlag(FrameKind.FLAG_REPLAYED)) {
      cause = new Replayed(replayOf(frame));
    }
    boolean isAddressed = frame.hasFlag(FrameKind.FLAG_ADDRESSED);
    return new Messages(
        frame.partition(),
        frame.baseOffset(),
        frame.recordFirst(),
        frame.recordCount(),
        producer(frame.batch()),
        cause,
        isAddressed ? MailRecords.readRecipients(in, frame.recordCount()) : List.of());
  }

  private static LetterOrigin originOf(StoredFrame frame) {
    LetterOrigin origin = LetterOrigin.read(frame.extension());
    if (origin == null) {
      throw new IllegalStateException("a dead letter at " + frame.position() + " has no origin");
    }
    return origin;
  }

  private static LetterReplay replayOf(StoredFrame frame) {
    LetterReplay replay = LetterReplay.read(frame.extension());
    if (replay == null) {
      throw new IllegalStateException("it is not said what is replayed at " + frame.position());
    }
    return replay;
  }

  /** Who sent the batch. */
  public static Producer producer(BatchHead batch) {
    return new Producer(batch.producerId(), batch.sequence());
  }

  private static Settle settle(int partition, BytesIn in) {
    int group = in.u32();
    int generation = in.u32();
    String consumer = in.string();
    int count = in.u16();
    List<SettleItem> items = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      items.add(
          new SettleItem(settlement(in.u8()), in.u64(), in.u64(), in.u16(), in.u16(), in.u64()));
    }
    return new Settle(partition, group, generation, consumer, items);
  }

  private static Settlement settlement(int number) {
    return switch (number) {
      case 1 -> Settlement.ACKED;
      case 2 -> Settlement.RETRY;
      case 3 -> Settlement.DROPPED;
      default -> throw new IllegalStateException("settlement " + number + " is not known");
    };
  }

  private static JournalRecord topicRecord(int partition, BytesIn in) {
    int action = in.u8();
    return switch (action) {
      case CREATE -> new TopicCreated(partition, in.spec());
      case ALTER_TOPIC -> new TopicAltered(partition, in.spec());
      case DELETE_TOPIC -> new TopicDeleted(partition);
      default -> throw new IllegalStateException("topic action " + action + " is not known");
    };
  }

  private static JournalRecord groupRecord(int partition, BytesIn in) {
    int action = in.u8();
    int group = in.u32();
    int generation = in.u32();
    long start = in.u64();
    String name = in.string();
    return switch (action) {
      case CREATE -> new GroupCreated(partition, group, generation, start, name);
      case RESET_GROUP -> new GroupReset(partition, group, generation, start);
      case DELETE_GROUP -> new GroupDeleted(partition, group);
      default -> throw new IllegalStateException("group action " + action + " is not known");
    };
  }
}

package io.feige.broker.core.state;

import io.feige.broker.core.group.Cursor;
import io.feige.broker.core.group.RangeMap;
import io.feige.broker.core.record.BytesIn;
import io.feige.broker.core.record.BytesOut;
import io.feige.broker.core.record.JournalRecord.Producer;
import io.feige.protocol.link.EpochStart;
import io.feige.protocol.model.OffsetRange;
import java.nio.ByteBuffer;
import java.util.BitSet;
import java.util.List;

/**
 * The applied state as bytes: equal states give equal bytes, so that they also serve to compare
 * replicas. The journal adds position and checksum.
 */
public final class SnapshotCodec {
  private static final int FORMAT_VERSION = 7;

  /** Says nothing of mailboxes. */
  private static final int FORMAT_WITHOUT_MAILBOXES = 6;

  /** Says nothing of producers that were forgotten. */
  private static final int FORMAT_WITHOUT_FORGOTTEN = 5;

  private SnapshotCodec() {}

  public static ByteBuffer write(ReplicaState state) {
    BytesOut out = new BytesOut(4096);
    writeHead(out, state);
    for (PartitionState partition : state.partitions()) {
      writePartition(out, partition);
    }
    writeRest(out, state);
    MailSnapshot.write(out, state);
    return out.done();
  }

  /** What stands before the partitions, and how many there are. */
  static void writeHead(BytesOut out, ReplicaState state) {
    out.u16(FORMAT_VERSION).u64(state.bornMillis()).u64(state.lastStampMillis());
    List<EpochStart> epochs = state.epochs();
    out.u32(epochs.size());
    for (EpochStart each : epochs) {
      out.u64(each.epoch()).u64(each.position());
    }
    out.u32(state.lastPartition()).u32(state.lastGroup()).u32(state.lastGeneration());
    out.u32(state.partitions().size());
  }

  /** What stands behind them; {@link MailSnapshot} comes after that. */
  static void writeRest(BytesOut out, ReplicaState state) {
    out.u32(state.delayed().size());
    for (DelayedTable.Waiting waiting : state.delayed().waiting()) {
      out.u64(waiting.position()).u32(waiting.partition()).u64(waiting.dueMillis());
      out.u64(waiting.id()).u32(waiting.batchBytes()).u32(waiting.records());
      long[] cancelled = waiting.cancelled().toLongArray();
      out.u16(cancelled.length);
      for (long bits : cancelled) {
        out.u64(bits);
      }
    }
    out.u64(state.startsAt());
  }

  static void writePartition(BytesOut out, PartitionState partition) {
    out.u32(partition.id()).spec(partition.spec());
    out.u64(partition.createdAtMillis()).u64(partition.endOffset());
    out.u64(partition.producers().forgottenSeconds());
    out.u32(partition.producers().size());
    partition.producers().forEach((id, entry) -> writeProducer(out, id, entry));
    out.u32(partition.groups().size());
    for (GroupState group : partition.groups()) {
      out.u32(group.id()).string(group.name());
      writeCursor(out, group.cursor());
    }
  }

  private static void writeProducer(BytesOut out, long id, ProducerTable.Entry entry) {
    out.u64(id).u64(entry.lastSequence).u16(entry.kept);
    for (int back = entry.kept - 1; back >= 0; back--) {
      long s = entry.lastSequence - back;
      ProducerTable.Taken taken = entry.taken(s);
      if (taken == null) {
        throw new IllegalStateException("receipt " + s + " of producer " + id + " is missing");
      }
      out.u64(taken.offset()).u64(taken.position()).u64(taken.timeMillis());
    }
  }

  private static void writeCursor(BytesOut out, Cursor cursor) {
    out.u32(cursor.generation()).u64(cursor.floor()).u64(cursor.handedUpTo());
    out.u32(cursor.settled().rangeCount());
    for (int i = 0; i < cursor.settled().rangeCount(); i++) {
      OffsetRange range = cursor.settled().range(i);
      out.u64(range.first()).u64(range.last());
    }
    out.u32(cursor.retries().rangeCount());
    for (RangeMap.Entry<Cursor.Retry> retry : cursor.retries().entries()) {
      out.u64(retry.first()).u64(retry.last());
      Cursor.Retry value = retry.value();
      out.u16(value.attempts()).u16(value.tries()).u64(value.dueMillis());
    }
  }

  /**
   * Reads what {@link #write} wrote.
   *
   * @throws IllegalStateException if the bytes are of another format version; the journal has
   *     checked that they are undamaged
   */
  public static ReplicaState read(ByteBuffer bytes, ReceiptLimits receipts) {
    BytesIn in = new BytesIn(bytes);
    int version = in.u16();
    if (version < FORMAT_WITHOUT_FORGOTTEN || version > FORMAT_VERSION) {
      throw new IllegalStateException("snapshot format " + version + " is not known");
    }
    ReplicaState state = new ReplicaState(receipts);
    state.bornAt(in.u64());
    state.stampedAt(in.u64());
    for (int left = in.u32(); left > 0; left--) {
      state.beginEpoch(new EpochStart(in.u64(), in.u64()));
    }
    int lastPartition = in.u32();
    int lastGroup = in.u32();
    int lastGeneration = in.u32();
    for (int left = in.u32(); left > 0; left--) {
      readPartition(in, version, state);
    }
    for (int left = in.u32(); left > 0; left--) {
      readDelayed(in, state);
    }
    state.startAt(in.u64());
    if (version > FORMAT_WITHOUT_MAILBOXES) {
      MailSnapshot.read(in, state);
    }
    state.restoreCounters(lastPartition, lastGroup, lastGeneration);
    return state;
  }

  private static void readDelayed(BytesIn in, ReplicaState state) {
    long position = in.u64();
    DelayedTable.Waiting waiting =
        new DelayedTable.Waiting(
            position,
            in.u32(),
            in.u64(),
            in.u64(),
            in.u32(),
            in.u32(),
            readCancelled(in),
            position);
    state.delayed().add(waiting);
    PartitionState partition = state.partition(waiting.partition());
    if (partition != null) {
      partition.countDelayed(1);
    }
  }

  private static BitSet readCancelled(BytesIn in) {
    long[] bits = new long[in.u16()];
    for (int i = 0; i < bits.length; i++) {
      bits[i] = in.u64();
    }
    return BitSet.valueOf(bits);
  }

  private static void readPartition(BytesIn in, int version, ReplicaState state) {
    int id = in.u32();
    PartitionState partition = new PartitionState(id, in.spec(), in.u64(), state.receipts());
    partition.endAt(in.u64());
    state.addPartition(partition);
    if (version > FORMAT_WITHOUT_FORGOTTEN) {
      partition.producers().forgotUpTo(in.u64());
    }
    for (int left = in.u32(); left > 0; left--) {
      readProducer(in, partition.producers());
    }
    for (int left = in.u32(); left > 0; left--) {
      state.addGroup(partition, new GroupState(in.u32(), in.string(), readCursor(in)));
    }
  }

  private static void readProducer(BytesIn in, ProducerTable producers) {
    long id = in.u64();
    long last = in.u64();
    int kept = in.u16();
    for (int back = kept - 1; back >= 0; back--) {
      ProducerTable.Taken taken = new ProducerTable.Taken(in.u64(), in.u64(), in.u64());
      producers.add(new Producer(id, last - back), taken);
    }
  }

  private static Cursor readCursor(BytesIn in) {
    Cursor cursor = new Cursor(in.u32(), in.u64());
    cursor.handUpTo(in.u64());
    for (int left = in.u32(); left > 0; left--) {
      cursor.settle(in.u64(), in.u64());
    }
    for (int left = in.u32(); left > 0; left--) {
      cursor.retry(in.u64(), in.u64(), new Cursor.Retry(in.u16(), in.u16(), in.u64()));
    }
    return cursor;
  }
}

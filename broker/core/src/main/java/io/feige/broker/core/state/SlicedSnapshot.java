package io.feige.broker.core.state;

import io.feige.broker.core.record.BytesOut;
import io.feige.broker.core.record.JournalRecord;
import io.feige.broker.core.record.JournalRecord.Carried;
import io.feige.broker.core.record.JournalRecord.CarriedDelay;
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
import io.feige.broker.core.record.JournalRecord.Replayed;
import io.feige.broker.core.record.JournalRecord.Settle;
import io.feige.broker.core.record.JournalRecord.StartsAt;
import io.feige.broker.core.record.JournalRecord.TopicAltered;
import io.feige.broker.core.record.JournalRecord.TopicCreated;
import io.feige.broker.core.record.JournalRecord.TopicDeleted;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The state as it was at one moment, written in slices while it goes on: whoever owns the state has
 * other things to do. What is neither partition nor mailbox is written in the beginning; of the
 * partitions, and of the mailboxes, one that a record is about to change is written before the
 * others.
 *
 * <p>The bytes are those of {@link SnapshotCodec}, with partitions and mailboxes in another order.
 */
public final class SlicedSnapshot {
  private static final int PART_BYTES = 64 << 10;

  private final ReplicaState state;
  private final int number;
  private final int lastPartition;
  private final ByteBuffer rest;
  private final List<ByteBuffer> parts = new ArrayList<>();
  private final SlicedMail mail;
  private BytesOut out = new BytesOut(PART_BYTES);
  private int written;

  /**
   * Begins one of a state that has none under way.
   *
   * @param number that none before had
   */
  SlicedSnapshot(ReplicaState state, int number) {
    this.state = state;
    this.number = number;
    this.lastPartition = state.lastPartition();
    SnapshotCodec.writeHead(out, state);
    BytesOut tail = new BytesOut(PART_BYTES);
    SnapshotCodec.writeRest(tail, state);
    this.rest = tail.done();
    this.mail = new SlicedMail(state, number);
    state.mail().keepsFor(mail, number);
  }

  /**
   * Writes the next partitions, or mailboxes.
   *
   * @param bytes about so many
   * @return whether that was all; then the state goes on without it
   */
  public boolean step(int bytes) {
    long until = (long) out.length() + bytes;
    PartitionState next = next();
    while (next != null && out.length() < until) {
      write(next);
      next = next();
    }
    if (next == null && mail.step(until - out.length())) {
      parts.add(out.done());
      parts.add(rest);
      parts.addAll(mail.bytes());
      state.snapshotEnds(this);
      return true;
    }
    flush();
    return false;
  }

  private @Nullable PartitionState next() {
    PartitionState next = state.partitionAfter(written);
    return next == null || next.id() > lastPartition ? null : next;
  }

  private void write(PartitionState partition) {
    if (partition.isNewTo(number)) {
      SnapshotCodec.writePartition(out, partition);
    }
    written = partition.id();
  }

  private void flush() {
    if (out.length() >= PART_BYTES) {
      parts.add(out.done());
      out = new BytesOut(PART_BYTES);
    }
  }

  /** All of it; when it is done. Any thread. */
  public List<ByteBuffer> bytes() {
    return parts.stream().map(ByteBuffer::duplicate).toList();
  }

  /** A record is about to be applied. */
  void before(JournalRecord record) {
    switch (record) {
      case Messages messages -> {
        keep(messages.partition());
        if (messages.cause() instanceof DeadLetter letter) {
          keepOfGroup(letter.origin().group());
        } else if (messages.cause() instanceof Replayed replayed) {
          keepOfGroup(replayed.letters().dealtWith());
        }
      }
      case Delayed waiting -> keep(waiting.partition());
      case Settle settle -> keepOfGroup(settle.group());
      case Handed handed -> keepOfGroup(handed.group());
      case GroupCreated created -> keep(created.partition());
      case GroupReset reset -> keepOfGroup(reset.group());
      case GroupDeleted deleted -> keepOfGroup(deleted.group());
      case TopicAltered altered -> keep(altered.partition());
      case TopicDeleted deleted -> keep(deleted.partition());
      case MailAcked _, MailboxDeleted _, MailSubscribed _, MailSpread _ -> {
        // Each mailbox says so itself.
      }
      case TopicCreated _, Carried _, CarriedDelay _, DelayedCancelled _, StartsAt _, Epoch _ -> {
        // What they change is written already, or is younger.
      }
    }
  }

  /** A partition is about to change. */
  void keep(int id) {
    keep(state.partition(id));
  }

  private void keepOfGroup(int group) {
    keep(state.partitionOfGroup(group));
  }

  private void keep(@Nullable PartitionState partition) {
    if (partition != null && partition.id() <= lastPartition && partition.isNewTo(number)) {
      SnapshotCodec.writePartition(out, partition);
      flush();
    }
  }
}

package io.feige.broker.server.pair.store;

import io.feige.broker.core.record.JournalRecord;
import io.feige.broker.core.record.JournalRecord.Delayed;
import io.feige.broker.core.record.JournalRecord.DelayedCancelled;
import io.feige.broker.core.record.RecordCodec;
import io.feige.broker.core.record.RecordDraft;
import io.feige.broker.core.state.RestoredState;
import io.feige.broker.journal.RestoredJournal;
import io.feige.broker.journal.append.FrameDraft;
import io.feige.broker.journal.disk.DiskFiles;
import io.feige.broker.journal.fault.JournalException;
import io.feige.broker.server.config.NodeConfig;
import io.feige.broker.store.history.StoredPair;
import io.feige.protocol.batch.BatchHead;
import io.feige.protocol.frame.FrameStamp;
import io.feige.protocol.link.EpochStart;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes a journal of what the message store knows of a pair. It has no messages but those that wait
 * for their time: the others are read back from the store.
 */
public final class JournalOfRows {
  private JournalOfRows() {}

  /**
   * Writes it. Until this returns it is of no use, and the next try begins anew.
   *
   * @param directory without a journal, or with one that never had a frame
   * @throws IllegalStateException if there is a journal with frames; nothing was changed
   * @throws JournalException if it cannot be written
   * @throws IOException if the directory cannot be used
   */
  public static void write(NodeConfig config, Path directory, StoredPair read) throws IOException {
    ByteBuffer snapshot =
        state(read).snapshot(read.lastPartition(), read.lastGroup(), read.lastGeneration());
    RestoredJournal.write(
        DiskFiles.open(directory), PairLimits.journal(config), read.end(), snapshot, frames(read));
  }

  /**
   * Where the last activation that the rows know of is said to have begun. No record can be there,
   * so it tells a journal in which nobody was active.
   */
  public static long activationBefore(long start) {
    return start - 1;
  }

  private static RestoredState state(StoredPair read) {
    EpochStart last = new EpochStart(read.epoch(), activationBefore(read.end()));
    RestoredState state = new RestoredState(read.bornMillis(), last, PairLimits.receipts());
    for (StoredPair.Topic topic : read.topics()) {
      int partition = topic.partition();
      state.topic(partition, topic.spec(), topic.createdMillis(), topic.endOffset());
      topic
          .groups()
          .forEach(group -> state.group(partition, group.id(), group.name(), group.cursor()));
      topic.sent().forEach(sent -> state.sent(partition, sent.producer(), sent.taken()));
      if (!topic.sent().isEmpty() && topic.sent().getFirst().taken().offset() > 0) {
        state.sentBefore(partition, topic.sent().getFirst().taken().timeMillis());
      }
    }
    return state;
  }

  /** The batches that wait, each followed by what was taken back of it. */
  private static List<FrameDraft> frames(StoredPair read) {
    List<FrameDraft> frames = new ArrayList<>();
    long position = read.end();
    for (StoredPair.Delay delay : read.delays()) {
      ByteBuffer batch = ByteBuffer.wrap(delay.batch());
      Delayed began =
          RecordCodec.delayed(delay.partition(), BatchHead.within(batch, 0, delay.batch().length));
      FrameDraft frame = frame(began, batch, delay.storedMillis(), read.epoch());
      long id = position;
      frames.add(frame);
      position += frame.frameBytes();
      int left = began.recordCount();
      for (int i : delay.cancelled().stream().toArray()) {
        DelayedCancelled cancelled = new DelayedCancelled(delay.partition(), id, i, --left);
        FrameDraft taken = frame(cancelled, FrameDraft.NOTHING, delay.storedMillis(), read.epoch());
        frames.add(taken);
        position += taken.frameBytes();
      }
    }
    return frames;
  }

  private static FrameDraft frame(JournalRecord record, ByteBuffer batch, long millis, long epoch) {
    RecordDraft draft = RecordCodec.draft(record, batch);
    FrameStamp stamp = FrameStamp.of(draft.kind(), draft.flags(), draft.partition(), millis);
    return new FrameDraft(stamp, epoch, draft.extension(), batch);
  }
}

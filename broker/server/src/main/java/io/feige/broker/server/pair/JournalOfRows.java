package io.feige.broker.server.pair;

import io.feige.broker.core.record.RecordCodec;
import io.feige.broker.core.record.RecordDraft;
import io.feige.broker.core.state.RestoredState;
import io.feige.broker.server.config.NodeConfig;
import io.feige.broker.server.journal.DiskFiles;
import io.feige.broker.server.journal.FrameDraft;
import io.feige.broker.server.journal.JournalException;
import io.feige.broker.server.journal.RestoredJournal;
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
    List<FrameDraft> frames = new ArrayList<>();
    read.delays().forEach(delay -> frames.add(frame(delay, read.epoch())));
    RestoredJournal.write(
        DiskFiles.open(directory), PairLimits.journal(config), read.end(), snapshot, frames);
  }

  /**
   * Where the last activation that the rows know of is said to have begun. No record can be there,
   * so it tells a journal in which nobody was active.
   */
  static long activationBefore(long start) {
    return start - 1;
  }

  private static RestoredState state(StoredPair read) {
    EpochStart last = new EpochStart(read.epoch(), activationBefore(read.end()));
    RestoredState state = new RestoredState(read.bornMillis(), last);
    for (StoredPair.Topic topic : read.topics()) {
      int partition = topic.partition();
      state.topic(partition, topic.spec(), topic.createdMillis(), topic.endOffset());
      topic
          .groups()
          .forEach(group -> state.group(partition, group.id(), group.name(), group.cursor()));
      topic.sent().forEach(sent -> state.sent(partition, sent.producer(), sent.taken()));
    }
    return state;
  }

  private static FrameDraft frame(StoredPair.Delay delay, long epoch) {
    ByteBuffer batch = ByteBuffer.wrap(delay.batch());
    BatchHead head = BatchHead.within(batch, 0, delay.batch().length);
    RecordDraft draft = RecordCodec.draft(RecordCodec.delayed(delay.partition(), head), batch);
    FrameStamp stamp =
        FrameStamp.of(draft.kind(), draft.flags(), draft.partition(), delay.storedMillis());
    return new FrameDraft(stamp, epoch, draft.extension(), batch);
  }
}

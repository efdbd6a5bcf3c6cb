package io.feige.broker.journal;

import io.feige.broker.journal.append.FrameDraft;
import io.feige.broker.journal.change.CopyResult;
import io.feige.broker.journal.disk.FilePort;
import io.feige.broker.journal.fault.JournalException;
import io.feige.broker.journal.fault.JournalFullException;
import io.feige.broker.journal.format.SnapshotHeader;
import io.feige.broker.journal.segment.JournalConfig;
import io.feige.broker.journal.snapshot.CopyStart;
import io.feige.broker.journal.snapshot.Replay;
import io.feige.protocol.frame.StoredFrame;
import java.nio.ByteBuffer;
import java.time.InstantSource;
import java.util.List;

/** Makes a journal that begins with a state, where there is none. */
public final class RestoredJournal {
  private RestoredJournal() {}

  /**
   * Writes it. Until this returns it is of no use, and the next try begins anew.
   *
   * @param files of a directory without a journal, or with one that never had a frame
   * @param position where it begins
   * @param state as given to {@link Journal#saveSnapshot}
   * @param frames that come after it
   * @throws IllegalStateException if there is a journal with frames; nothing was changed
   * @throws JournalException if it cannot be written
   */
  public static void write(
      FilePort files,
      JournalConfig config,
      long position,
      ByteBuffer state,
      List<FrameDraft> frames) {
    ByteBuffer header = SnapshotHeader.encode(position, state);
    long bytes = (long) header.remaining() + state.remaining();
    CopyStart from = new CopyStart(position, position, bytes);
    try (Journal journal =
        Journal.openCopy(files, config, InstantSource.system(), from, new Nobody())) {
      take(journal, header);
      take(journal, state);
      for (FrameDraft frame : frames) {
        append(journal, frame);
      }
      if (journal.durable() < journal.end()) {
        journal.force();
      }
    }
  }

  private static void take(Journal journal, ByteBuffer part) {
    CopyResult result = journal.takeSnapshot(part.duplicate());
    if (!result.cause().isEmpty()) {
      throw new JournalFullException(result.cause());
    }
  }

  private static void append(Journal journal, FrameDraft frame) {
    if (!journal.reserve(frame.frameBytes())) {
      throw new JournalFullException("the disk has no room for the journal");
    }
    journal.append(frame);
    journal.write();
  }

  /** The state is that of who gives it. */
  private record Nobody() implements Replay {
    @Override
    public void snapshot(long position, ByteBuffer body) {}

    @Override
    public void frame(StoredFrame frame) {}
  }
}

package io.feige.broker.journal.change;

import io.feige.broker.journal.disk.FilePort;
import io.feige.broker.journal.fault.JournalCorruptException;
import io.feige.broker.journal.fault.JournalFailedException;
import io.feige.broker.journal.fault.JournalFullException;
import io.feige.broker.journal.fault.JournalLockedException;
import io.feige.broker.journal.fault.NoSpaceException;
import io.feige.broker.journal.format.SegmentHeader;
import io.feige.broker.journal.format.SnapshotHeader;
import io.feige.broker.journal.segment.SegmentChain;
import io.feige.broker.journal.snapshot.Snapshots;
import java.io.Closeable;
import java.io.IOException;

/**
 * Takes away the end of a journal, or all of it, because another replica's journal went on
 * differently. The journal must be closed; it is opened again afterwards, and replays its state.
 *
 * <p>What goes is in salvage first, durably. Then everything that stays is made durable, then it is
 * written down what is to be done ({@link Unfinished}), then it is done. If the power goes before
 * it was written down, nothing has happened and the same cut can be asked for again; if it goes
 * after that, the next {@code Journal.open} completes the cut.
 */
public final class JournalCut {
  private final FilePort files;
  private final SalvagePort salvage;

  private JournalCut(FilePort files, SalvagePort salvage) {
    this.files = files;
    this.salvage = salvage;
  }

  /**
   * Removes everything from a position on.
   *
   * <p>The whole journal goes where what is below the position would be of no use: nothing, or
   * frames whose state could only be had from a snapshot that is gone. So the report's {@link
   * CutReport#end} is the position or 0.
   *
   * @throws IllegalArgumentException if no frame begins or ends there; nothing was changed
   * @throws JournalFullException if there is no room for salvage; nothing was changed
   * @throws JournalCorruptException if the journal is damaged; nothing was changed
   * @throws JournalLockedException if the journal is open
   * @throws JournalFailedException if files cannot be read or written
   */
  public static CutReport cut(FilePort files, long position, SalvagePort salvage) {
    return locked(files, () -> new JournalCut(files, salvage).cutFrom(position));
  }

  /**
   * Removes everything, keeping what lies at {@code agreed} or beyond in salvage. The journal is
   * empty afterwards. Exceptions as {@link #cut}.
   */
  public static CutReport wipe(FilePort files, long agreed, SalvagePort salvage) {
    return locked(files, () -> new JournalCut(files, salvage).wipeFrom(agreed));
  }

  /** What is done while the directory is locked. */
  private interface Work {
    CutReport run() throws IOException;
  }

  private static CutReport locked(FilePort files, Work work) {
    try (Closeable _ = files.lock("lock")) {
      Completion.ofLeftOver(files);
      return isEmpty(files) ? new CutReport(0, 0, 0, 0) : work.run();
    } catch (NoSpaceException e) {
      throw new JournalFullException("the disk has no room for salvage: " + e.getMessage());
    } catch (IOException e) {
      throw new JournalFailedException("JOURNAL-1012 cutting the journal failed: " + e, e);
    }
  }

  /** A copy from a snapshot that did not reach it is forgotten when its journal is closed. */
  private static boolean isEmpty(FilePort files) throws IOException {
    return SegmentChain.firsts(files.list()).isEmpty();
  }

  private CutReport cutFrom(long position) throws IOException {
    ClosedFrames frames = ClosedFrames.read(files, position);
    if (frames.bytes() == 0) {
      return report(frames, frames.end());
    }
    boolean isOfUse = position > frames.start() && isRestorable(frames.start(), position);
    if (!isOfUse) {
      return change(frames, Unfinished.wipe());
    }
    frames.forceBelow();
    return change(frames, Unfinished.cut(position));
  }

  private CutReport wipeFrom(long agreed) throws IOException {
    return change(ClosedFrames.read(files, agreed), Unfinished.wipe());
  }

  private CutReport change(ClosedFrames frames, Unfinished work) throws IOException {
    if (frames.bytes() > 0) {
      salvage.keep(frames);
    }
    work.write(files);
    Completion.of(files, work);
    return report(frames, work.position());
  }

  private static CutReport report(ClosedFrames frames, long end) {
    return new CutReport(frames.position(), frames.count(), frames.bytes(), end);
  }

  /** Whether the state at a position can still be made when younger snapshots have gone. */
  private boolean isRestorable(long start, long position) throws IOException {
    for (String name : files.list()) {
      long snapshot = SegmentHeader.positionIn(name, SnapshotHeader.SUFFIX);
      boolean isBetween = snapshot >= start && snapshot <= position;
      if (isBetween && Snapshots.isWhole(files, name, snapshot)) {
        return true;
      }
    }
    return start == 0;
  }
}

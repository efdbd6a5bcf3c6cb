package io.feige.broker.journal;

import io.feige.broker.journal.append.AppendSpace;
import io.feige.broker.journal.append.FrameAppender;
import io.feige.broker.journal.append.FrameCopier;
import io.feige.broker.journal.append.FrameDraft;
import io.feige.broker.journal.append.JournalParts;
import io.feige.broker.journal.append.Upkeep;
import io.feige.broker.journal.change.CopyResult;
import io.feige.broker.journal.change.Joining;
import io.feige.broker.journal.disk.FilePort;
import io.feige.broker.journal.fault.JournalCorruptException;
import io.feige.broker.journal.fault.JournalFailedException;
import io.feige.broker.journal.fault.JournalFullException;
import io.feige.broker.journal.fault.JournalLockedException;
import io.feige.broker.journal.fault.NoSpaceException;
import io.feige.broker.journal.live.LiveBytes;
import io.feige.broker.journal.live.NeededSpace;
import io.feige.broker.journal.live.OldestFrames;
import io.feige.broker.journal.live.Retention;
import io.feige.broker.journal.live.SegmentRemoval;
import io.feige.broker.journal.live.SpaceInUse;
import io.feige.broker.journal.recovery.OpenedFiles;
import io.feige.broker.journal.recovery.Recovery;
import io.feige.broker.journal.recovery.RecoveryReport;
import io.feige.broker.journal.segment.JournalConfig;
import io.feige.broker.journal.segment.JournalReader;
import io.feige.broker.journal.segment.Positions;
import io.feige.broker.journal.segment.SegmentList;
import io.feige.broker.journal.snapshot.CopyStart;
import io.feige.broker.journal.snapshot.Replay;
import io.feige.broker.journal.snapshot.StoredSnapshot;
import io.feige.protocol.frame.StoredFrame;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.InstantSource;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * One ordered sequence of frames on disk: the source that every other state is made from.
 *
 * <p>A frame goes through three positions. {@link #end()}: it was appended and has its place.
 * {@link #written()}: the system has it, it can be read, and it survives the death of the process.
 * {@link #durable()}: it survives a power cut. Only what is durable may be confirmed.
 *
 * <p>The journal starts no thread. Each method names the thread that may call it: the <i>loop</i>
 * thread owns the journal, one <i>flush</i> thread fsyncs, one <i>background</i> thread does {@link
 * #upkeep()}, and <i>any</i> thread may ask for positions. A simulator calls them all from one
 * thread. A thread that is inside must not be interrupted, because the JDK would close the file.
 *
 * <p>After a failed write or fsync the journal is finished: every call that would change something
 * throws {@link JournalFailedException}, and what is on the disk is for the next {@link #open} to
 * find out. A full disk is not a failure: {@link #reserve} says so before anything has changed.
 */
public final class Journal implements AutoCloseable {
  /** Answer of {@link #upkeep()}: nothing to do until {@link #upkeepDue()}. */
  public static final long IDLE = Upkeep.IDLE;

  /** There is none, or not yet. */
  public static final long NONE = JournalReader.NONE;

  private final JournalParts parts;
  private final Positions positions;
  private final AppendSpace space;
  private final FrameAppender appender;
  private final FrameCopier copier;
  private final JournalReader reader;
  private final SegmentRemoval removal;
  private final LiveBytes live;
  private final RecoveryReport recovery;
  private final Closeable lock;

  private Journal(OpenedFiles opened) {
    this.parts = opened.parts();
    this.positions = parts.positions();
    this.space = new AppendSpace(parts);
    this.appender = new FrameAppender(parts, space, opened.lastEpoch());
    this.copier = new FrameCopier(parts, space, appender);
    this.reader =
        new JournalReader(parts.files(), parts.segments(), positions, parts.room().hotBytes());
    this.removal = new SegmentRemoval(parts);
    this.live = new LiveBytes(parts.segments(), reader);
    this.recovery = opened.report();
    this.lock = opened.lock();
  }

  /**
   * Opens the journal of a directory, beginning a new one where there is none.
   *
   * <p>The newest undamaged snapshot and then every frame after it are given to {@code replay}; all
   * of it is durable when the call returns. A torn tail is cut, with one log line.
   *
   * @param clock asked for the time only during this call
   * @throws JournalCorruptException if something durable is damaged; nothing was changed then
   * @throws JournalLockedException if another process has the directory open
   * @throws JournalFullException if there is no room for a first segment
   * @throws JournalFailedException if the files cannot be read or written
   */
  public static Journal open(
      FilePort files, JournalConfig config, InstantSource clock, Replay replay) {
    return new Journal(Recovery.open(files, config, clock, replay));
  }

  /**
   * Begins a journal that is to copy another one, which has lost its beginning to retention. First
   * comes the other one's snapshot ({@link #takeSnapshot}), then its frames from {@code
   * from.start()} on ({@link #appendCopied}).
   *
   * <p>Before everything below the snapshot's position is written, the journal is of no use: if the
   * process ends by then, the next {@link #open} finds an empty journal, and {@code openCopy} can
   * begin anew. From then on what is written survives the process, as in every journal.
   *
   * @param files of a closed journal that never had a frame, or of a copy that was given up
   * @param replay given the snapshot's state
   * @throws IllegalStateException if there is a journal with frames; nothing was changed
   * @throws JournalLockedException if another process has the directory open
   * @throws JournalFullException if there is no room
   * @throws JournalFailedException if the files cannot be read or written
   */
  public static Journal openCopy(
      FilePort files, JournalConfig config, InstantSource clock, CopyStart from, Replay replay) {
    return new Journal(Recovery.openCopy(files, config, clock, from, replay));
  }

  /** What opening found. Any thread. */
  public RecoveryReport recovery() {
    return recovery;
  }

  /**
   * Whether a publish of so many bytes leaves the reserve of the disk untouched. Acks and other
   * small frames need not ask: the reserve is for them. Costs a system call. Loop thread.
   */
  public boolean hasRoomFor(long bytes) {
    return !appender.isStuck() && space.hasRoomFor(bytes);
  }

  /**
   * Whether so many bytes can be copied forward so that older ones may go: a part of the reserve is
   * for that. Costs a system call. Loop thread.
   */
  public boolean hasRoomToCarry(long bytes) {
    return space.hasRoomToCarry(bytes);
  }

  /**
   * Makes sure that frames of together so many bytes can be appended, whatever happens to the
   * disk's free space. To be called with the sum before the records of one decision are applied.
   * Loop thread.
   *
   * @param bytes sum of {@link FrameDraft#frameBytes()}, at most the longest frame
   * @return false if the disk is full; nothing has changed then
   */
  public boolean reserve(long bytes) {
    return appender.reserve(bytes);
  }

  /**
   * Gives a frame its place. The draft's batch is not copied when it is large: its bytes must stay
   * as they are until {@link #write()} has returned. Loop thread.
   *
   * @return the frame's position
   * @throws JournalFullException if the disk is full; nothing has changed then
   */
  public long append(FrameDraft draft) {
    return appender.append(draft);
  }

  /**
   * Writes everything that was appended, in few system calls. Where overwriting needs space and
   * there is none, {@link #written} stays: the frames are pending as a copy, nothing more is taken,
   * and the next call tries again. Loop thread.
   */
  public void write() {
    appender.write();
  }

  /**
   * Takes frames that another journal made, which begin at {@link #end()}, and writes them byte for
   * byte. All of them are checked before one is taken, their batches, too. Loop thread.
   *
   * @param frames whole frames; its position moves behind what was taken
   * @param visitor is shown each frame as soon as it is written, during its call only; but none
   *     that is in the snapshot the journal began from
   * @return unless it is done, nothing was taken; but when the disk is full, a part of more than
   *     {@link #maxCopyBytes()} may have been, or any part on file systems that need space to
   *     overwrite
   */
  public CopyResult appendCopied(ByteBuffer frames, Consumer<StoredFrame> visitor) {
    Joining joining = parts.joining();
    if (joining == null) {
      return copier.append(frames, visitor);
    }
    if (!joining.hasState()) {
      return CopyResult.damaged("the snapshot has to come first");
    }
    return copier.append(
        frames,
        frame -> {
          if (frame.position() >= joining.snapshotPosition()) {
            visitor.accept(frame);
          }
        });
  }

  /**
   * As many bytes as {@link #appendCopied} takes as a whole or not at all, and the longest frame
   * that it takes. Any thread.
   */
  public int maxCopyBytes() {
    return space.maxReservedBytes();
  }

  /**
   * Takes the next bytes of the snapshot that a copied journal begins from. With the last one it is
   * checked, and its state is given to the replay of {@link #openCopy}. Loop thread.
   *
   * @param part consumed if it is done
   */
  public CopyResult takeSnapshot(ByteBuffer part) {
    positions.check();
    Joining joining = parts.joining();
    if (joining == null) {
      return CopyResult.damaged("no snapshot is expected");
    }
    try {
      CopyResult result = joining.take(part);
      if (joining.hasState()) {
        parts.flusher().restored();
      }
      return result;
    } catch (IOException e) {
      throw positions.fail("storing a snapshot", e);
    }
  }

  /**
   * Whether the journal and the state that was replayed belong together: false while a copied
   * journal lacks the snapshot that it begins from. Any thread.
   */
  public boolean hasState() {
    Joining joining = parts.joining();
    return joining == null || joining.hasState();
  }

  /**
   * Whether a copied journal still lacks, on the disk, something below the snapshot that it begins
   * from. {@link #force()} ends it. Any thread.
   */
  public boolean isJoining() {
    Joining joining = parts.joining();
    return joining != null && !joining.isDone();
  }

  /** Makes durable what was written before the call, and says up to where that is. Flush thread. */
  public long force() {
    return force(_ -> {});
  }

  /**
   * As {@link #force()}.
   *
   * @param durable told the position that is durable now, before the call is over
   */
  public long force(LongConsumer durable) {
    return parts.flusher().force(durable);
  }

  /**
   * Segments that are sealed from now on are sealed before this time, until another is told: for
   * {@link Retention} they count as no younger, even if their stamps are of a clock that was ahead.
   * Loop thread.
   */
  public void sealedBefore(long millis) {
    parts.segments().sealedBefore(millis);
  }

  /**
   * Removes the oldest sealed segments as long as nobody needs them. They stay while the older of
   * the two kept snapshots does not reach beyond them, so before there are two nothing goes. A few
   * go at once, the others with the next call; their files go with the next {@link #upkeep()}. Ends
   * the validity of all views. Loop thread.
   *
   * @return number of segments removed
   */
  public int removeSegments(Retention retention) {
    return removal.remove(retention);
  }

  /** Whether {@link #removeSegments} would remove the oldest one. Loop thread. */
  public boolean mayRemove(Retention retention) {
    return removal.mayRemove(retention);
  }

  /**
   * What the oldest segment holds; null while it cannot go for other reasons than that it is
   * needed: it is the only one, or the snapshots do not reach beyond it. Loop thread.
   */
  public @Nullable OldestFrames oldestFrames() {
    SegmentList segments = parts.segments();
    boolean mayGo = segments.size() > 1 && segments.oldest().end() <= parts.snapshots().older();
    return mayGo ? new OldestFrames(segments, reader) : null;
  }

  /**
   * Looks a little further at how much is needed and by whom, and says what is known of that. Loop
   * thread.
   *
   * @param maxPartitions so many partitions of segments are looked at, or as much else is done
   */
  public SpaceInUse look(NeededSpace needed, int maxPartitions) {
    live.look(needed, maxPartitions);
    SegmentList segments = parts.segments();
    return new SpaceInUse(
        end() - start(),
        live.all(),
        live.of(segments.oldest()),
        segments.copies().size(),
        segments.oldest().createdMillis(),
        live.table());
  }

  /**
   * Snapshots keep the journal from here on: the position of the older of two; {@link #NONE} while
   * there are not two, which keeps all of it. Any thread.
   */
  public long olderSnapshot() {
    return parts.snapshots().older();
  }

  /** Disk space that publishes leave free. Any thread. */
  public long reserveBytes() {
    return parts.room().reserveBytes();
  }

  /** Finds frames and looks at them. Loop thread. */
  public JournalReader reader() {
    return reader;
  }

  /** Bytes of all copies that were appended since the journal was opened. Loop thread. */
  public long carriedBytes() {
    return parts.segments().carriedBytes();
  }

  /** How large a segment may be. Any thread. */
  public int segmentBytes() {
    return space.segmentBytes();
  }

  /**
   * Does one short step of the work that nobody waits for: removing the files of a segment, storing
   * an index, preparing the next segment. Background thread.
   *
   * @return nanoseconds to wait before the next step; {@link #IDLE} if nothing is to be done
   */
  public long upkeep() {
    return parts.upkeep().step();
  }

  /** Whether {@link #upkeep()} has something to do. Any thread. */
  public boolean upkeepDue() {
    return parts.upkeep().isDue();
  }

  /**
   * Stores the state as of a position; it is durable afterwards. The two newest snapshots are kept.
   * Any thread, one at a time.
   *
   * @param position all frames below it are in the state, and no others; must be durable, and not
   *     lower than that of an earlier snapshot
   * @param body the state, not consumed; at most 1 GiB
   * @throws JournalFullException if the disk is full; the older snapshots stay
   * @throws IllegalStateException while {@link #isJoining()}
   */
  public void saveSnapshot(long position, ByteBuffer... body) {
    positions.check();
    if (isJoining()) {
      throw new IllegalStateException("a snapshot before the one that the journal begins from");
    }
    if (position < newestSnapshot()) {
      throw new IllegalArgumentException(
          "snapshot of %d after one of %d".formatted(position, newestSnapshot()));
    }
    if (position > positions.durable()) {
      throw new IllegalArgumentException(
          "snapshot of " + position + " while durable is " + positions.durable());
    }
    try {
      parts.snapshots().save(position, body);
    } catch (NoSpaceException e) {
      throw new JournalFullException("the disk is full; the snapshot was not stored");
    } catch (IOException e) {
      throw positions.fail("saving a snapshot", e);
    }
  }

  /** Position of the newest snapshot, {@link #NONE} without one. Any thread. */
  public long newestSnapshot() {
    return parts.snapshots().newest();
  }

  /**
   * Opens the newest snapshot to send it to a replica; null without one. Loop thread.
   *
   * @return to be closed by the caller; independent of this journal
   */
  public @Nullable StoredSnapshot openSnapshot() {
    try {
      return parts.snapshots().openNewest();
    } catch (IOException e) {
      throw positions.fail("opening a snapshot", e);
    }
  }

  /** Position of the oldest frame that is stored. Any thread. */
  public long start() {
    return parts.segments().start();
  }

  /** Position of the next frame. Any thread. */
  public long end() {
    return positions.end();
  }

  /** Frames below this position can be read. Any thread. */
  public long written() {
    return positions.written();
  }

  /** Frames below this position survive a power cut. Any thread. */
  public long durable() {
    return positions.durable();
  }

  /** Whether the journal has given up. Any thread. */
  public boolean isFailed() {
    return positions.isFailed();
  }

  /**
   * Lets go of all files, after all other threads have left. What is pending is dropped and nothing
   * is fsynced: whoever wants it durable calls {@link #write()} and {@link #force()} before.
   */
  @Override
  public void close() {
    try (lock) {
      space.close();
      if (parts.joining() != null) {
        parts.joining().close();
      }
      parts.upkeep().close();
      parts.preparer().close();
      parts.flusher().close();
      for (int i = 0; i < parts.segments().size(); i++) {
        parts.segments().get(i).closeFile();
      }
      parts.segments().unmapAll();
    } catch (IOException e) {
      throw positions.fail("closing the journal", e);
    }
  }
}

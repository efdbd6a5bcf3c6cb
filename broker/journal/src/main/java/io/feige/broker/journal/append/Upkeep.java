package io.feige.broker.journal.append;

import io.feige.broker.journal.disk.FilePort;
import io.feige.broker.journal.fault.NoSpaceException;
import io.feige.broker.journal.index.IndexFile;
import io.feige.broker.journal.index.StoredIndex;
import io.feige.broker.journal.segment.Positions;
import io.feige.broker.journal.segment.Segment;
import java.io.IOException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Work that nobody waits for: removing the files of segments that nobody needs, storing the index
 * of sealed ones and preparing the next one. The background thread does it in steps; the queues
 * hold no more than there are segments.
 *
 * <p>Segments are removed in the order in which they were given, and each removal is durable before
 * the next begins, so those that are left never have a gap.
 */
public final class Upkeep {
  /** There is nothing to do. */
  public static final long IDLE = -1;

  /** How long to wait when the disk is full. */
  static final long LATER_NANOS = 1_000_000_000;

  private static final Logger LOG = LoggerFactory.getLogger(Upkeep.class);

  private final FilePort files;
  private final Positions positions;
  private final SegmentPreparer preparer;
  private final Flusher flusher;
  private final Queue<Segment> sealed = new ConcurrentLinkedQueue<>();
  private final Queue<Segment> removed = new ConcurrentLinkedQueue<>();

  public Upkeep(FilePort files, Positions positions, SegmentPreparer preparer, Flusher flusher) {
    this.files = files;
    this.positions = positions;
    this.preparer = preparer;
    this.flusher = flusher;
  }

  /** Asks for a sealed segment's index to be stored. */
  public void store(Segment segment) {
    sealed.add(segment);
  }

  /** Asks for the files of a segment to be removed that nobody looks at any more. */
  public void remove(Segment segment) {
    removed.add(segment);
  }

  public boolean isDue() {
    return !positions.isFailed() && (!removed.isEmpty() || !sealed.isEmpty() || preparer.isDue());
  }

  public long step() {
    positions.check();
    try {
      if (!removed.isEmpty()) {
        removeNext();
        return 0;
      }
      Segment segment = sealed.peek();
      if (segment == null) {
        return preparer.step(openLeft(), positions.written());
      }
      if (segment.move(Segment.Step.SEALED, Segment.Step.STORING)) {
        storeIndex(segment);
      }
      sealed.remove();
      return 0;
    } catch (NoSpaceException e) {
      return LATER_NANOS;
    } catch (IOException e) {
      throw positions.fail("upkeep of the journal", e);
    }
  }

  private void removeNext() throws IOException {
    Segment segment = removed.element();
    files.delete(segment.name());
    files.delete(segment.indexName());
    files.forceDirectory();
    removed.remove();
    segment.unmap();
  }

  /** Lets go of what waits to be removed; its files stay for the next start, which removes them. */
  public void close() {
    removed.forEach(Segment::unmap);
    removed.clear();
  }

  private long openLeft() {
    long written = positions.written();
    Segment open = positions.open();
    return open.capacity() - Math.max(0, written - open.first());
  }

  private void storeIndex(Segment segment) throws IOException {
    try {
      files.replace(
          segment.indexName(), IndexFile.encode(segment.index(), segment.first(), segment.end()));
      StoredIndex stored = StoredIndex.open(files, segment.first(), segment.end());
      if (stored == null) {
        LOG.warn("JOURNAL-1004 index {} was written and cannot be read", segment.indexName());
      } else {
        segment.index(stored);
      }
      flusher.close(segment);
      segment.move(Segment.Step.STORING, Segment.Step.STORED);
    } catch (NoSpaceException e) {
      segment.move(Segment.Step.STORING, Segment.Step.SEALED);
      throw e;
    }
  }
}

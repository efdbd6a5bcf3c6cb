package io.feige.broker.journal.segment;

import io.feige.broker.journal.disk.FilePort;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What is known of the system's page cache, so that the loop looks only at what is in memory. Loop
 * thread only.
 *
 * <p>What was written lately is there. Of older chunks the system is asked once; the answer counts
 * until many others have been asked about. So it happens that a page has been evicted and the loop
 * waits for it after all, but nothing waits for ever because memory is short.
 */
final class PageCache {
  private static final int CHUNK_BYTES = 1 << 20;
  private static final int CHUNKS_AT_ONCE = 2;
  private static final int MAX_KNOWN = 512;

  private final FilePort files;
  private final Positions positions;
  private final long hotBytes;

  /**
   * Chunks that are in memory, as the position of their segment and their place in its file, the
   * least recently used first.
   */
  private final Map<Long, Boolean> known = new LinkedHashMap<>(16, 0.75f, true);

  /**
   * @param hotBytes so many bytes before the journal's end are taken for being in memory
   */
  PageCache(FilePort files, Positions positions, long hotBytes) {
    this.files = files;
    this.positions = positions;
    this.hotBytes = hotBytes;
  }

  /** What of a stretch has to be read first; null: nothing. */
  @Nullable ColdBytes cold(Segment segment, long position, int bytes) {
    if (position >= positions.written() - hotBytes) {
      return null;
    }
    long from = segment.at(position);
    for (long chunk = from / CHUNK_BYTES; chunk * CHUNK_BYTES < from + bytes; chunk++) {
      if (!isHere(segment, chunk * CHUNK_BYTES)) {
        return coldFrom(segment, chunk * CHUNK_BYTES, from + bytes);
      }
    }
    return null;
  }

  private boolean isHere(Segment segment, long at) {
    if (at >= segment.bytes().limit()) {
      return true;
    }
    long chunk = segment.first() + at;
    if (known.get(chunk) != null) {
      return true;
    }
    boolean isHere = files.isAtHand(segment.part(at, CHUNK_BYTES));
    if (isHere) {
      keep(chunk);
    }
    return isHere;
  }

  /** With what comes behind: who looks at the journal mostly goes on. */
  private ColdBytes coldFrom(Segment segment, long at, long end) {
    long wanted = Math.max(at + (long) CHUNKS_AT_ONCE * CHUNK_BYTES, end);
    long until = Math.min(segment.bytes().limit(), wanted);
    return new ColdBytes(files, segment.first(), at, (int) (until - at));
  }

  private void keep(long chunk) {
    known.put(chunk, Boolean.TRUE);
    if (known.size() > MAX_KNOWN) {
      known.remove(known.keySet().iterator().next());
    }
  }

  /** They have been read. */
  void brought(ColdBytes bytes) {
    for (long at = bytes.at(); at < bytes.at() + bytes.length(); at += CHUNK_BYTES) {
      keep(bytes.first() + at);
    }
  }
}

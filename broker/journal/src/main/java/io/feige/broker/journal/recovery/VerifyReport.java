package io.feige.broker.journal.recovery;

import io.feige.broker.journal.fault.Damage;
import java.util.List;

/**
 * What a verification found.
 *
 * @param segments all segments whose headers can be read, in order
 * @param damages corruption and torn tail, in order, at most {@link JournalVerifier#MAX_DAMAGES}
 * @param notes what is damaged or missing and can be done without: snapshots, indexes
 * @param start position of the oldest frame
 * @param end position after the last valid frame
 * @param knownDurable position up to which the journal was certainly durable
 * @param frames valid frames
 * @param bytes bytes of them
 */
public record VerifyReport(
    List<SegmentReport> segments,
    List<Damage> damages,
    List<String> notes,
    long start,
    long end,
    long knownDurable,
    long frames,
    long bytes) {

  /**
   * One segment.
   *
   * @param name of its file
   * @param first position of its first frame
   * @param end position after its last valid frame
   * @param capacity size that its file should have
   * @param frames valid frames
   * @param bytes bytes of them
   */
  public record SegmentReport(
      String name, long first, long end, int capacity, long frames, long bytes) {}

  public VerifyReport {
    segments = List.copyOf(segments);
    damages = List.copyOf(damages);
    notes = List.copyOf(notes);
  }

  /** Whether a node would serve this journal. A torn tail is no obstacle: it is cut. */
  public boolean isSound() {
    return damages.stream().noneMatch(Damage::isCorruption);
  }
}

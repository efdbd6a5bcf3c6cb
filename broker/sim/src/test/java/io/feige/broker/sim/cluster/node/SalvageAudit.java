package io.feige.broker.sim.cluster.node;

import io.feige.broker.journal.Journal;
import io.feige.broker.journal.salvage.SalvageStore;
import io.feige.broker.journal.salvage.SalvageSummary;
import io.feige.broker.sim.world.Violation;
import io.feige.protocol.frame.StoredFrame;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/** What is removed from a journal is kept in salvage, as it was. */
final class SalvageAudit {
  private final Map<Long, Integer> checksums = new HashMap<>();

  /** Looks at what will be removed, from a position on. */
  SalvageAudit(Journal journal, long from) {
    for (long at = Math.max(from, journal.start()); at < journal.written(); ) {
      StoredFrame frame = journal.reader().frameAt(at);
      checksums.put(at, checksum(frame));
      at += frame.length();
    }
  }

  private static int checksum(StoredFrame frame) {
    return frame.bytes().getInt(StoredFrame.HEADER_CRC_AT);
  }

  /** Finds it there. */
  void requireKept(SalvageStore salvage) {
    try {
      for (SalvageSummary summary : salvage.list()) {
        Violation.unless(
            summary.damage().isEmpty(), "%s is damaged: %s", summary.file(), summary.damage());
        salvage.frames(
            summary.file(),
            frame -> {
              if (frame.problem() == null) {
                checksums.remove(frame.position(), checksum(frame));
              }
            });
      }
    } catch (IOException e) {
      throw new Violation("salvage cannot be read", e);
    }
    Violation.unless(
        checksums.isEmpty(), "removed and not in salvage: frames at %s", checksums.keySet());
  }
}

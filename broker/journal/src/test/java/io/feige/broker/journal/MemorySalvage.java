package io.feige.broker.journal;

import io.feige.broker.journal.change.CutFrames;
import io.feige.broker.journal.change.SalvagePort;
import io.feige.protocol.frame.StoredFrame;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.TreeMap;

/** Remembers what was cut. */
final class MemorySalvage implements SalvagePort {
  final TreeMap<Long, byte[]> kept = new TreeMap<>();
  int cuts;

  @Override
  public void keep(CutFrames cut) throws IOException {
    cuts++;
    kept.clear();
    cut.forEach(this::take);
  }

  private void take(ByteBuffer run) {
    int at = run.position();
    while (at < run.limit()) {
      StoredFrame frame = StoredFrame.at(run, at);
      kept.put(frame.position(), JournalHarness.bytesOf(frame));
      at += frame.length();
    }
  }
}

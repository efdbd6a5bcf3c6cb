package io.feige.broker.journal.salvage;

import io.feige.broker.journal.change.CutFrames;
import io.feige.broker.journal.disk.FilePort;
import io.feige.broker.journal.disk.StorageFile;
import io.feige.broker.journal.fault.NoSpaceException;
import io.feige.protocol.frame.StoredFrame;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.zip.CRC32C;

/** Writes one salvage file. It has its name when all of it is durable. */
final class SalvageWriter {
  private final FilePort files;
  private final CutFrames cut;
  private final SalvageHeader header;

  /** Looks at all frames, for what the header says of them. */
  SalvageWriter(FilePort files, SalvageLabel label, CutFrames cut) throws IOException {
    this.files = files;
    this.cut = cut;
    CRC32C crc = new CRC32C();
    SortedMap<Integer, String> topics = new TreeMap<>();
    cut.forEach(run -> {
      crc.update(run.duplicate());
      collectTopics(run, label, topics);
    });
    this.header =
        new SalvageHeader(
            label.pair(),
            label.epoch(),
            cut.position(),
            cut.end() - cut.position(),
            label.timeMillis(),
            (int) crc.getValue(),
            topics);
  }

  private static void collectTopics(
      ByteBuffer run, SalvageLabel label, SortedMap<Integer, String> topics) {
    int at = run.position();
    while (at < run.limit()) {
      StoredFrame frame = StoredFrame.at(run, at);
      String topic = label.topics().get(frame.partition());
      if (topic != null) {
        topics.put(frame.partition(), topic);
      }
      at += frame.length();
    }
  }

  SalvageHeader header() {
    return header;
  }

  void write(String name) throws IOException {
    String temporary = name + FilePort.TEMPORARY;
    files.delete(temporary);
    try {
      writeWhole(temporary);
    } catch (NoSpaceException e) {
      files.delete(temporary);
      throw e;
    }
    files.rename(temporary, name);
  }

  private void writeWhole(String name) throws IOException {
    ByteBuffer head = header.encode();
    long[] at = {head.remaining()};
    try (StorageFile file = files.create(name, at[0] + header.bytes())) {
      file.write(0, new ByteBuffer[] {head}, 1);
      cut.forEach(run -> {
        int length = run.remaining();
        file.write(at[0], new ByteBuffer[] {run}, 1);
        at[0] += length;
      });
      file.force();
    }
  }
}

package io.feige.broker.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.feige.broker.journal.disk.DiskFiles;
import io.feige.broker.journal.format.SegmentHeader;
import io.feige.broker.journal.segment.JournalConfig;
import io.feige.broker.journal.snapshot.Replay;
import io.feige.protocol.frame.StoredFrame;
import io.feige.testkit.Waits;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The journal on a disk that is really full; needs the right to mount one. */
class JournalFullDiskIT {
  private static final JournalConfig CONFIG =
      JournalConfig.of(256 << 20, (1 << 20) - SegmentHeader.BYTES, 64 << 20);
  private static final long PUBLISH_BYTES = 100_072;

  @TempDir private Path directory;
  private boolean isMounted;
  private int frames;

  @BeforeEach
  void mountSmallDisk() throws Exception {
    isMounted = run("mount", "-t", "tmpfs", "-o", "size=48m", "tmpfs", directory.toString());
    assumeTrue(isMounted, "no right to mount a small disk");
  }

  @AfterEach
  void unmount() throws Exception {
    if (isMounted) {
      run("umount", directory.toString());
    }
  }

  private static boolean run(String... command) throws Exception {
    try {
      return Waits.end(new ProcessBuilder(command).redirectErrorStream(true).start()) == 0;
    } catch (IOException e) {
      return false;
    }
  }

  private Journal open() throws IOException {
    frames = 0;
    Replay counts =
        new Replay() {
          @Override
          public void snapshot(long position, ByteBuffer body) {
            assertThat(position).isPositive();
          }

          @Override
          public void frame(StoredFrame frame) {
            frames++;
          }
        };
    return Journal.open(
        DiskFiles.open(directory.resolve("journal")), CONFIG, InstantSource.system(), counts);
  }

  @Test
  void publishesAreRefusedAcksGoOnAndAllGoesOnOnceThereIsRoom() throws IOException {
    Files.write(directory.resolve("ballast"), new byte[12 << 20]);
    int published;
    int settled = 0;
    try (Journal journal = open()) {
      published = publishUntilRefused(journal, 0);
      assertThat(published).isGreaterThan(150);
      while (settled < 10_000 && journal.reserve(272)) {
        journal.append(Frames.settle(1, 200));
        settled++;
      }
      journal.write();
      assertThat(settled).as("the reserve is for acks").isEqualTo(10_000);
      fillCompletely(journal);
      long durable = journal.force();
      assertThat(journal.reader().find(1, published / 2)).isNotEqualTo(Journal.NONE);

      Files.delete(directory.resolve("ballast"));
      int more = publishUntilRefused(journal, published) - published;
      assertThat(more).isGreaterThan(40);
      assertThat(journal.force()).isGreaterThan(durable);
      assertThat(journal.reader().find(1, published + more - 1)).isNotEqualTo(Journal.NONE);
    }
  }

  @Test
  void fullDiskCanBeOpenedRelievedAndUsed() throws IOException {
    int published;
    try (Journal journal = open()) {
      published = publishUntilRefused(journal, 0);
      fillCompletely(journal);
      journal.force();
    }
    try (Journal again = open()) {
      assertThat(frames).isGreaterThan(published);
      assertThat(again.hasRoomFor(PUBLISH_BYTES)).isFalse();
      fillCompletely(again);
      while (again.upkeep() == 0) {
        // The disk is full; sooner or later it says so.
      }
      assertThat(again.isFailed()).isFalse();
    }
  }

  @Test
  void retentionMakesRoom() throws IOException {
    try (Journal journal = open()) {
      int published = publishUntilRefused(journal, 0);
      journal.force();
      journal.saveSnapshot(journal.durable() - 1, ByteBuffer.allocate(100));
      journal.saveSnapshot(journal.durable(), ByteBuffer.allocate(100));

      int removed = journal.removeSegments(new KeepNothing());
      assertThat(removed).isPositive();
      for (int i = 0; i < removed; i++) {
        journal.upkeep();
      }

      assertThat(journal.hasRoomFor(PUBLISH_BYTES)).isTrue();
      assertThat(publishUntilRefused(journal, published)).isGreaterThan(published + 100);
    }
  }

  private static int publishUntilRefused(Journal journal, int firstOffset) {
    int offset = firstOffset;
    while (journal.hasRoomFor(PUBLISH_BYTES) && journal.reserve(PUBLISH_BYTES)) {
      journal.append(Frames.message(1, offset, (int) PUBLISH_BYTES - StoredFrame.HEADER_BYTES));
      journal.write();
      journal.force();
      journal.upkeep();
      offset++;
    }
    return offset;
  }

  private static void fillCompletely(Journal journal) {
    while (journal.reserve(1_072)) {
      journal.append(Frames.settle(1, 1_000));
    }
    journal.write();
  }
}

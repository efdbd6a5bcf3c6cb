package io.feige.broker.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.feige.broker.journal.disk.DiskFiles;
import io.feige.broker.journal.fault.JournalCorruptException;
import io.feige.broker.journal.fault.JournalLockedException;
import io.feige.broker.journal.format.SegmentHeader;
import io.feige.broker.journal.recovery.JournalVerifier;
import io.feige.broker.journal.segment.JournalConfig;
import io.feige.broker.journal.snapshot.Replay;
import io.feige.protocol.frame.StoredFrame;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The journal on a real disk. */
class JournalDiskIT {
  private static final JournalConfig SMALL = new JournalConfig(1 << 20, 64 << 10, 32 << 10, 0);

  @TempDir private Path directory;
  private final List<Long> replayed = new ArrayList<>();

  private Journal open() throws IOException {
    replayed.clear();
    Replay collects =
        new Replay() {
          @Override
          public void snapshot(long position, ByteBuffer body) {
            assertThat(body.get(0)).isEqualTo((byte) 7);
          }

          @Override
          public void frame(StoredFrame frame) {
            replayed.add(frame.position());
          }
        };
    return Journal.open(DiskFiles.open(directory), SMALL, InstantSource.system(), collects);
  }

  @Test
  void framesAreThereAfterReopening() throws IOException {
    Random random = new Random(1);
    long[] next = new long[4];
    List<Long> appended = new ArrayList<>();
    try (Journal journal = open()) {
      for (int i = 0; i < 20_000; i++) {
        appended.add(journal.append(Frames.random(random, next, i)));
        if (i % 50 == 0) {
          journal.write();
          journal.force();
          journal.upkeep();
        }
      }
      journal.write();
      journal.force();
    }
    try (Journal again = open()) {
      assertThat(replayed).isEqualTo(appended);
      assertThat(again.reader().find(1, 0)).isNotEqualTo(Journal.NONE);
      assertThat(JournalVerifier.verify(DiskFiles.existing(directory)).damages()).isEmpty();
    }
  }

  @Test
  void directoryHasOneOwner() throws IOException {
    try (Journal journal = open()) {
      assertThat(journal.end()).isZero();
      assertThatThrownBy(this::open).isInstanceOf(JournalLockedException.class);
    }
    open().close();
  }

  @Test
  void garbageBehindTheEndIsCut() throws IOException {
    long end;
    try (Journal journal = open()) {
      journal.append(Frames.message(1, 0, 500));
      journal.write();
      end = journal.force();
    }
    byte[] garbage = new byte[10_000];
    new Random(1).nextBytes(garbage);
    overwrite(SegmentHeader.BYTES + end, garbage);
    try (Journal again = open()) {
      assertThat(again.recovery().cutBytes()).isPositive();
      assertThat(again.end()).isEqualTo(end);
    }
    try (Journal again = open()) {
      assertThat(again.recovery().cutBytes()).isZero();
    }
  }

  @Test
  void flippedBitIsRefused() throws IOException {
    try (Journal journal = open()) {
      journal.append(Frames.message(1, 0, 500));
      journal.append(Frames.message(1, 1, 500));
      journal.write();
      journal.force();
    }
    overwrite(SegmentHeader.BYTES + 300, new byte[] {0x55});
    assertThatThrownBy(this::open)
        .isInstanceOf(JournalCorruptException.class)
        .hasMessageContaining("position 0 ");
    assertThatThrownBy(this::open)
        .as("the lock is free")
        .isInstanceOf(JournalCorruptException.class);
  }

  private void overwrite(long at, byte[] bytes) throws IOException {
    Path file = directory.resolve("00000000000000000000.seg");
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.write(ByteBuffer.wrap(bytes), at);
    }
    assertThat(Files.size(file)).isEqualTo(1 << 20);
  }

  @Test
  void threadsOfNodeWorkTogether() throws Exception {
    AtomicBoolean ends = new AtomicBoolean();
    List<Throwable> failures = new ArrayList<>();
    long end;
    try (Journal journal = open()) {
      Thread flush = start(journal::force, ends, failures);
      Thread background = start(journal::upkeep, ends, failures);
      Thread snapshots =
          start(
              () -> journal.saveSnapshot(journal.durable(), ByteBuffer.wrap(new byte[] {7})),
              ends,
              failures);
      appendAndRead(journal);
      // The other threads may have had little of the processors until now.
      await()
          .pollInSameThread()
          .until(() -> {
            journal.removeSegments(new KeepNothing());
            return journal.start() > 0;
          });
      ends.set(true);
      for (Thread thread : List.of(flush, background, snapshots)) {
        thread.join();
      }
      assertThat(failures).isEmpty();
      end = journal.force();
    }
    try (Journal again = open()) {
      assertThat(again.end()).isEqualTo(end);
      assertThat(again.start()).isPositive();
    }
  }

  private static void appendAndRead(Journal journal) {
    Random random = new Random(2);
    long[] next = new long[4];
    for (int i = 0; i < 60_000; i++) {
      long position = journal.append(Frames.random(random, next, i));
      if (i % 20 == 0) {
        journal.write();
        assertThat(journal.reader().frameAt(position).position()).isEqualTo(position);
        assertThat(journal.durable()).isLessThanOrEqualTo(journal.written());
      }
      if (i % 1_000 == 0) {
        journal.removeSegments(new KeepNothing());
      }
    }
    journal.write();
  }

  private static Thread start(Runnable work, AtomicBoolean ends, List<Throwable> failures) {
    return Thread.ofPlatform()
        .start(() -> {
          try {
            while (!ends.get()) {
              work.run();
            }
          } catch (RuntimeException | Error e) {
            synchronized (failures) {
              failures.add(e);
            }
          }
        });
  }
}

package io.feige.broker.journal;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.broker.journal.change.CutReport;
import io.feige.broker.journal.change.JournalCut;
import io.feige.broker.journal.disk.DiskFiles;
import io.feige.broker.journal.recovery.JournalVerifier;
import io.feige.broker.journal.salvage.SalvageLabel;
import io.feige.broker.journal.salvage.SalvageStore;
import io.feige.broker.journal.salvage.SalvageSummary;
import io.feige.broker.journal.segment.JournalConfig;
import io.feige.broker.journal.snapshot.CopyStart;
import io.feige.broker.journal.snapshot.Replay;
import io.feige.broker.journal.snapshot.StoredSnapshot;
import io.feige.protocol.frame.StoredFrame;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Copying, cutting and joining on a real disk, with the threads that a node has. */
class JournalCopyDiskIT {
  private static final JournalConfig SMALL = new JournalConfig(1 << 20, 64 << 10, 32 << 10, 0);
  private static final JournalConfig OTHER = new JournalConfig(3 << 20, 1 << 20, 32 << 10, 0);

  @TempDir private Path directory;
  private final List<Long> replayed = new ArrayList<>();
  private byte[] state = new byte[0];

  private final Replay replay =
      new Replay() {
        @Override
        public void snapshot(long position, ByteBuffer body) {
          state = new byte[body.remaining()];
          body.get(state);
        }

        @Override
        public void frame(StoredFrame frame) {
          replayed.add(frame.position());
        }
      };

  private DiskFiles files(String name) throws IOException {
    return DiskFiles.open(directory.resolve(name).resolve("journal"));
  }

  private Journal open(String name, JournalConfig config) throws IOException {
    replayed.clear();
    return Journal.open(files(name), config, InstantSource.system(), replay);
  }

  private static void fill(Journal journal, int frames) {
    Random random = new Random(frames);
    long[] next = new long[4];
    for (int i = 0; i < frames; i++) {
      journal.append(Frames.random(random, next, i));
      if (i % 50 == 0) {
        journal.write();
        journal.upkeep();
      }
    }
    journal.write();
    journal.force();
  }

  private static List<Long> copy(Journal from, Journal to, int chunkBytes) {
    List<Long> seen = new ArrayList<>();
    while (to.end() < from.written()) {
      ByteBuffer chunk = from.reader().framesAt(to.end(), chunkBytes);
      assertThat(to.appendCopied(chunk, frame -> seen.add(frame.position())).isDone()).isTrue();
    }
    return seen;
  }

  @Test
  void copyIsTheSameWhileTheOtherThreadsWork() throws Exception {
    AtomicBoolean ends = new AtomicBoolean();
    List<Throwable> failures = new ArrayList<>();
    List<Long> seen;
    try (Journal source = open("a", SMALL);
        Journal target = open("b", OTHER)) {
      fill(source, 40_000);
      Thread flush = start(target::force, ends, failures);
      Thread background = start(target::upkeep, ends, failures);
      seen = copy(source, target, 50_000);
      ends.set(true);
      flush.join();
      background.join();
      assertThat(failures).isEmpty();
      target.force();
      assertThat(JournalHarness.checksum(target, 0)).isEqualTo(JournalHarness.checksum(source, 0));
    }
    try (Journal again = open("b", OTHER)) {
      assertThat(replayed).isEqualTo(seen);
      assertThat(again.reader().find(1, 100)).isPositive();
    }
    assertThat(JournalVerifier.verify(DiskFiles.existing(directory.resolve("b/journal"))).damages())
        .isEmpty();
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

  @Test
  void journalIsCutIntoSalvageAndCopiesAgain() throws IOException {
    long agreed;
    long end;
    long firstOffset;
    try (Journal source = open("a", SMALL);
        Journal target = open("b", OTHER)) {
      fill(source, 20_000);
      copy(source, target, 50_000);
      agreed = target.reader().find(1, 3_000);
      firstOffset = target.reader().frameAt(agreed).baseOffset();
      end = target.end();
    }
    SalvageStore salvage = SalvageStore.open(directory.resolve("b/salvage"));
    SalvageLabel label = new SalvageLabel("pair-1", 4, 1_000, Map.of(1, "orders", 2, "mail"));

    CutReport report = JournalCut.cut(files("b"), agreed, salvage.port(label));

    assertThat(report.end()).isEqualTo(agreed);
    assertThat(report.bytes()).isEqualTo(end - agreed);
    SalvageSummary kept = salvage.list().getFirst();
    assertThat(kept.damage()).isEmpty();
    assertThat(kept.frames()).isEqualTo(report.frames());
    assertThat(kept.partitions().getFirst().topic()).isEqualTo("orders");
    assertThat(kept.partitions().getFirst().firstOffset()).isEqualTo(firstOffset);
    try (Journal source = open("a", SMALL);
        Journal target = open("b", OTHER)) {
      assertThat(target.end()).isEqualTo(agreed);
      copy(source, target, 50_000);
      target.force();
      assertThat(JournalHarness.checksum(target, 0)).isEqualTo(JournalHarness.checksum(source, 0));
    }
  }

  @Test
  void emptiedJournalJoinsFromSnapshot() throws IOException {
    byte[] body = new byte[200_000];
    new Random(1).nextBytes(body);
    try (Journal source = open("a", SMALL)) {
      fill(source, 40_000);
      source.saveSnapshot(source.durable(), ByteBuffer.wrap(new byte[] {1}));
      source.append(Frames.settle(1, 100));
      source.write();
      source.saveSnapshot(source.force(), ByteBuffer.wrap(body));
      assertThat(source.removeSegments(new KeepNothing())).isPositive();
      open("b", OTHER).close();
      try (StoredSnapshot snapshot = Objects.requireNonNull(source.openSnapshot());
          Journal target = join(snapshot, source.start())) {
        assertThat(target.isJoining()).isTrue();
        copy(source, target, 50_000);
        target.force();
        assertThat(target.isJoining()).isFalse();
        assertThat(JournalHarness.checksum(target, target.start()))
            .isEqualTo(JournalHarness.checksum(source, source.start()));
      }
    }
    assertThat(state).isEqualTo(body);
    state = new byte[0];
    try (Journal again = open("b", OTHER)) {
      assertThat(state).isEqualTo(body);
      assertThat(again.start()).isPositive();
    }
    assertThat(JournalVerifier.verify(files("b")).damages()).isEmpty();
  }

  private Journal join(StoredSnapshot snapshot, long start) throws IOException {
    CopyStart from = new CopyStart(start, snapshot.position(), snapshot.bytes());
    Journal target = Journal.openCopy(files("b"), OTHER, InstantSource.system(), from, replay);
    for (long at = 0; at < snapshot.bytes(); at += 64_000) {
      assertThat(target.takeSnapshot(snapshot.part(at, 64_000)).isDone()).isTrue();
    }
    return target;
  }
}

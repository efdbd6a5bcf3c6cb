package io.feige.broker.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.feige.broker.journal.fault.Damage;
import io.feige.broker.journal.fault.JournalCorruptException;
import io.feige.broker.journal.format.SnapshotHeader;
import io.feige.broker.journal.recovery.JournalVerifier;
import io.feige.broker.journal.recovery.VerifyReport;
import io.feige.protocol.frame.StoredFrame;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class JournalVerifierTest {
  private final JournalHarness harness = new JournalHarness();

  private VerifyReport verify() throws IOException {
    return JournalVerifier.verify(harness.files);
  }

  @Test
  void soundJournalIsFoundSoundWhileItIsOpen() throws IOException {
    harness.appendMessages(1, 0, 1_000, 200);
    harness.upkeep();
    List<Long> seen = new ArrayList<>();

    VerifyReport report =
        JournalVerifier.verify(harness.files, frame -> seen.add(frame.position()));

    assertThat(report.isSound()).isTrue();
    assertThat(report.damages()).isEmpty();
    assertThat(report.notes()).isEmpty();
    assertThat(report.frames()).isEqualTo(1_000);
    assertThat(report.end()).isEqualTo(harness.journal().end());
    assertThat(seen).isEqualTo(List.copyOf(harness.appended.keySet()));
    assertThat(report.segments().size()).isGreaterThan(3);
  }

  @Test
  void verifierAndNodeSayTheSameOfDamage() throws IOException {
    harness.appendMessages(1, 0, 200, 200);
    harness.journal().force();
    long damaged = harness.journal().reader().find(1, 77);
    harness.flipBit(damaged, StoredFrame.HEADER_BYTES + 70);

    VerifyReport report = verify();
    JournalCorruptException refusal =
        catchThrowableOfType(JournalCorruptException.class, harness::reopen);

    assertThat(report.isSound()).isFalse();
    assertThat(report.damages()).containsExactly(refusal.damage());
    assertThat(refusal.getMessage()).contains(report.damages().getFirst().sentence());
    assertThat(report.frames()).as("goes on behind the damage").isEqualTo(199);
  }

  @Test
  void oldBatchThatOpeningDoesNotCheckIsChecked() throws IOException {
    harness.appendMessages(1, 0, 2_000, 200);
    harness.snapshotAtDurable();
    long damaged = harness.journal().reader().find(1, 3);
    harness.flipBit(damaged, StoredFrame.HEADER_BYTES + 70);
    harness.reopen();

    VerifyReport report = verify();

    assertThat(report.isSound()).isFalse();
    assertThat(report.damages().getFirst().position()).isEqualTo(damaged);
  }

  @Test
  void tornTailIsToldFromCorruption() throws IOException {
    harness.appendMessages(1, 0, 100, 200);
    harness.journal().force();
    long torn = harness.append(Frames.message(1, 100, 200));
    harness.flipBit(torn, 100);

    VerifyReport report = verify();

    assertThat(report.isSound()).isTrue();
    assertThat(report.damages()).hasSize(1);
    assertThat(report.damages().getFirst().isCorruption()).isFalse();
    assertThat(report.damages().getFirst().sentence())
        .startsWith("torn tail")
        .contains("position " + torn);
    assertThat(report.end()).isEqualTo(torn);
  }

  @Test
  void everyDamageIsListed() throws IOException {
    harness.appendMessages(1, 0, 1_000, 200);
    harness.journal().force();
    for (int offset : new int[] {3, 4, 400, 999}) {
      harness.flipBit(harness.journal().reader().find(1, offset), 90);
    }

    VerifyReport report = verify();

    assertThat(report.damages()).hasSize(4).allMatch(Damage::isCorruption);
    assertThat(report.frames()).isEqualTo(996);
  }

  @Test
  void whatCanBeDoneWithoutIsOnlyNoted() throws IOException {
    harness.appendMessages(1, 0, 1_000, 200);
    harness.upkeep();
    harness.snapshotAtDurable();
    harness.files.file("00000000000000000000.idx").flipBit(70, 1);
    harness.files.file(SnapshotHeader.nameOf(harness.journal().newestSnapshot())).flipBit(70, 1);

    VerifyReport report = verify();

    assertThat(report.isSound()).isTrue();
    assertThat(report.notes()).hasSize(2);
  }

  @Test
  void nothingIsChanged() throws IOException {
    harness.appendMessages(1, 0, 100, 200);
    long torn = harness.append(Frames.message(1, 100, 200));
    harness.flipBit(torn, 100);
    List<String> names = harness.files.list();
    int forces = harness.files.forces();

    assertThat(verify()).isEqualTo(verify());

    assertThat(harness.files.list()).isEqualTo(names);
    assertThat(harness.files.forces()).isEqualTo(forces);
  }
}

package io.feige.broker.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.feige.broker.journal.change.JournalCut;
import io.feige.broker.journal.fault.JournalCorruptException;
import io.feige.broker.journal.recovery.JournalVerifier;
import io.feige.broker.journal.recovery.VerifyReport;
import io.feige.broker.journal.tail.FlushedFile;
import io.feige.broker.journal.tail.OwnEpoch;
import io.feige.protocol.frame.StoredFrame;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

/** A frame says what was durable where it was made, and that proves nothing of another disk. */
class JournalStampTest {
  private final JournalHarness source = new JournalHarness();
  private final JournalHarness copy = new JournalHarness();

  /** Thirty messages, of which the last ten say that the first twenty are durable. */
  private void copyThirty() {
    source.appendMessages(1, 0, 20, 200);
    source.journal().force();
    source.appendMessages(1, 20, 10, 200);
    copy.copyFrom(source.journal(), 1_000);
  }

  private JournalCorruptException refusal(JournalHarness of) {
    JournalCorruptException refusal =
        catchThrowableOfType(JournalCorruptException.class, of::reopen);
    assertThat(refusal).isNotNull();
    return refusal;
  }

  @Test
  void tornTailOfCopyIsCutAndNotRefused() throws IOException {
    copyThirty();
    long torn = copy.journal().reader().find(1, 5);
    copy.flipBit(torn, StoredFrame.POSITION_AT);

    VerifyReport report = JournalVerifier.verify(copy.files);
    Journal again = copy.reopen();

    assertThat(report.isSound()).isTrue();
    assertThat(report.end()).isEqualTo(torn);
    assertThat(again.end()).isEqualTo(torn);
    assertThat(copy.replayed).hasSize(5);
    copy.copyFrom(source.journal(), 1_000);
    assertThat(JournalHarness.checksum(again, 0))
        .isEqualTo(JournalHarness.checksum(source.journal(), 0));
  }

  @Test
  void sameDamageWhereTheFramesWereMadeIsCorruption() {
    copyThirty();
    long damaged = source.journal().reader().find(1, 5);
    source.journal().force();
    source.files.delete(FlushedFile.NAME);
    source.flipBit(damaged, StoredFrame.POSITION_AT);

    assertThat(refusal(source).damage().position()).isEqualTo(damaged);
  }

  @Test
  void whatWasForcedHereIsProvedByTheFileThatSaysSo() {
    copyThirty();
    copy.journal().force();
    long damaged = copy.journal().reader().find(1, 5);
    copy.flipBit(damaged, StoredFrame.POSITION_AT);

    assertThat(refusal(copy).damage().position()).isEqualTo(damaged);
  }

  @Test
  void framesMadeAfterTakingOverProveWhatWasCopiedBefore() {
    copyThirty();
    copy.journal().force();
    copy.append(Frames.ofEpoch(4, Frames.message(1, 30, 200)));
    copy.journal().force();
    copy.files.delete(FlushedFile.NAME);
    long damaged = copy.journal().reader().find(1, 5);
    copy.flipBit(damaged, StoredFrame.POSITION_AT);

    assertThat(refusal(copy).damage().position()).isEqualTo(damaged);
    assertThat(refusal(copy).damage().knownDurable()).isEqualTo(source.journal().end());
  }

  @Test
  void whatIsCopiedAfterHandingOverProvesNothing() {
    copyThirty();
    copy.append(Frames.ofEpoch(4, Frames.message(1, 30, 200)));
    copy.journal().force();
    source.copyFrom(copy.journal(), 1_000);
    long durable = copy.journal().durable();
    source.append(Frames.ofEpoch(5, Frames.message(1, 31, 200)));
    source.journal().force();
    source.append(Frames.ofEpoch(5, Frames.message(1, 32, 200)));
    copy.copyFrom(source.journal(), 1_000);
    copy.files.delete(FlushedFile.NAME);
    copy.flipBit(durable, StoredFrame.POSITION_AT);

    assertThat(copy.reopen().end()).isEqualTo(durable);
  }

  @Test
  void framesThatComeBackToWhereTheyWereMadeProveNothing() throws IOException {
    copyThirty();
    source.journal().force();
    assertThat(OwnEpoch.read(source.files)).isEqualTo(new OwnEpoch.Range(Frames.EPOCH, 0));
    MemorySalvage salvage = new MemorySalvage();
    long lost = source.journal().reader().find(1, 10);
    source.journal().close();
    JournalCut.cut(source.files, lost, salvage);
    source.reopen();
    source.append(Frames.message(1, 10, 200));
    source.journal().force();
    assertThat(OwnEpoch.read(source.files)).isEqualTo(new OwnEpoch.Range(Frames.EPOCH, lost));

    source.copyFrom(copy.journal(), 500);

    assertThat(OwnEpoch.read(source.files)).isEqualTo(OwnEpoch.NONE);
  }

  @Test
  void fileThatSaysWhatWasMadeHereMayBeDamaged() throws IOException {
    copyThirty();
    source.journal().force();
    source.files.file(OwnEpoch.NAME).flipBit(9, 1);

    assertThat(OwnEpoch.read(source.files)).isEqualTo(OwnEpoch.NONE);
    assertThat(source.reopen().end()).isEqualTo(copy.journal().end());
  }

  @Test
  void fullDiskCostsNoMoreThanTheProof() throws IOException {
    source.appendMessages(1, 0, 3, 200);
    source.files.space(0);
    long durable = source.journal().force();

    assertThat(durable).isEqualTo(source.journal().end());
    assertThat(source.journal().isFailed()).isFalse();
    assertThat(OwnEpoch.read(source.files)).isEqualTo(OwnEpoch.NONE);
    source.files.space(1 << 20);
    source.append(Frames.message(1, 3, 200));
    source.journal().force();
    assertThat(OwnEpoch.read(source.files).epoch()).isEqualTo(Frames.EPOCH);
  }

  @Test
  void oneFsyncForEachActivationAndNoMore() {
    source.appendMessages(1, 0, 1, 200);
    source.journal().force();
    int before = source.files.forces();
    for (int i = 1; i <= 10; i++) {
      source.append(Frames.message(1, i, 200));
      source.journal().force();
    }
    assertThat(source.files.forces() - before).isEqualTo(10);

    source.append(Frames.ofEpoch(9, Frames.message(1, 11, 200)));
    source.journal().force();
    assertThat(source.files.forces() - before).isEqualTo(12);
  }

  @Test
  void stampSaysWhatIsDurableHereAlsoAfterCopying() {
    copyThirty();
    long durable = copy.journal().durable();
    copy.append(Frames.ofEpoch(4, Frames.message(1, 30, 200)));

    StoredFrame own = copy.journal().reader().frameAt(source.journal().end());

    assertThat(own.flushed()).isEqualTo(durable).isZero();
    assertThat(copy.journal().reader().frameAt(source.journal().reader().find(1, 29)).flushed())
        .isPositive();
    ByteBuffer bytes = copy.journal().reader().framesAt(0, 1);
    assertThat(bytes).isEqualTo(source.journal().reader().framesAt(0, 1));
  }
}

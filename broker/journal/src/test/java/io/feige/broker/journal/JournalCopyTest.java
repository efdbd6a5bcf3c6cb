package io.feige.broker.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.feige.broker.journal.append.FrameDraft;
import io.feige.broker.journal.change.CopyResult;
import io.feige.broker.journal.fault.JournalFailedException;
import io.feige.broker.journal.format.SegmentHeader;
import io.feige.broker.journal.recovery.JournalVerifier;
import io.feige.broker.journal.segment.JournalConfig;
import io.feige.protocol.frame.FrameKind;
import io.feige.protocol.frame.FrameStamp;
import io.feige.protocol.frame.StoredFrame;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Frames that one journal made and another one copies. */
class JournalCopyTest {
  private static final JournalConfig LARGER = new JournalConfig(200 << 10, 24 << 10, 8 << 10, 0);

  private final JournalHarness source = new JournalHarness();
  private final JournalHarness copy = new JournalHarness(new MemoryFiles(), LARGER);
  private final long[] next = new long[3];

  private void appendRandom(int count) {
    Random random = new Random(count);
    for (int i = 0; i < count; i++) {
      source.append(Frames.random(random, next, i));
    }
  }

  private static List<StoredFrame> nothing() {
    return new ArrayList<>();
  }

  @Test
  void copyIsTheSameByPositionThoughSegmentsDiffer() {
    appendRandom(1_500);

    copy.copyFrom(source.journal(), 5_000);

    assertThat(copy.journal().end()).isEqualTo(source.journal().end());
    assertThat(copy.appended.keySet()).isEqualTo(source.appended.keySet());
    assertThat(JournalHarness.checksum(copy.journal(), 0))
        .isEqualTo(JournalHarness.checksum(source.journal(), 0));
    assertThat(segments(copy)).hasSizeGreaterThan(1).isNotEqualTo(segments(source));
  }

  private static List<String> segments(JournalHarness harness) {
    return harness.files.list().stream().filter(name -> name.endsWith(".seg")).toList();
  }

  @Test
  void copyFindsWhatTheSourceFinds() {
    appendRandom(1_500);
    copy.copyFrom(source.journal(), 5_000);
    copy.upkeep();
    for (int partition = 1; partition <= 3; partition++) {
      assertThat(copy.journal().reader().partitionBytes(partition))
          .isEqualTo(source.journal().reader().partitionBytes(partition));
      assertThat(copy.journal().reader().firstOffset(partition))
          .isEqualTo(source.journal().reader().firstOffset(partition));
      for (long offset = 0; offset < next[partition - 1]; offset += 7) {
        assertThat(copy.journal().reader().find(partition, offset))
            .isEqualTo(source.journal().reader().find(partition, offset));
      }
      assertThat(copy.journal().reader().findTime(partition, 700))
          .isEqualTo(source.journal().reader().findTime(partition, 700));
    }
  }

  @Test
  void copyIsReplayedAfterRestartAndIsSound() throws IOException {
    appendRandom(800);
    copy.copyFrom(source.journal(), 5_000);
    copy.upkeep();

    Journal again = copy.reopen();

    assertThat(again.end()).isEqualTo(source.journal().end());
    assertThat(copy.replayed.keySet()).isEqualTo(source.appended.keySet());
    assertThat(JournalVerifier.verify(copy.files).damages()).isEmpty();
    assertThat(JournalVerifier.verify(copy.files).notes()).isEmpty();
  }

  @Test
  void everyFlippedBitOfChunkIsSeenBeforeAnythingIsTaken() {
    source.append(Frames.settle(1, 20));
    source.append(Frames.message(1, 0, 70));
    source.append(Frames.message(1, 1, 70));
    ByteBuffer chunk =
        ByteBuffer.allocate(2_000).put(source.journal().reader().framesAt(0, 2_000)).flip();
    List<StoredFrame> seen = nothing();
    for (int at = 0; at < chunk.limit(); at++) {
      chunk.put(at, (byte) (chunk.get(at) ^ (1 << (at % 8))));
      CopyResult result = copy.journal().appendCopied(chunk, seen::add);
      assertThat(result.kind()).as("byte %d", at).isEqualTo(CopyResult.Kind.DAMAGED);
      assertThat(result.cause()).contains("position ");
      chunk.put(at, (byte) (chunk.get(at) ^ (1 << (at % 8))));
    }
    assertThat(seen).isEmpty();
    assertThat(copy.journal().end()).isZero();
    assertThat(chunk.position()).isZero();

    assertThat(copy.journal().appendCopied(chunk, seen::add)).isEqualTo(CopyResult.DONE);
    assertThat(seen).hasSize(3);
    assertThat(chunk.hasRemaining()).isFalse();
    assertThat(copy.journal().written()).isEqualTo(source.journal().end());
  }

  @Test
  void chunkThatEndsWithinFrameIsRefused() {
    source.appendMessages(1, 0, 3, 200);
    ByteBuffer frames = source.journal().reader().framesAt(0, 10_000);
    for (int cut : new int[] {1, 60, 100, 199, 200, 250}) {
      ByteBuffer chunk = frames.duplicate().limit(frames.limit() - cut);
      assertThat(copy.journal().appendCopied(chunk, frame -> {}).kind())
          .as("%d bytes are missing", cut)
          .isEqualTo(CopyResult.Kind.DAMAGED);
    }
    assertThat(copy.journal().end()).isZero();
  }

  @Test
  void framesOfAnotherPlaceAreRefused() {
    source.appendMessages(1, 0, 3, 200);
    long second = source.journal().reader().find(1, 1);

    CopyResult gap =
        copy.journal().appendCopied(source.journal().reader().framesAt(second, 1), f -> {});
    copy.copyFrom(source.journal(), 10_000);
    CopyResult again =
        copy.journal().appendCopied(source.journal().reader().framesAt(0, 1), f -> {});

    assertThat(gap.cause()).contains("belongs to position " + second);
    assertThat(again.kind()).isEqualTo(CopyResult.Kind.DAMAGED);
    assertThat(copy.journal().end()).isEqualTo(source.journal().end());
  }

  @Test
  void framesOfAnEarlierEpochAreRefused() {
    source.append(Frames.message(1, 0, 200));
    copy.copyFrom(source.journal(), 1_000);
    copy.append(ofEpoch(Frames.EPOCH + 1));
    source.append(settleAsLongAs(copy.journal().reader().frameAt(source.journal().end()).length()));
    source.append(Frames.message(1, 1, 200));

    CopyResult result =
        copy.journal()
            .appendCopied(source.journal().reader().framesAt(copy.journal().end(), 1_000), f -> {});

    assertThat(result.cause()).contains("the frame is of epoch 3, the one before it of 4");
  }

  private static FrameDraft settleAsLongAs(int frameBytes) {
    return Frames.settle(1, frameBytes - StoredFrame.HEADER_BYTES);
  }

  private static FrameDraft ofEpoch(long epoch) {
    FrameStamp stamp = FrameStamp.of(FrameKind.EPOCH, 0, 0, 1);
    return new FrameDraft(stamp, epoch, ByteBuffer.allocate(20), FrameDraft.NOTHING);
  }

  @Test
  void epochOfTheLastFrameIsKnownAfterRestart() {
    source.append(ofEpoch(7));
    copy.copyFrom(source.journal(), 1_000);
    copy.reopen();

    assertThatThrownBy(() -> copy.journal().append(ofEpoch(6)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("epoch 6 after one of epoch 7");
    assertThat(copy.append(ofEpoch(8))).isEqualTo(source.journal().end());
  }

  @Test
  void frameThatNoSegmentCouldTakeIsRefused() {
    JournalConfig large = new JournalConfig(64 << 10, 40 << 10, 30 << 10, 0);
    JournalHarness other = new JournalHarness(new MemoryFiles(), large);
    other.append(Frames.message(1, 0, 25_000));

    CopyResult result =
        copy.journal().appendCopied(other.journal().reader().framesAt(0, 1), f -> {});

    assertThat(copy.journal().maxCopyBytes()).isEqualTo((24 << 10) - SegmentHeader.BYTES);
    assertThat(result.kind()).isEqualTo(CopyResult.Kind.DAMAGED);
    assertThat(result.cause()).contains("the frame has 25072 bytes");
  }

  @Test
  void chunkLongerThanSegmentIsTaken() {
    appendRandom(1_500);
    JournalConfig tiny = new JournalConfig(10 << 10, 9 << 10, 8 << 10, 0);
    JournalHarness small = new JournalHarness(new MemoryFiles(), tiny);

    small.copyFrom(source.journal(), 1 << 20);

    assertThat(JournalHarness.checksum(small.journal(), 0))
        .isEqualTo(JournalHarness.checksum(source.journal(), 0));
    assertThat(segments(small)).hasSizeGreaterThan(20);
  }

  @Test
  void nothingIsTakenWhenTheDiskIsFullAndAllOfItLater() {
    appendRandom(1_500);
    copy.files.space(30_000);
    List<StoredFrame> seen = nothing();
    CopyResult result = CopyResult.DONE;
    long end = 0;
    while (result.isDone()) {
      end = copy.journal().end();
      seen.clear();
      ByteBuffer chunk = source.journal().reader().framesAt(end, 20_000);
      result = copy.journal().appendCopied(chunk, seen::add);
    }
    assertThat(result.kind()).isEqualTo(CopyResult.Kind.FULL);
    assertThat(copy.journal().end()).isEqualTo(end);
    assertThat(seen).isEmpty();
    assertThat(copy.journal().isFailed()).isFalse();

    copy.files.space(Long.MAX_VALUE / 2);
    copy.copyFrom(source.journal(), 20_000);

    assertThat(JournalHarness.checksum(copy.journal(), 0))
        .isEqualTo(JournalHarness.checksum(source.journal(), 0));
  }

  @Test
  void failedDiskEndsTheJournal() {
    source.appendMessages(1, 0, 3, 200);
    copy.files.failWriteAfter(0);

    assertThatThrownBy(() -> copy.copyFrom(source.journal(), 1_000))
        .isInstanceOf(JournalFailedException.class);
    assertThat(copy.journal().isFailed()).isTrue();
    assertThatThrownBy(() -> copy.copyFrom(source.journal(), 1_000))
        .isInstanceOf(JournalFailedException.class);
  }

  @Test
  void framesAreGivenWholeAndNeverOverTheEndOfSegment() {
    source.appendMessages(1, 0, 600, 200);
    int frame = StoredFrame.HEADER_BYTES + 200;
    assertThat(source.journal().reader().framesAt(0, 1).remaining()).isEqualTo(frame);
    assertThat(source.journal().reader().framesAt(0, 3 * frame - 1).remaining())
        .isEqualTo(2 * frame);
    assertThat(source.journal().reader().framesAt(0, 3 * frame).remaining()).isEqualTo(3 * frame);
    assertThat(source.journal().reader().framesAt(0, 3 * frame).isReadOnly()).isTrue();

    long second = SegmentHeader.positionIn(segments(source).get(1), SegmentHeader.SUFFIX);
    long before = second - frame;
    assertThat(source.journal().reader().framesAt(before, 1 << 20).remaining()).isEqualTo(frame);
    assertThat(source.journal().reader().framesAt(second, frame).remaining()).isEqualTo(frame);
  }

  @Test
  void onlyWrittenFramesAreGiven() {
    source.appendMessages(1, 0, 2, 200);
    long written = source.journal().written();
    source.journal().append(Frames.message(1, 2, 200));

    assertThat(source.journal().reader().framesAt(0, 1 << 20).remaining()).isEqualTo((int) written);
    assertThatThrownBy(() -> source.journal().reader().framesAt(written, 1 << 20))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void whatWasPendingIsWrittenBeforeWhatIsCopied() {
    source.appendMessages(1, 0, 4, 200);
    long second = source.journal().reader().find(1, 1);
    copy.journal().append(Frames.message(1, 0, 200));
    assertThat(copy.journal().end()).isEqualTo(second);

    copy.copyFrom(source.journal(), 1_000);

    assertThat(copy.journal().reader().frameAt(0).length()).isEqualTo((int) second);
    assertThat(copy.journal().written()).isEqualTo(source.journal().end());
  }
}

package io.feige.broker.journal;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.broker.journal.disk.DiskReader;
import io.feige.broker.journal.fault.DamagedStretch;
import io.feige.broker.journal.format.SegmentHeader;
import io.feige.broker.journal.recovery.JournalVerifier;
import io.feige.broker.journal.scrub.JournalScrub;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Damage is found by reading again, and mended with what another journal has. */
class JournalScrubTest {
  private static final int SMALLEST = 500;

  private final JournalHarness harness = new JournalHarness();
  private final JournalHarness other = new JournalHarness();
  private final JournalScrub scrub = new JournalScrub(harness.files);

  @BeforeEach
  void fill() {
    for (int i = 0; i < 600; i++) {
      harness.append(Frames.message(1 + i % 3, i / 3, i % 50 == 0 ? 7_000 : 300));
    }
    harness.journal().force();
    other.copyFrom(harness.journal(), 10_000);
  }

  private List<Long> segments() {
    return harness.files.list().stream()
        .map(name -> SegmentHeader.positionIn(name, SegmentHeader.SUFFIX))
        .filter(first -> first >= 0)
        .sorted()
        .toList();
  }

  private void pass() throws IOException {
    long passes = scrub.passes();
    while (scrub.passes() == passes) {
      scrub.step(harness.journal().durable());
    }
  }

  private void flip(long position) {
    harness.files.file(harness.segmentOf(position)).flipBit(harness.placeOf(position), 3);
  }

  private DamagedStretch found() {
    return Objects.requireNonNull(scrub.next(), "nothing was found");
  }

  /** Mends everything with what the other journal has, a few frames at a time. */
  private void mendAll(int maxBytes) throws IOException {
    for (int i = 0; scrub.next() != null; i++) {
      assertThat(i).isLessThan(2_000);
      long from = found().from();
      ByteBuffer frames = other.journal().reader().soundFramesAt(from, maxBytes);
      assertThat(scrub.mend(from, frames)).isPositive();
    }
  }

  private void assertSound() throws IOException {
    assertThat(JournalVerifier.verify(harness.files).isSound()).isTrue();
    assertThat(JournalHarness.checksum(harness.journal(), 0))
        .isEqualTo(JournalHarness.checksum(other.journal(), 0));
  }

  @Test
  void soundJournalIsReadUpToItsOpenSegment() throws IOException {
    pass();

    assertThat(scrub.readBytes()).isEqualTo(segments().getLast()).isPositive();
    assertThat(scrub.damagedPlaces()).isZero();
    pass();
    assertThat(scrub.readBytes()).isEqualTo(2 * segments().getLast());
  }

  @Test
  void eachDamagedByteIsFoundAndMended() throws IOException {
    long end = segments().get(2);
    for (long position = 0; position < end; position += 97) {
      flip(position);
      pass();

      DamagedStretch stretch = found();
      assertThat(scrub.damagedPlaces()).as("at %d", position).isEqualTo(1);
      assertThat(position).isBetween(stretch.from(), stretch.end() - 1);
      mendAll(10_000);
    }
    assertSound();
  }

  @Test
  void whatIsLostInOneStretchIsMendedFrameByFrame() throws IOException {
    List<Long> frames = new ArrayList<>(harness.appended.keySet());
    for (int i = 10; i < 40; i++) {
      flip(frames.get(i) + 20);
    }
    pass();
    assertThat(found().from()).isEqualTo(frames.get(10));
    assertThat(found().end()).isEqualTo(frames.get(40));

    mendAll(SMALLEST);

    assertSound();
    assertThat(scrub.mendedBytes()).isEqualTo(frames.get(40) - frames.get(10));
  }

  @Test
  void placesThatAreNotNeighboursAreMendedOneAfterTheOther() throws IOException {
    List<Long> frames = new ArrayList<>(harness.appended.keySet());
    flip(frames.get(10) + 80);
    flip(frames.get(20) + 80);
    pass();
    assertThat(scrub.damagedPlaces()).isEqualTo(2);

    scrub.later(frames.get(10));

    assertThat(found().from()).isEqualTo(frames.get(20));
    mendAll(10_000);
    assertSound();
  }

  @Test
  void pageThatCannotBeReadIsMended() throws IOException {
    String name = SegmentHeader.nameOf(segments().get(1));
    harness.files.file(name).failToRead(3 * DiskReader.PAGE);
    harness.files.file(name).failToRead(7 * DiskReader.PAGE);
    pass();
    assertThat(found().cause()).contains("the disk cannot read it: Input/output error");
    assertThat(scrub.damagedPlaces()).isEqualTo(2);

    mendAll(SMALLEST);

    assertSound();
    pass();
    assertThat(scrub.damagedPlaces()).isZero();
  }

  @Test
  void headerIsMadeAnew() throws IOException {
    String name = SegmentHeader.nameOf(segments().get(1));
    harness.files.file(name).flipBit(30, 1);

    pass();

    assertThat(scrub.damagedPlaces()).isZero();
    assertSound();
    long end = harness.journal().end();
    assertThat(harness.reopen().end()).isEqualTo(end);
  }

  @Test
  void headerOfAPageThatCannotBeReadIsMadeAnewAndTheRestMended() throws IOException {
    harness.files.file(SegmentHeader.nameOf(segments().get(1))).failToRead(0);
    pass();
    mendAll(SMALLEST);

    assertSound();
  }

  @Test
  void whatDoesNotBelongThereIsNotWritten() throws IOException {
    List<Long> frames = new ArrayList<>(harness.appended.keySet());
    long damaged = frames.get(10);
    flip(damaged + 80);
    pass();
    byte[] before = contents();

    ByteBuffer next = other.journal().reader().soundFramesAt(frames.get(11), SMALLEST);
    assertThat(scrub.mend(damaged, next)).isZero();
    assertThat(scrub.mend(damaged, ByteBuffer.allocate(500))).isZero();
    assertThat(scrub.mend(damaged, ByteBuffer.allocate(0))).isZero();
    assertThat(scrub.mend(frames.get(11), next)).isZero();
    byte[] own = Objects.requireNonNull(harness.appended.get(damaged)).clone();
    own[100] ^= 1;
    assertThat(scrub.mend(damaged, ByteBuffer.wrap(own))).isZero();

    assertThat(contents()).isEqualTo(before);
    assertThat(scrub.damagedPlaces()).isEqualTo(1);
  }

  private byte[] contents() throws IOException {
    byte[] all = new byte[64 << 10];
    harness.files.file(SegmentHeader.nameOf(0)).read(ByteBuffer.wrap(all), 0);
    return all;
  }

  @Test
  void moreThanIsDamagedIsNotOverwritten() throws IOException {
    List<Long> frames = new ArrayList<>(harness.appended.keySet());
    flip(frames.get(10) + 80);
    pass();

    ByteBuffer more = other.journal().reader().soundFramesAt(frames.get(10), 5_000);
    assertThat(scrub.mend(frames.get(10), more)).isEqualTo(frames.get(11) - frames.get(10));

    assertSound();
  }

  @Test
  void damageThatIsMendedByNobodyIsFoundOnceEachTime() throws IOException {
    flip(500);
    pass();
    pass();

    assertThat(scrub.damagedPlaces()).isEqualTo(1);
  }

  @Test
  void damageThatHasGrownIsKnownAsItIs() throws IOException {
    List<Long> frames = new ArrayList<>(harness.appended.keySet());
    flip(frames.get(10) + 80);
    pass();
    flip(frames.get(11) + 80);
    pass();

    assertThat(scrub.damagedPlaces()).isEqualTo(1);
    assertThat(found().end()).isEqualTo(frames.get(12));
    mendAll(10_000);
    assertSound();
  }

  @Test
  void damageOfSegmentsThatGoIsForgotten() throws IOException {
    flip(500);
    pass();
    harness.snapshotAtDurable();
    harness.append(Frames.message(2, 1_000, 100));
    harness.snapshotAtDurable();
    harness.journal().removeSegments(new KeepNothing());
    harness.upkeep();

    assertThat(scrub.mend(found().from(), ByteBuffer.allocate(500))).isZero();
    pass();

    assertThat(scrub.next()).isNull();
  }

  @Test
  void segmentMayGoWhileItIsRead() throws IOException {
    scrub.step(harness.journal().durable());
    harness.snapshotAtDurable();
    harness.append(Frames.message(2, 1_000, 100));
    harness.snapshotAtDurable();
    harness.journal().removeSegments(new KeepNothing());
    harness.upkeep();

    pass();

    assertThat(scrub.damagedPlaces()).isZero();
  }

  @Test
  void damageThatTheOtherHasToIsNotGiven() {
    long position = harness.appended.firstKey();
    other.files.file(SegmentHeader.nameOf(0)).flipBit(SegmentHeader.BYTES + 80, 1);

    assertThat(other.journal().reader().soundFramesAt(position, 5_000).hasRemaining()).isFalse();
    assertThat(other.journal().reader().soundFramesAt(position + 1, 5_000).hasRemaining())
        .isFalse();
    assertThat(other.journal().reader().soundFramesAt(-1, 5_000).hasRemaining()).isFalse();
    long end = other.journal().end();
    assertThat(other.journal().reader().soundFramesAt(end, 5_000).hasRemaining()).isFalse();
  }
}

package io.feige.broker.server.pair.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.feige.broker.store.history.RowFrames.Stretch;
import io.feige.protocol.frame.FrameKind;
import io.feige.protocol.frame.FrameStamp;
import io.feige.protocol.frame.StoredFrame;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class HistoryFramesTest {
  private static final int PARTITION = 1;

  private final List<String> asked = new ArrayList<>();
  private boolean isOn = true;

  private final HistoryFrames frames =
      new HistoryFrames(
          new HistoryFrames.Store() {
            @Override
            public boolean isOn() {
              return isOn;
            }

            @Override
            public void fetch(int partition, long from, long below) {
              asked.add(partition + ": " + from + " to " + below);
            }
          });

  /** A frame of a size whose position is its first offset. */
  private static StoredFrame frame(long offset, int records, int batchBytes) {
    ByteBuffer bytes = ByteBuffer.allocate(StoredFrame.HEADER_BYTES + batchBytes);
    FrameStamp stamp =
        new FrameStamp(FrameKind.MESSAGES, 0, PARTITION, 1, offset, offset, 1, offset, 0, records);
    StoredFrame.writeHeader(bytes, 0, stamp, 0, batchBytes);
    return StoredFrame.at(bytes, 0);
  }

  private static Stretch stretch(long from, long to, StoredFrame... frames) {
    return new Stretch(from, to, List.of(frames));
  }

  private @Nullable Long found(long offset) {
    StoredFrame frame = frames.find(PARTITION, offset);
    return frame == null ? null : frame.baseOffset();
  }

  @Test
  void whatWasBroughtIsFoundAndTheRestIsNotKnown() {
    frames.bring(PARTITION, stretch(10, 30, frame(12, 5, 100), frame(20, 10, 100)));

    assertThat(frames.knownUntil(PARTITION, 9)).isEqualTo(9);
    assertThat(frames.knownUntil(PARTITION, 10)).isEqualTo(30);
    assertThat(frames.knownUntil(PARTITION, 30)).isEqualTo(30);
    assertThat(found(10)).isEqualTo(12);
    assertThat(found(16)).isEqualTo(12);
    assertThat(found(17)).isEqualTo(20);
    assertThat(found(29)).isEqualTo(20);
    assertThat(found(30)).isNull();
    assertThat(frames.at(20).baseOffset()).isEqualTo(20);
    assertThat(frames.find(2, 12)).isNull();
  }

  @Test
  void aPartitionIsAskedForOneThingAtATime() {
    frames.fetch(PARTITION, 5, 100);
    frames.fetch(PARTITION, 6, 100);
    frames.fetch(2, 0, 7);
    assertThat(asked).containsExactly("1: 5 to 100", "2: 0 to 7");

    frames.bring(PARTITION, null);
    frames.fetch(PARTITION, 6, 100);
    isOn = false;
    frames.fetch(3, 6, 100);

    assertThat(asked).containsExactly("1: 5 to 100", "2: 0 to 7", "1: 6 to 100");
  }

  @Test
  void theOldestMakesRoom() {
    int mib = 1 << 20;
    for (int i = 0; i < 20; i++) {
      frames.bring(PARTITION, stretch(i, i + 1, frame(i, 1, mib)));
    }

    assertThat(frames.knownUntil(PARTITION, 4)).as("gone").isEqualTo(4);
    assertThat(frames.knownUntil(PARTITION, 5)).isEqualTo(6);
    assertThat(frames.knownUntil(PARTITION, 19)).isEqualTo(20);
    assertThatThrownBy(() -> frames.at(3)).isInstanceOf(NullPointerException.class);
  }

  @Test
  void oneThatIsTooLargeIsKeptAllTheSame() {
    frames.bring(PARTITION, stretch(0, 1, frame(0, 1, 20 << 20)));

    assertThat(found(0)).isZero();
  }

  @Test
  void aFrameIsNeverThereTwice() {
    frames.bring(PARTITION, stretch(15, 20, frame(15, 5, 100)));
    frames.bring(PARTITION, stretch(10, 20, frame(10, 10, 100)));

    assertThat(found(16)).isEqualTo(10);
    assertThatThrownBy(() -> frames.at(15)).isInstanceOf(NullPointerException.class);
  }

  @Test
  void whereTheStoreBeginsIsLearned() {
    assertThat(frames.firstOffset(PARTITION)).isZero();
    frames.bring(PARTITION, stretch(50, 60, frame(55, 5, 100)));
    assertThat(frames.firstOffset(PARTITION)).isZero();
    frames.bring(PARTITION, stretch(0, 45, frame(40, 5, 100)));
    assertThat(frames.firstOffset(PARTITION)).isEqualTo(40);

    frames.clear();

    assertThat(frames.firstOffset(PARTITION)).isZero();
    assertThat(found(40)).isNull();
  }
}

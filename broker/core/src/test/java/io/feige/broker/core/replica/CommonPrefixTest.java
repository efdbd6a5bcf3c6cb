package io.feige.broker.core.replica;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.protocol.link.EpochStart;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class CommonPrefixTest {
  private static List<EpochStart> epochs(long... epochsAndStarts) {
    List<EpochStart> epochs = new ArrayList<>();
    for (int i = 0; i < epochsAndStarts.length; i += 2) {
      epochs.add(new EpochStart(epochsAndStarts[i], epochsAndStarts[i + 1]));
    }
    return epochs;
  }

  @Test
  void journalsOfOneEpochAgreeUpToTheShorter() {
    assertThat(CommonPrefix.end(epochs(1, 0), 100, epochs(1, 0), 60)).isEqualTo(60);
    assertThat(CommonPrefix.end(epochs(1, 0), 60, epochs(1, 0), 100)).isEqualTo(60);
  }

  @Test
  void tailOfAnOldEpochIsCutWhereTheNewOneBegan() {
    assertThat(CommonPrefix.end(epochs(1, 0, 2, 80), 200, epochs(1, 0), 100)).isEqualTo(80);
  }

  @Test
  void epochThatOnlyOneHoldsEndsWhatIsCommon() {
    assertThat(CommonPrefix.end(epochs(1, 0, 3, 80), 200, epochs(1, 0, 2, 50), 100)).isEqualTo(50);
    assertThat(CommonPrefix.end(epochs(1, 0, 2, 50), 100, epochs(1, 0, 3, 80), 200)).isEqualTo(50);
  }

  @Test
  void sameEpochAtAnotherPlaceIsAnotherJournal() {
    assertThat(CommonPrefix.end(epochs(1, 0, 2, 50), 100, epochs(1, 0, 2, 60), 100)).isEqualTo(50);
    assertThat(CommonPrefix.end(epochs(2, 0), 100, epochs(2, 10), 100)).isZero();
  }

  @Test
  void nothingIsCommonWithoutACommonEpoch() {
    assertThat(CommonPrefix.end(epochs(), 0, epochs(1, 0), 100)).isZero();
    assertThat(CommonPrefix.end(epochs(1, 0), 100, epochs(2, 0), 100)).isZero();
  }

  @Test
  void epochsThatLieBeyondTheEndDoNotMakeMoreCommon() {
    assertThat(CommonPrefix.end(epochs(1, 0, 2, 80), 200, epochs(1, 0, 2, 80), 40)).isEqualTo(40);
    assertThat(CommonPrefix.end(epochs(1, 0, 3, 90), 200, epochs(1, 0, 2, 80), 40)).isEqualTo(40);
  }
}

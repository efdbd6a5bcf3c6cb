package io.feige.client.internal.consume;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.client.node.StoredBatches;
import io.feige.protocol.model.LeaseStage;
import io.feige.protocol.model.OffsetRange;
import io.feige.protocol.model.Selection;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class StartingTest {
  private final Source source = new Source("t", "pair-1");
  private final Starting starting = new Starting(1_000_000_000L);

  @Test
  void whatIsOursIsHandledAtOnceAndWhatHasGoneToOthersIsNot() {
    Claim claim = FakeClaims.claim(1, Optional.of(List.of(new OffsetRange(0, 0))));
    Slice gone = slice(claim, 0, 2);
    Slice started = slice(claim, 1, 2);
    Slice ours = slice(claim, 2, 1);

    Starting.Started outcome = starting.start(List.of(gone, started, ours));

    assertThat(outcome.ours()).extracting(Slice::firstOffset).containsExactly(1L, 2L);
    assertThat(outcome.lost()).isEmpty();
    assertThat(outcome.rest().isEmpty()).isTrue();
  }

  @Test
  void behindALostStartNothingOfTheSameClaimIsHandledThoughItWasClaimed() {
    Claim lost = FakeClaims.claim(1, Optional.empty());
    Claim other = FakeClaims.claim(2);
    Slice before = slice(lost, 0, 1);
    Slice again = slice(lost, 1, 2);
    Slice elsewhere = slice(other, 7, 1);
    Slice behind = slice(lost, 2, 1);

    Starting.Started outcome = starting.start(List.of(before, again, elsewhere, behind));

    assertThat(outcome.ours()).containsExactly(before, elsewhere);
    assertThat(outcome.lost()).containsExactly(lost);
    assertThat(outcome.rest().slices()).containsExactly(again, behind);
  }

  /** A message that was pulled as claimed; what comes again is not claimed all the same. */
  private Slice slice(Claim claim, long offset, int attempt) {
    Chunk chunk =
        new Chunk(
            source,
            claim,
            StoredBatches.frame(offset, "m"),
            List.of(new Selection(0, 1, attempt)),
            new Chunk.Terms(0, 30_000_000_000L, LeaseStage.CLAIMED));
    return chunk.take(1);
  }
}

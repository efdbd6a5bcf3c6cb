package io.feige.client.internal.consume;

import io.feige.client.internal.base.MemoryLimit;
import io.feige.protocol.model.OffsetRange;
import io.feige.protocol.model.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Answers every claim with the same, and remembers them. */
final class FakeClaims implements Claims {
  final List<Verdict> asked = new ArrayList<>();
  private final Optional<List<OffsetRange>> answer;

  private FakeClaims(Optional<List<OffsetRange>> answer) {
    this.answer = answer;
  }

  /** A claim of the first generation. */
  static Claim claim(long epoch) {
    return claim(epoch, Optional.of(List.of()));
  }

  /** A claim that is answered so; empty: nobody knows what became of it. */
  static Claim claim(long epoch, Optional<List<OffsetRange>> answer) {
    Settling settling = new Settling(new MemoryLimit(1 << 20), 1_000, () -> {}, () -> {});
    return new Claim(new Claim.Port("g", settling, new FakeClaims(answer)), 7, 1, epoch);
  }

  @Override
  public CompletableFuture<Optional<List<OffsetRange>>> ask(Claim claim, List<Verdict> verdicts) {
    asked.addAll(verdicts);
    return CompletableFuture.completedFuture(answer);
  }

  @Override
  public boolean isOver(Claim claim) {
    return false;
  }
}

package io.feige.client.internal.consume;

import io.feige.client.internal.base.MemoryLimit;
import io.feige.protocol.model.OffsetRange;
import io.feige.protocol.model.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Takes every claim, and remembers them. */
final class FakeClaims implements Claims {
  final List<Verdict> asked = new ArrayList<>();

  /** A claim of the first generation. */
  static Claim claim(long epoch) {
    Settling settling = new Settling(new MemoryLimit(1 << 20), 1_000, () -> {});
    return new Claim(new Claim.Port(settling, new FakeClaims()), 1, epoch);
  }

  @Override
  public CompletableFuture<Optional<List<OffsetRange>>> ask(Claim claim, List<Verdict> verdicts) {
    asked.addAll(verdicts);
    return CompletableFuture.completedFuture(Optional.of(List.of()));
  }

  @Override
  public boolean isOver(Claim claim) {
    return false;
  }
}

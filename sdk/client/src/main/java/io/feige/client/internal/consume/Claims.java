package io.feige.client.internal.consume;

import io.feige.protocol.model.OffsetRange;
import io.feige.protocol.model.Verdict;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Where a pair is told that somebody is going to handle messages. Any thread. */
interface Claims {
  /**
   * Claims or starts messages.
   *
   * @return what has gone to somebody else; empty when nobody knows, and then nothing of it may be
   *     handled
   */
  CompletableFuture<Optional<List<OffsetRange>>> ask(Claim claim, List<Verdict> verdicts);

  /** Whether the activation that it is of has ended. */
  boolean isOver(Claim claim);
}

package io.feige.client.internal.consume;

import io.feige.protocol.model.OffsetRange;
import io.feige.protocol.model.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Tells the nodes of messages that are about to be handled, and hears which of them have gone to
 * somebody else. Any thread but the loop; waits for the answer.
 */
final class Starting {
  private final long timeoutNanos;

  Starting(long timeoutNanos) {
    this.timeoutNanos = timeoutNanos;
  }

  /** Those that may be handled now, in their order. */
  List<Slice> start(List<Slice> slices) {
    Map<Claim, List<Verdict>> verdicts = new LinkedHashMap<>();
    for (Slice slice : slices) {
      if (!slice.isOurs()) {
        verdicts
            .computeIfAbsent(slice.chunk().claim(), unused -> new ArrayList<>())
            .add(slice.start());
      }
    }
    if (verdicts.isEmpty()) {
      return slices;
    }
    Map<Claim, Optional<List<OffsetRange>>> answers = ask(verdicts);
    List<Slice> started = new ArrayList<>();
    for (Slice slice : slices) {
      Optional<List<OffsetRange>> gone = answers.get(slice.chunk().claim());
      if (slice.isOurs()) {
        started.add(slice);
      } else if (gone != null && gone.isPresent()) {
        started.addAll(slice.without(gone.get()));
      }
    }
    return started;
  }

  /** Claims or starts under several claims at the same time. */
  Map<Claim, Optional<List<OffsetRange>>> ask(Map<Claim, List<Verdict>> verdicts) {
    Map<Claim, CompletableFuture<Optional<List<OffsetRange>>>> asked = new LinkedHashMap<>();
    verdicts.forEach((claim, all) -> asked.put(claim, claim.port().claims().ask(claim, all)));
    long deadline = System.nanoTime() + timeoutNanos;
    Map<Claim, Optional<List<OffsetRange>>> answers = new LinkedHashMap<>();
    asked.forEach((claim, answer) -> answers.put(claim, await(answer, deadline)));
    return answers;
  }

  private static Optional<List<OffsetRange>> await(
      CompletableFuture<Optional<List<OffsetRange>>> answer, long deadlineNanos) {
    try {
      return answer.get(Math.max(1, deadlineNanos - System.nanoTime()), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    } catch (ExecutionException | TimeoutException e) {
      return Optional.empty();
    }
  }
}

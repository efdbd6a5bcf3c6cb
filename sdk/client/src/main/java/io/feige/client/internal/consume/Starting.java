package io.feige.client.internal.consume;

import io.feige.protocol.model.OffsetRange;
import io.feige.protocol.model.Verdict;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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

  /**
   * What became of messages that were to be handled.
   *
   * @param ours those that may be handled now, in their order
   * @param lost claims under which nobody knows what became of a message: what comes behind it
   *     under the same claim may be of its key, so it must not be handled either
   * @param rest what of these messages is lost and was not handled, to be given back
   */
  record Started(List<Slice> ours, Set<Claim> lost, Rest rest) {}

  /** Starts what has not been claimed. */
  Started start(List<Slice> slices) {
    Map<Claim, List<Verdict>> verdicts = new LinkedHashMap<>();
    for (Slice slice : slices) {
      if (!slice.isOurs()) {
        verdicts
            .computeIfAbsent(slice.chunk().claim(), unused -> new ArrayList<>())
            .add(slice.start());
      }
    }
    if (verdicts.isEmpty()) {
      return new Started(slices, Set.of(), new Rest(List.of()));
    }
    Map<Claim, Optional<List<OffsetRange>>> answers = ask(verdicts);
    List<Slice> ours = new ArrayList<>();
    List<Slice> rest = new ArrayList<>();
    Set<Claim> lost = new HashSet<>();
    for (Slice slice : slices) {
      Claim claim = slice.chunk().claim();
      Optional<List<OffsetRange>> gone = answers.getOrDefault(claim, Optional.empty());
      if (!slice.isOurs() && gone.isEmpty()) {
        lost.add(claim);
      }
      if (lost.contains(claim)) {
        rest.add(slice);
      } else if (slice.isOurs()) {
        ours.add(slice);
      } else {
        ours.addAll(slice.without(gone.get()));
      }
    }
    return new Started(ours, lost, new Rest(rest));
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
    } catch (ExecutionException | TimeoutException e) {
      // Nobody knows.
    }
    answer.complete(Optional.empty()); // It is not asked any more.
    return Optional.empty();
  }
}

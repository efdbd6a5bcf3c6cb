package io.feige.broker.server.ops;

import io.feige.protocol.command.DiskUse;
import io.feige.protocol.command.GetDisk;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Answers {@code GET /disk?pair=ID&limit=N}. */
final class DiskPage {
  private static final int DEFAULT_LIMIT = 20;
  private static final long LONGEST_WAIT_MILLIS = 5_000;

  /** Whoever waits here takes a place that a probe of health may want. */
  private static final int MAX_AT_ONCE = 4;

  private final DiskSource source;
  private final Semaphore places = new Semaphore(MAX_AT_ONCE);

  DiskPage(DiskSource source) {
    this.source = source;
  }

  /**
   * What to answer.
   *
   * @param text JSON where the status is 200, else a sentence
   */
  record Page(int status, String text) {}

  /** Waits for the pairs' loops, but not for long. */
  Page answer(@Nullable String query) {
    String pair = "";
    int limit = DEFAULT_LIMIT;
    for (String part : query == null || query.isEmpty() ? new String[0] : query.split("&", 8)) {
      if (part.startsWith("pair=")) {
        pair = part.substring("pair=".length());
      } else if (part.matches("limit=\\d{1,4}")) {
        limit = Integer.parseInt(part.substring("limit=".length()));
      } else {
        return new Page(400, "only pair=ID and limit=N can be asked for");
      }
    }
    if (limit < 1 || limit > GetDisk.MAX_LIMIT) {
      return new Page(400, "limit must be a number from 1 to " + GetDisk.MAX_LIMIT);
    }
    if (!places.tryAcquire()) {
      return new Page(503, "too many ask for this at once");
    }
    try {
      return answer(pair, limit);
    } finally {
      places.release();
    }
  }

  private Page answer(String pair, int limit) {
    SortedMap<String, CompletableFuture<DiskUse>> asked = source.ask(pair, limit);
    if (asked.isEmpty() && !pair.isEmpty()) {
      return new Page(404, "this node has no replica of that pair");
    }
    SortedMap<String, DiskUse> answers = new TreeMap<>();
    try {
      for (Map.Entry<String, CompletableFuture<DiskUse>> each : asked.entrySet()) {
        answers.put(each.getKey(), each.getValue().get(LONGEST_WAIT_MILLIS, TimeUnit.MILLISECONDS));
      }
      return new Page(200, Json.line(DiskJson.of(answers)));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Page(503, "the node stops");
    } catch (ExecutionException | TimeoutException e) {
      return new Page(503, "a pair does not answer; try again");
    }
  }
}

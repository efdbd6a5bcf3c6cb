package io.feige.dist;

import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** How long clients were without service, each time. Any thread. */
final class Outages {
  private final Queue<Long> millis = new ConcurrentLinkedQueue<>();

  void add(long fromNanos) {
    millis.add((System.nanoTime() - fromNanos) / 1_000_000);
  }

  int count() {
    return millis.size();
  }

  /** What so many of a hundred did not exceed; 0: there were none. */
  long percentile(double percent) {
    long[] sorted = millis.stream().mapToLong(Long::longValue).sorted().toArray();
    int rank = (int) Math.ceil(sorted.length * percent / 100);
    return sorted.length == 0 ? 0 : sorted[Math.max(0, rank - 1)];
  }

  @Override
  public String toString() {
    long longest =
        Arrays.stream(millis.toArray(Long[]::new)).mapToLong(each -> each).max().orElse(0);
    return count()
        + " times, p50 "
        + percentile(50)
        + ", p99 "
        + percentile(99)
        + ", longest "
        + longest
        + " ms";
  }
}

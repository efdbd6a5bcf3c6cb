package io.feige.dist.message;

import io.feige.client.Consumer;
import io.feige.client.Delivery;
import io.feige.client.FeigeException;
import io.feige.dist.cli.ExitCode;
import io.feige.dist.cli.Failures;
import io.feige.dist.cli.Human;
import io.feige.dist.cli.Progress;
import io.feige.dist.cli.StopSignal;
import io.feige.dist.stream.LineWriter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** One group's messages on their way to lines. */
final class PullRun {
  private static final int MAX_BATCH = 10_000;

  private final Consumer consumer;
  private final LineOutput output;
  private final KeyPrefix keys;
  private final PullLimits limits;
  private final PendingAcks acks;
  private final long startNanos = System.nanoTime();
  private long lastNanos = startNanos;
  private long delivered;
  private long redelivered;

  PullRun(Consumer consumer, LineOutput output, KeyPrefix keys, PullLimits limits) {
    this.consumer = consumer;
    this.output = output;
    this.keys = keys;
    this.limits = limits;
    this.acks = new PendingAcks(consumer);
  }

  /**
   * Pulls until a limit, Ctrl-C or the end of the reader.
   *
   * @param isServed asked when nothing came for long: fails if that is because no node answers
   */
  int run(Runnable isServed) throws IOException {
    try (StopSignal stop = StopSignal.listen()) {
      boolean hasReader = pull(stop);
      acks.finish();
      PullSummary summary = summary();
      output.summarize(
          summary, summary.words(consumer.topic(), consumer.group(), lastNanos - startNanos));
      if (hasReader && delivered < limits.count() && !stop.isSet() && acks.failure() == null) {
        isServed.run();
      }
      return exitCode(stop);
    }
  }

  /** False when the reader of our output went away. */
  private boolean pull(StopSignal stop) throws IOException {
    Progress progress = output.progress();
    try {
      while (!stop.isSet() && delivered < limits.count() && acks.failure() == null) {
        long idleNanos = System.nanoTime() - lastNanos;
        int max = (int) Math.min(MAX_BATCH, limits.count() - delivered);
        List<Delivery> batch = consumer.pull(max, limits.patience(idleNanos));
        if (!batch.isEmpty()) {
          write(batch);
          lastNanos = System.nanoTime();
        } else if (limits.isIdle(System.nanoTime() - lastNanos)) {
          return true;
        }
        acks.collect();
        progress.show(this::progress);
      }
      return true;
    } catch (IOException broken) {
      if (Failures.isBrokenPipe(broken)) {
        return false;
      }
      acks.finish();
      throw broken;
    } finally {
      progress.end();
    }
  }

  /** Acked is only what the operating system has taken. */
  private void write(List<Delivery> batch) throws IOException {
    LineWriter lines = output.lines();
    List<Delivery> written = new ArrayList<>(batch.size());
    for (Delivery delivery : batch) {
      String problem = delivery.problem().orElse(null);
      if (problem == null) {
        lines.write(keys.before(delivery), delivery.body());
        written.add(delivery);
      } else {
        output.unreadable(delivery, "is rejected");
        var _ = delivery.rejectAsync(problem);
      }
    }
    lines.flush();
    delivered += batch.size();
    redelivered += batch.stream().filter(Delivery::redelivered).count();
    if (!written.isEmpty()) {
      acks.ack(written);
    }
  }

  private PullSummary summary() {
    long millis = (System.nanoTime() - startNanos) / 1_000_000;
    return new PullSummary(delivered, acks.acked(), redelivered, millis);
  }

  private String progress() {
    return "written "
        + Human.count(delivered)
        + ", acked "
        + Human.count(acks.acked())
        + ", "
        + Human.count(Human.perSecond(delivered, System.nanoTime() - startNanos))
        + " a second";
  }

  private int exitCode(StopSignal stop) {
    FeigeException failure = acks.failure();
    if (failure != null) {
      output.context().terminal().note("feige: not all was acked: " + failure.getMessage());
      return Failures.exitCode(failure);
    }
    return stop.isSet() ? ExitCode.INTERRUPTED : ExitCode.OK;
  }
}

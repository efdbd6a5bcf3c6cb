package io.feige.dist.message;

import io.feige.client.FeigeException;
import io.feige.client.Receipt;
import io.feige.dist.cli.Human;
import io.feige.dist.stream.InFlight;
import org.jspecify.annotations.Nullable;

/** Counts what became of published messages. For one thread. */
final class PublishTally implements InFlight.Outcomes {
  private final long startNanos = System.nanoTime();
  private long sent;
  private long confirmed;
  private long failed;
  private long unknown;
  private long duplicates;
  private @Nullable FeigeException firstFailure;

  void sent() {
    sent++;
  }

  @Override
  public void confirmed(Receipt receipt, long tag) {
    confirmed++;
    duplicates += receipt.duplicate() ? 1 : 0;
  }

  @Override
  public void failed(FeigeException failure, long tag) {
    if (firstFailure == null) {
      firstFailure = failure;
    }
    if (InFlight.isUnknown(failure)) {
      unknown++;
    } else {
      failed++;
    }
  }

  boolean hasFailed() {
    return firstFailure != null;
  }

  @Nullable FeigeException firstFailure() {
    return firstFailure;
  }

  long sentCount() {
    return sent;
  }

  String progress() {
    long nanos = System.nanoTime() - startNanos;
    return "sent "
        + Human.count(sent)
        + ", confirmed "
        + Human.count(confirmed)
        + ", "
        + Human.count(Human.perSecond(confirmed, nanos))
        + " a second";
  }

  PublishSummary summary() {
    long millis = (System.nanoTime() - startNanos) / 1_000_000;
    return new PublishSummary(sent, confirmed, failed, unknown, millis, duplicates);
  }
}

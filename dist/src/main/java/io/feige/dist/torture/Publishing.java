package io.feige.dist.torture;

import io.feige.client.FeigeClient;
import io.feige.client.FeigeException;
import io.feige.client.Message;
import io.feige.client.Producer;
import io.feige.client.Receipt;
import io.feige.dist.stream.InFlight;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** One publisher: publishes numbered messages until told to stop, whatever becomes of the node. */
final class Publishing implements InFlight.Outcomes {
  private static final int MAX_IN_FLIGHT = 200;
  private static final long MAX_IN_FLIGHT_BYTES = 4L << 20;
  private static final Duration TIMEOUT = Duration.ofMinutes(2);
  private static final long MOST_LAG = 200_000;
  private static final int MESSAGES_BETWEEN_LOOKS = 256;
  private static final long PAUSE_NANOS = 5_000_000L;

  private final TorturePlan plan;
  private final Ledger ledger;
  private final int number;

  Publishing(TorturePlan plan, Ledger ledger, int number) {
    this.plan = plan;
    this.ledger = ledger;
    this.number = number;
  }

  void run(FeigeClient client, BooleanSupplier isStopped) {
    try (Producer producer = client.producer(plan.topic()).timeout(TIMEOUT).build()) {
      InFlight inFlight = new InFlight(producer, MAX_IN_FLIGHT, MAX_IN_FLIGHT_BYTES, this);
      int sequence = 0;
      while (!isStopped.getAsBoolean() && sequence < Integer.MAX_VALUE) {
        if (sequence % MESSAGES_BETWEEN_LOOKS == 0 && ledger.lag() > MOST_LAG) {
          inFlight.takeDone();
          LockSupport.parkNanos(PAUSE_NANOS);
          continue;
        }
        byte[] body = new NumberedBody(number, sequence).bytes(plan.size());
        ledger.published();
        inFlight.publish(Message.of(body), body.length, sequence);
        sequence++;
      }
      inFlight.finish();
    }
  }

  @Override
  public void confirmed(Receipt receipt, long tag) {
    ledger.confirmed(number, (int) tag);
  }

  @Override
  public void failed(FeigeException failure, long tag) {
    if (InFlight.isUnknown(failure)) {
      ledger.unknown();
    } else {
      ledger.refused(number, (int) tag);
    }
  }
}

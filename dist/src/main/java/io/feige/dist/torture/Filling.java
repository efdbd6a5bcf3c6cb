package io.feige.dist.torture;

import io.feige.client.FeigeClient;
import io.feige.client.FeigeException;
import io.feige.client.Message;
import io.feige.client.Producer;
import io.feige.client.Receipt;
import io.feige.client.TopicDescription;
import io.feige.client.TopicSpec;
import io.feige.dist.cli.CliException;
import io.feige.dist.cli.ExitCode;
import io.feige.dist.cli.Human;
import io.feige.dist.cli.Progress;
import io.feige.dist.stream.InFlight;
import io.feige.dist.torture.Violations.Kind;
import java.util.Random;

/**
 * Makes the journal large before the torture begins, and looks whether all of it is there after.
 */
final class Filling implements InFlight.Outcomes {
  private static final int BODY_BYTES = 16 << 10;
  private static final int MAX_IN_FLIGHT = 2000;
  private static final long MAX_IN_FLIGHT_BYTES = 24L << 20;

  private final TorturePlan plan;
  private long confirmed;

  Filling(TorturePlan plan) {
    this.plan = plan;
  }

  void fill(FeigeClient client, Progress progress) {
    if (plan.fillBytes() == 0) {
      return;
    }
    client.topics().createIfAbsent(TopicSpec.of(plan.fillTopic()));
    byte[] body = new byte[BODY_BYTES];
    new Random(plan.seed()).nextBytes(body);
    try (Producer producer = client.producer(plan.fillTopic()).build()) {
      InFlight inFlight = new InFlight(producer, MAX_IN_FLIGHT, MAX_IN_FLIGHT_BYTES, this);
      for (long bytes = 0; bytes < plan.fillBytes(); bytes += BODY_BYTES) {
        inFlight.publish(Message.of(body), BODY_BYTES, 0);
        long filled = bytes;
        progress.show(() -> "filling the journal: " + Human.bytes(filled));
      }
      inFlight.finish();
    }
    progress.end();
  }

  /** Offsets are dense, so the number of messages shows a loss. */
  void verify(FeigeClient client, Violations violations) {
    if (plan.fillBytes() > 0) {
      TopicDescription topic = client.topics().describe(plan.fillTopic());
      long held = topic.endOffset() - topic.startOffset();
      if (held != confirmed) {
        violations.add(Kind.LOST, confirmed + " messages filled, " + held + " there");
      }
    }
  }

  @Override
  public void confirmed(Receipt receipt, long tag) {
    confirmed++;
  }

  @Override
  public void failed(FeigeException failure, long tag) {
    throw new CliException(
        ExitCode.FAILED, "the journal could not be filled: " + failure.getMessage(), failure);
  }
}

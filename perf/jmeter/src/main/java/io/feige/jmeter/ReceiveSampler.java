package io.feige.jmeter;

import io.feige.client.Consumer;
import io.feige.client.Delivery;
import java.util.ArrayDeque;
import java.util.Optional;
import org.apache.jmeter.samplers.SampleResult;
import org.jspecify.annotations.Nullable;

/**
 * Receives one message a sample, which takes as long as the message was under way: from when it was
 * sent until this client had it. Each is acked and the ack is not waited for. Where no message
 * comes there is no sample.
 */
public final class ReceiveSampler extends GroupSampler {
  private static final long serialVersionUID = 1;
  private static final int MOST_AT_ONCE = 500;

  /** A message that is here. */
  private record Arrived(Delivery delivery, Optional<Stamp> stamp, long sentMillis, long millis) {}

  private final transient ArrayDeque<Arrived> arrived = new ArrayDeque<>();

  /** Made by JMeter. */
  public ReceiveSampler() {}

  @Override
  @Nullable SampleResult sample(
      Consumer from, Account account, GroupAccount ofGroup, SampleResult labelled) {
    if (arrived.isEmpty()) {
      for (Delivery delivery : pull(from, MOST_AT_ONCE)) {
        Optional<Stamp> stamp = account.delivered(ofGroup, delivery);
        long sentMillis =
            stamp.map(known -> known.sentMicros() / 1000).orElse(delivery.publishTimeMillis());
        arrived.add(new Arrived(delivery, stamp, sentMillis, Stamp.nowMicros() / 1000));
      }
    }
    Arrived next = arrived.poll();
    if (next == null) {
      return null;
    }
    var unused =
        next.delivery()
            .ackAsync()
            .whenComplete((done, failure) -> {
              if (failure == null) {
                next.stamp().ifPresent(ofGroup::acked);
              } else {
                ofGroup.notAcked(1);
              }
            });
    SampleResult result =
        SampleResult.createTestSample(Math.min(next.sentMillis(), next.millis()), next.millis());
    result.setSampleLabel(labelled.getSampleLabel());
    result.setDataType(SampleResult.TEXT);
    result.setBytes((long) next.delivery().bodyBytes());
    return succeeded(
        result,
        next.delivery().pair()
            + " "
            + next.delivery().offset()
            + ", attempt "
            + next.delivery().attempt());
  }
}

package io.feige.jmeter;

import io.feige.client.Consumer;
import io.feige.client.Delivery;
import io.feige.client.FeigeException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.jmeter.samplers.SampleResult;
import org.jspecify.annotations.Nullable;

/**
 * Pulls what there is, up to a number of messages, and acks it. A pull that finds nothing is no
 * sample.
 */
public final class PullSampler extends GroupSampler {
  private static final long serialVersionUID = 1;

  /** What happens with what was pulled. */
  private enum Acking {
    /** The sample ends when the acks are safe. */
    WAIT,
    /** The acks are sent and not waited for. */
    ASYNC,
    /** Nothing is acked; it comes again when its lease ends. */
    NONE
  }

  private int messages = 100;
  private String ack = "WAIT";

  /** Made by JMeter. */
  public PullSampler() {}

  @Override
  @Nullable SampleResult sample(
      Consumer from, Account account, GroupAccount ofGroup, SampleResult result) {
    Acking acking = Acking.valueOf(ack.toUpperCase(Locale.ROOT));
    result.sampleStart();
    List<Delivery> batch = pull(from, messages);
    if (batch.isEmpty()) {
      return null;
    }
    result.latencyEnd();
    List<Stamp> stamps =
        batch.stream()
            .map(delivery -> account.delivered(ofGroup, delivery))
            .flatMap(Optional::stream)
            .toList();
    result.setBytes(batch.stream().mapToLong(Delivery::bodyBytes).sum());
    try {
      switch (acking) {
        case WAIT -> {
          from.ackAll(batch);
          stamps.forEach(ofGroup::acked);
        }
        case ASYNC -> {
          var unused =
              from.ackAllAsync(batch)
                  .whenComplete((done, failure) -> {
                    if (failure == null) {
                      stamps.forEach(ofGroup::acked);
                    } else {
                      ofGroup.notAcked(batch.size());
                    }
                  });
        }
        case NONE -> {}
      }
      result.sampleEnd();
      return succeeded(result, batch.size() + " messages");
    } catch (FeigeException e) {
      result.sampleEnd();
      return failed(result, e.code().name(), e.getMessage());
    }
  }

  /** How many messages a sample pulls at most. */
  public int getMessages() {
    return messages;
  }

  /** Sets how many messages a sample pulls at most. */
  public void setMessages(int value) {
    messages = value;
  }

  /** What happens with what was pulled. */
  public String getAck() {
    return ack;
  }

  /** Sets what happens with what was pulled: WAIT for the acks, ASYNC, NONE. */
  public void setAck(String value) {
    ack = value;
  }
}

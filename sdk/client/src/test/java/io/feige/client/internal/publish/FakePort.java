package io.feige.client.internal.publish;

import io.feige.client.Durability;
import io.feige.protocol.error.ErrorCode;
import java.util.ArrayList;
import java.util.List;

/** A way to a pair that notes what is sent. */
final class FakePort implements BatchPort {
  private final String pair;
  private final FakeLoop loop;
  final List<Sent> sent = new ArrayList<>();
  boolean isUp = true;
  boolean acceptsPublishes = true;
  int reroutes;
  long seconds;

  FakePort(String pair, FakeLoop loop) {
    this.pair = pair;
    this.loop = loop;
  }

  record Sent(PendingBatch batch, long sequence, long resolvedBelow, Answers answers) {
    void confirm(long offset) {
      confirm(offset, false);
    }

    void confirm(long offset, boolean isDuplicate) {
      answers.confirmed(
          batch, new PublishOutcome.Confirmed("p", 1, offset, 0, 0, Durability.LOCAL, isDuplicate));
    }

    void refuse(ErrorCode code) {
      refuse(code, "");
    }

    void refuse(ErrorCode code, String hint) {
      answers.refused(batch, new PublishRefusal(code, "no room", hint, 0));
    }

    void lose() {
      answers.lost(batch);
    }
  }

  /** Sequences sent since the last call. */
  List<Long> takeSequences() {
    List<Long> sequences = sent.stream().map(Sent::sequence).toList();
    sent.clear();
    return sequences;
  }

  @Override
  public String pair() {
    return pair;
  }

  @Override
  public boolean isUp() {
    return isUp;
  }

  @Override
  public boolean acceptsPublishes() {
    return acceptsPublishes;
  }

  @Override
  public void publish(PendingBatch batch, long resolvedBelow, Answers answers) {
    sent.add(new Sent(batch, batch.sequence(), resolvedBelow, answers));
  }

  @Override
  public void reroute(PublishRefusal refusal) {
    reroutes++;
  }

  @Override
  public String downBecause() {
    return "down";
  }

  @Override
  public void execute(Runnable task) {
    loop.execute(task);
  }

  @Override
  public void schedule(Runnable task, long delayNanos) {
    loop.schedule(task, delayNanos);
  }

  @Override
  public long seconds() {
    return seconds;
  }

  @Override
  public long nanoTime() {
    return loop.nanoTime();
  }
}

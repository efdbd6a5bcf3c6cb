package io.feige.client.internal.publish;

import java.util.ArrayList;
import java.util.List;

/** A way to the node that notes what is sent, and a loop and clock that the test moves. */
final class FakePort implements BatchPort {
  private final List<Runnable> tasks = new ArrayList<>();
  private final List<Timer> timers = new ArrayList<>();
  final List<Sent> sent = new ArrayList<>();
  boolean isUp = true;
  int reroutes;
  long now = 1_000_000;

  record Sent(PendingBatch batch, long resolvedBelow, Answers answers) {
    void confirm(long offset) {
      answers.confirmed(
          batch,
          new PublishOutcome.Confirmed(1, offset, 0, 0, io.feige.client.Durability.LOCAL, false));
    }

    void refuse(io.feige.protocol.error.ErrorCode code) {
      answers.refused(batch, new PublishRefusal(code, "refused", 0));
    }
  }

  private record Timer(long dueNanos, Runnable task) {}

  /** Sequences sent since the last call. */
  List<Long> takeSequences() {
    List<Long> sequences = sent.stream().map(each -> each.batch().sequence()).toList();
    sent.clear();
    return sequences;
  }

  void runTasks() {
    while (!tasks.isEmpty()) {
      tasks.remove(0).run();
    }
  }

  /** Moves the clock and runs what is due by then. */
  void advanceMillis(long millis) {
    now += millis * 1_000_000;
    List<Timer> due = new ArrayList<>(timers);
    due.removeIf(timer -> timer.dueNanos() > now);
    timers.removeAll(due);
    due.forEach(timer -> timer.task().run());
    runTasks();
  }

  @Override
  public boolean isUp() {
    return isUp;
  }

  @Override
  public void publish(PendingBatch batch, long resolvedBelow, Answers answers) {
    sent.add(new Sent(batch, resolvedBelow, answers));
  }

  @Override
  public void reroute() {
    reroutes++;
  }

  @Override
  public String downBecause() {
    return "down";
  }

  @Override
  public void execute(Runnable task) {
    tasks.add(task);
  }

  @Override
  public void schedule(Runnable task, long delayNanos) {
    timers.add(new Timer(now + delayNanos, task));
  }

  @Override
  public long nanoTime() {
    return now;
  }
}

package io.feige.client.internal.publish;

import java.util.ArrayList;
import java.util.List;

/** A loop and a clock that the test moves. */
final class FakeLoop implements LoopPort {
  private final List<Runnable> tasks = new ArrayList<>();
  private final List<Timer> timers = new ArrayList<>();
  private long now = 1_000_000;

  private record Timer(long dueNanos, Runnable task) {}

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

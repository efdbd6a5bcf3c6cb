package io.feige.broker.sim.turn;

/** Time in a simulated process. What is planned does not happen when the process has ended. */
public interface Pace {
  /** Its monotonic clock. */
  long nanos();

  /** Its wall clock. */
  long millis();

  /** Something that it does when its monotonic clock has gone on by so much. */
  void after(long nanos, Runnable duty);

  /** Something that takes its time beside the process, and is told to it then. */
  void afterTrue(long nanos, Runnable duty);
}

package io.feige.client.internal.consume;

import io.feige.protocol.model.LeaseStage;
import java.util.List;
import java.util.stream.IntStream;

/** Listeners with one handler each, and a pair, in virtual time. */
final class ReceivingSimulation {
  private static final long MILLI = 1_000_000;

  /**
   * What is simulated.
   *
   * @param consumers of one group
   * @param handlerNanos what a message takes
   * @param roundTripNanos what a request takes
   * @param stallNanos for so long a handler is not run, now and then
   * @param attempt in which all messages come: 2 is what they do after a failover
   */
  record Setting(
      int consumers, long handlerNanos, long roundTripNanos, long stallNanos, int attempt) {
    /** Whether what was asked for at that stage may be handled at once; see Pull. */
    boolean comesAsOurs(LeaseStage stage) {
      return stage == LeaseStage.STARTED || (stage == LeaseStage.CLAIMED && attempt == 1);
    }

    @Override
    public String toString() {
      return "%d with a handler of %.2f ms, round trip %.1f ms, stalls of %d ms, attempt %d"
          .formatted(
              consumers,
              (double) handlerNanos / MILLI,
              (double) roundTripNanos / MILLI,
              stallNanos / MILLI,
              attempt);
    }
  }

  /**
   * How it went.
   *
   * @param busyShare of the time, that of the handler that worked least, with its stalls
   * @param idleNanos how long a handler waited at a time while others still had work, at most
   * @param claimedMost messages that were claimed and not begun by one consumer, at most
   */
  record Outcome(double busyShare, long idleNanos, int claimedMost) {}

  private final VirtualTime time = new VirtualTime();
  private final List<SimulatedConsumer> consumers;

  private ReceivingSimulation(Setting setting, long messages) {
    SimulatedPair pair = new SimulatedPair(time, setting, messages);
    this.consumers =
        IntStream.range(0, setting.consumers())
            .mapToObj(number -> new SimulatedConsumer(number, setting, time, pair))
            .toList();
  }

  /**
   * The pair always has messages.
   *
   * @param warmupNanos so long it is not counted
   */
  static Outcome endless(Setting setting, long warmupNanos, long nanos) {
    ReceivingSimulation simulation = new ReceivingSimulation(setting, Long.MAX_VALUE);
    simulation.time.pass(warmupNanos);
    simulation.consumers.forEach(SimulatedConsumer::begin);
    simulation.time.pass(nanos);
    return simulation.outcome();
  }

  /** The pair has the work of so long for all handlers, and then no more. */
  static Outcome burst(Setting setting, long nanos) {
    long messages = setting.consumers() * nanos / setting.handlerNanos();
    ReceivingSimulation simulation = new ReceivingSimulation(setting, messages);
    while (simulation.consumers.stream().mapToLong(SimulatedConsumer::handled).sum() < messages) {
      simulation.time.pass(MILLI);
    }
    return simulation.outcome();
  }

  private Outcome outcome() {
    return new Outcome(
        consumers.stream().mapToDouble(SimulatedConsumer::busyShare).min().orElseThrow(),
        consumers.stream().mapToLong(each -> each.longestWaitUntil(time.now())).max().orElseThrow(),
        consumers.stream().mapToInt(SimulatedConsumer::claimedMost).max().orElseThrow());
  }
}

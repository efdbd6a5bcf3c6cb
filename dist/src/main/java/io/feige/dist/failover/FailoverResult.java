package io.feige.dist.failover;

import io.feige.dist.traffic.Account;
import java.util.List;
import java.util.stream.Stream;

/**
 * What came of it.
 *
 * @param failovers one for each pair whose active was killed
 */
record FailoverResult(
    List<Failover> failovers,
    List<Switch> switches,
    List<Stop> stops,
    Calm calm,
    Times toFirstDelivery,
    Times toFirstConfirm,
    Times switchPause,
    Times activeStoppedPause,
    Times standbyStoppedPause,
    Account account) {
  /**
   * One failover.
   *
   * @param deliveryMillis from the kill to the first delivery of a message published after it
   * @param confirmMillis from the kill to the first confirm by the new active
   * @param boundMillis the longest failover, as the cluster said just before
   */
  record Failover(
      int round,
      String pair,
      String killed,
      double deliveryMillis,
      double confirmMillis,
      long boundMillis) {
    String words() {
      return "kill %d: %s of %s; first delivery after %.0f ms, first confirm after %.0f ms, bound %d ms"
          .formatted(round, killed, pair, deliveryMillis, confirmMillis, boundMillis);
    }

    private boolean isWithinBound() {
      return deliveryMillis < boundMillis && confirmMillis < boundMillis;
    }
  }

  /**
   * One planned switch.
   *
   * @param pauseMillis the longest time between two confirms around it
   */
  record Switch(int round, String pair, double pauseMillis) {}

  /**
   * A node that stood still, and a pair of it.
   *
   * @param wasActive whether it was the pair's active, else its standby
   * @param pauseMillis the longest time between two confirms meanwhile
   * @param boundMillis the longest failover, as the cluster said just before
   */
  record Stop(
      int round,
      String pair,
      String stopped,
      boolean wasActive,
      double pauseMillis,
      long boundMillis) {
    String words() {
      return "stop %d: %s, %s of %s; pause %.0f ms, bound %d ms"
          .formatted(
              round, stopped, wasActive ? "active" : "standby", pair, pauseMillis, boundMillis);
    }

    /** The bound is of an active that dies; for a standby that is silent there is none. */
    private boolean isWithinBound() {
      return !wasActive || pauseMillis < boundMillis;
    }

    private static Times pauses(List<Stop> all, boolean ofActives) {
      return Times.of(
          all.stream()
              .filter(stop -> stop.wasActive() == ofActives)
              .map(Stop::pauseMillis)
              .toList());
    }
  }

  /**
   * What happened while nothing was done to the cluster.
   *
   * @param decided kinds of the decisions on pairs
   * @param lapses how often the promise under which an active serves lapsed
   * @param longestMillis the longest time between two confirms of a pair
   */
  record Calm(long seconds, List<String> decided, long lapses, double longestMillis) {
    static final Calm NONE = new Calm(0, List.of(), 0, 0);

    Calm {
      decided = List.copyOf(decided);
    }

    String words() {
      return "left alone for %d s: decisions %s, lapsed promises %d, longest pause %.0f ms"
          .formatted(seconds, decided, lapses, longestMillis);
    }
  }

  /** Middle and ends, in milliseconds. */
  record Times(int count, double p50, double p99, double worst) {
    static Times of(List<Double> values) {
      List<Double> sorted = values.stream().sorted().toList();
      if (sorted.isEmpty()) {
        return new Times(0, 0, 0, 0);
      }
      int last = sorted.size() - 1;
      return new Times(
          sorted.size(),
          sorted.get(last / 2),
          sorted.get((int) Math.ceil(last * 0.99)),
          sorted.get(last));
    }

    private String words() {
      return count == 0
          ? "none"
          : "p50 %.0f ms, p99 %.0f ms, worst %.0f ms".formatted(p50, p99, worst);
    }
  }

  static FailoverResult of(
      List<Failover> failovers,
      List<Switch> switches,
      List<Stop> stops,
      Calm calm,
      Account account) {
    return new FailoverResult(
        List.copyOf(failovers),
        List.copyOf(switches),
        List.copyOf(stops),
        calm,
        Times.of(failovers.stream().map(Failover::deliveryMillis).toList()),
        Times.of(failovers.stream().map(Failover::confirmMillis).toList()),
        Times.of(switches.stream().map(Switch::pauseMillis).toList()),
        Stop.pauses(stops, true),
        Stop.pauses(stops, false),
        account);
  }

  /** Whether every promise was kept. */
  boolean isKept() {
    return account.isKept()
        && failovers.stream().allMatch(Failover::isWithinBound)
        && stops.stream().allMatch(Stop::isWithinBound);
  }

  /** How many went beyond the bound that was in force. */
  private long late() {
    return failovers.stream().filter(each -> !each.isWithinBound()).count()
        + stops.stream().filter(each -> !each.isWithinBound()).count();
  }

  private Times bounds() {
    return Times.of(
        Stream.concat(
                failovers.stream().map(Failover::boundMillis),
                stops.stream().map(Stop::boundMillis))
            .map(Long::doubleValue)
            .toList());
  }

  String words() {
    return """
    failovers after kill -9: %d
      to the first delivery  %s
      to the first confirm   %s
    planned switches: %d
      longest pause          %s
    nodes stopped with SIGSTOP
      longest pause, active  %s
      the same, standby      %s
    bound shown just before  %s; beyond it %d
    %s
    confirmed %,d, lost %d, outcome unknown %d
    delivered again %,d, of these after their ack was confirmed %d
    out of the order of their keys %d, stored twice %d\
    """
        .formatted(
            failovers.size(),
            toFirstDelivery.words(),
            toFirstConfirm.words(),
            switches.size(),
            switchPause.words(),
            activeStoppedPause.words(),
            standbyStoppedPause.words(),
            bounds().words(),
            late(),
            calm.words(),
            account.confirmed(),
            account.lost(),
            account.unknown(),
            account.redelivered(),
            account.afterAck(),
            account.reordered(),
            account.storedTwice());
  }
}

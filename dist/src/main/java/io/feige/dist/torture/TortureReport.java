package io.feige.dist.torture;

import io.feige.dist.cli.Human;
import io.feige.dist.cli.Table;
import io.feige.dist.torture.Violations.Kind;
import java.util.List;

/**
 * How a torture ended; also its JSON.
 *
 * @param journalBytes held in the journal at the end
 * @param violations all zero, or the node broke a promise
 */
record TortureReport(
    int rounds,
    int clients,
    long seed,
    Ledger.Counts messages,
    long journalBytes,
    RestartTimes restartToFirstDelivery,
    Broken violations,
    long elapsedMillis) {
  /**
   * From the start of the process to the first message at any consumer, in milliseconds.
   *
   * @param measured restarts; those that were killed before are not among them
   */
  record RestartTimes(int measured, long medianMillis, long worstMillis, List<Long> eachMillis) {
    static RestartTimes of(List<Long> nanos) {
      List<Long> each = nanos.stream().map(one -> one / 1_000_000).toList();
      List<Long> sorted = each.stream().sorted().toList();
      return sorted.isEmpty()
          ? new RestartTimes(0, 0, 0, each)
          : new RestartTimes(sorted.size(), sorted.get(sorted.size() / 2), sorted.getLast(), each);
    }
  }

  /** Broken promises, by kind, and the first of them in words. */
  record Broken(
      long confirmedAndLost,
      long ackedAndRedelivered,
      long redeliveredUnmarked,
      long offsetsNotDense,
      long storedTwice,
      long refusedButStored,
      long contentChanged,
      long notServing,
      List<String> words) {
    static Broken of(Violations violations) {
      return new Broken(
          violations.count(Kind.LOST),
          violations.count(Kind.ACKED_CAME_AGAIN),
          violations.count(Kind.REDELIVERY_UNMARKED),
          violations.count(Kind.OFFSETS),
          violations.count(Kind.STORED_TWICE),
          violations.count(Kind.REFUSED_BUT_STORED),
          violations.count(Kind.CONTENT),
          violations.count(Kind.NOT_SERVING),
          violations.words());
    }

    boolean hasNone() {
      return words.isEmpty();
    }
  }

  String words() {
    Table table =
        new Table("WHAT", "HOW MANY")
            .row("kills", rounds)
            .row("clients", clients)
            .row("published", Human.count(messages.published()))
            .row("confirmed", Human.count(messages.confirmed()))
            .row("outcome unknown", Human.count(messages.unknown()))
            .row("delivered", Human.count(messages.delivered()))
            .row("delivered again before an ack was confirmed", Human.count(messages.redelivered()))
            .row("acks confirmed", Human.count(messages.acked()))
            .row("journal", Human.bytes(journalBytes))
            .row("restart to first delivery, median", millis(restartToFirstDelivery.medianMillis()))
            .row("restart to first delivery, worst", millis(restartToFirstDelivery.worstMillis()))
            .row("confirmed and lost", violations.confirmedAndLost())
            .row("confirmed acks delivered again", violations.ackedAndRedelivered())
            .row("redelivered as if new", violations.redeliveredUnmarked())
            .row("offsets not dense", violations.offsetsNotDense())
            .row("stored twice", violations.storedTwice())
            .row("refused but stored", violations.refusedButStored())
            .row("content changed", violations.contentChanged())
            .row("not serving in time", violations.notServing())
            .row("took", millis(elapsedMillis));
    StringBuilder words = new StringBuilder(table.text());
    violations.words().forEach(one -> words.append("\nVIOLATION ").append(one));
    return words.append("\n").append(verdict()).toString();
  }

  private String verdict() {
    return violations.hasNone()
        ? "Every promise was kept. Seed " + seed + "."
        : "PROMISES WERE BROKEN. Seed " + seed + " draws the same moments again.";
  }

  private static String millis(long millis) {
    return Human.nanos(millis * 1_000_000);
  }
}

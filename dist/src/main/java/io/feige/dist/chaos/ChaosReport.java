package io.feige.dist.chaos;

import io.feige.dist.traffic.Account;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/**
 * What came of a run.
 *
 * @param twoServers how often two nodes were seen to serve one pair
 * @param longestSilenceMillis the longest time in which no client was confirmed anything
 * @param notRecovered rounds after which the pairs were not all in sync within the limit
 * @param outcomes the faults and how long it took until all was in sync again
 */
record ChaosReport(
    long seed,
    Duration time,
    int clients,
    Account account,
    int twoServers,
    long longestSilenceMillis,
    int notRecovered,
    List<Outcome> outcomes,
    List<Timeline.Sample> samples) {
  /**
   * One round.
   *
   * @param recoveredMillis from the end of the faults until all pairs were in sync
   */
  record Outcome(long atMillis, String faults, long recoveredMillis) {}

  boolean isKept() {
    return account.isKept() && twoServers == 0 && notRecovered == 0;
  }

  String words() {
    return String.format(
        Locale.ROOT,
        """
        %s of faults with %d clients, %d rounds, seed %d
        confirmed %,d, lost %d, outcome unknown %d
        delivered again %,d, of these after their ack was confirmed %d
        out of the order of their keys %d, stored twice %d, two servers at a time %d
        rounds that did not recover %d, longest time without any confirm %.1f s
        %s\
        """,
        Seconds.of(time),
        clients,
        outcomes.size(),
        seed,
        account.confirmed(),
        account.lost(),
        account.unknown(),
        account.redelivered(),
        account.afterAck(),
        account.reordered(),
        account.storedTwice(),
        twoServers,
        notRecovered,
        longestSilenceMillis / 1e3,
        isKept() ? "Every promise was kept." : "PROMISES WERE BROKEN.");
  }

  String markdown() {
    StringBuilder text = new StringBuilder("# Chaos report\n\n");
    text.append("```\n").append(words()).append("\n```\n\n");
    text.append("![throughput and faults](timeline.svg)\n\n");
    text.append("| at | faults | in sync again after |\n|---|---|---|\n");
    for (Outcome outcome : outcomes) {
      text.append(
          String.format(
              Locale.ROOT,
              "| %.1f s | %s | %.1f s |%n",
              outcome.atMillis() / 1e3,
              outcome.faults(),
              outcome.recoveredMillis() / 1e3));
    }
    return text.toString();
  }
}

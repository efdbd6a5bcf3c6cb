package io.feige.perf.peers;

import io.feige.perf.machine.Machine;
import io.feige.perf.peers.load.LoadResult;
import io.feige.perf.peers.load.Work;
import io.feige.perf.peers.server.Peer;
import io.feige.perf.stats.Spread;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** What a campaign has found, as a page. Medians, with the lowest and highest of the rounds. */
final class Report {
  /** What the page says of every run. */
  private static final String HEAD = "performance-head.md";

  private final List<Outcome> outcomes;
  private final Campaign.Plan plan;
  private final String versions;

  /**
   * A page.
   *
   * @param versions of what was measured, in a sentence
   */
  Report(List<Outcome> outcomes, Campaign.Plan plan, String versions) {
    this.outcomes = outcomes;
    this.plan = plan;
    this.versions = versions;
  }

  String words() {
    StringBuilder page = new StringBuilder(head());
    page.append("## This run\n\n").append(Machine.now().words()).append('\n');
    page.append(
        String.format(
            Locale.ROOT,
            "%d rounds in turns; each work counts for %d s after %d s of warm-up, on a broker that"
                + " was started for it.%nLoad average %s; up to %.1f %% of the processors' time was"
                + " stolen.%n%s%n",
            plan.rounds(),
            plan.time(),
            plan.warmup(),
            outcomes.isEmpty()
                ? "not known"
                : words(Spread.of(outcomes.stream().map(Outcome::load).toList()), 1, 1),
            100 * outcomes.stream().mapToDouble(Outcome::stolen).max().orElse(0),
            versions));
    for (Work work : plan.works()) {
      page.append("\n## ").append(title(work)).append("\n\n").append(table(work));
      if (work.kind() == Work.Kind.RATE) {
        page.append("\n![99 % of each second](images/performance/").append(work.name());
        page.append(".svg)\n");
      }
    }
    return page.append(new Ratios(outcomes, plan).words()).toString();
  }

  private static String head() {
    try (InputStream from = Report.class.getResourceAsStream(HEAD)) {
      return new String(Objects.requireNonNull(from).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The tails, second by second, of what was sent at a rate. */
  List<Chart> charts() {
    return plan.works().stream()
        .filter(work -> work.kind() == Work.Kind.RATE)
        .map(work ->
            new Chart(
                work.name() + ".svg",
                title(work) + ": 99 % by second",
                "ms",
                peersOf(work).map(peer -> line(peer, work)).toList()))
        .toList();
  }

  private Chart.Line line(Peer peer, Work work) {
    List<List<Double>> rounds =
        of(peer, work).stream().map(outcome -> outcome.result().bySecond()).toList();
    int seconds = rounds.stream().mapToInt(List::size).min().orElse(0);
    return new Chart.Line(
        peer.words().replaceAll(",.*", "")
            + " ("
            + peer.safety().words().replaceAll(",.*", "")
            + ")",
        IntStream.range(0, seconds)
            .mapToObj(second ->
                Spread.of(rounds.stream().map(round -> round.get(second)).toList()).median() / 1000)
            .toList());
  }

  static String title(Work work) {
    String size = work.size() < 1024 ? work.size() + " B" : work.size() / 1024 + " KiB";
    return switch (work.kind()) {
      case BATCHED -> "Batched, " + size + ", one sender";
      case WAITING -> work.senders() + " senders that wait for each message, " + size;
      case RATE -> String.format(Locale.ROOT, "Round trip at %,d a second, %s", work.rate(), size);
      case CATCH_UP -> "Catching up with a backlog, " + size;
    };
  }

  private String table(Work work) {
    boolean isTimed = work.kind() == Work.Kind.WAITING || work.kind() == Work.Kind.RATE;
    StringBuilder table = new StringBuilder("| broker | confirms | a second |");
    table.append(isTimed ? " p50 | p99 | p99.9 |" : "");
    table.append(" broker CPU s per million | client CPU s per million | memory | failed |\n");
    table
        .append("|---|---|---|")
        .append(isTimed ? "---|---|---|" : "")
        .append("---|---|---|---|\n");
    Comparator<Peer> bySafety = Comparator.comparing(Peer::safety).reversed();
    peersOf(work).sorted(bySafety).forEach(peer -> table.append(row(peer, work, isTimed)));
    return table.toString();
  }

  private String row(Peer peer, Work work, boolean isTimed) {
    List<Outcome> rounds = of(peer, work);
    List<String> cells = new ArrayList<>();
    cells.add(peer.words());
    cells.add(peer.safety().words());
    cells.add(words(spread(rounds, one -> one.result().perSecond()), 1, 0));
    if (isTimed) {
      cells.add(millis(rounds, LoadResult.Latency::p50));
      cells.add(millis(rounds, LoadResult.Latency::p99));
      cells.add(millis(rounds, LoadResult.Latency::p999));
    }
    cells.add(perMillion(rounds, Outcome::serverCpuSeconds));
    cells.add(perMillion(rounds, one -> one.result().clientCpuSeconds()));
    cells.add(
        String.format(
            Locale.ROOT, "%,.0f MiB", spread(rounds, one -> one.serverMebibytes()).median()));
    cells.add(
        String.format(
            Locale.ROOT, "%,d", rounds.stream().mapToLong(one -> one.result().failed()).sum()));
    return "| " + String.join(" | ", cells) + " |\n";
  }

  private static String perMillion(List<Outcome> rounds, ToDoubleFunction<Outcome> seconds) {
    boolean isKnown = rounds.stream().allMatch(one -> one.result().all() > 0);
    return isKnown
        ? words(spread(rounds, one -> seconds.applyAsDouble(one) / one.result().all() * 1e6), 1, 1)
        : "-";
  }

  private static String millis(
      List<Outcome> rounds, ToDoubleFunction<LoadResult.Latency> percentile) {
    return words(spread(rounds, one -> percentile.applyAsDouble(one.result().latency())), 1000, 2)
        + " ms";
  }

  private static Spread spread(List<Outcome> rounds, ToDoubleFunction<Outcome> value) {
    return Spread.of(rounds.stream().map(value::applyAsDouble).toList());
  }

  private static String words(Spread spread, double unit, int digits) {
    String number = "%,." + digits + "f";
    if (spread.lowest() == spread.highest()) {
      return String.format(Locale.ROOT, number, spread.median() / unit);
    }
    return String.format(
        Locale.ROOT,
        number + " (" + number + " to " + number + ")",
        spread.median() / unit,
        spread.lowest() / unit,
        spread.highest() / unit);
  }

  private Stream<Peer> peersOf(Work work) {
    return plan.peers().stream().filter(peer -> !of(peer, work).isEmpty());
  }

  private List<Outcome> of(Peer peer, Work work) {
    return outcomes.stream()
        .filter(one -> one.peer().equals(peer.name()) && one.work().equals(work.name()))
        .toList();
  }
}

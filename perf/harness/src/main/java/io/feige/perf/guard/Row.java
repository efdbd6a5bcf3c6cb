package io.feige.perf.guard;

import java.util.List;
import java.util.stream.Stream;

/**
 * One thing that is measured: a benchmark of the command line, against a server of its own.
 *
 * @param name such as {@code pair-roundtrip}
 * @param server what the benchmark runs against
 * @param bench the benchmark and its settings
 * @param metrics what of its answer counts
 */
record Row(String name, Kind server, List<String> bench, List<Metric> metrics) {
  /** What serves. */
  enum Kind {
    /** A node that stands alone. */
    NODE,
    /** Two nodes and an Admin; a confirm means that both nodes have it. */
    PAIR
  }

  /** A figure in the answer of a benchmark. */
  enum Metric {
    RATE("messages/s", "/messagesPerSecond/median", true),
    P50("p50 us", "/latency/p50Micros/median", false),
    P99("p99 us", "/latency/p99Micros/median", false);

    private final String words;
    private final String pointer;
    private final boolean isBetterWhenHigher;

    Metric(String words, String pointer, boolean isBetterWhenHigher) {
      this.words = words;
      this.pointer = pointer;
      this.isBetterWhenHigher = isBetterWhenHigher;
    }

    String words() {
      return words;
    }

    /** Where it stands in the answer's JSON (RFC 6901). */
    String pointer() {
      return pointer;
    }

    boolean isBetterWhenHigher() {
      return isBetterWhenHigher;
    }
  }

  /** All there are, those of one server together. */
  static final List<Row> ALL =
      Stream.of(Kind.values()).flatMap(server -> of(server).stream()).toList();

  private static List<Row> of(Kind server) {
    String prefix = server == Kind.NODE ? "node-" : "pair-";
    List<Metric> rate = List.of(Metric.RATE);
    return List.of(
        new Row(prefix + "batched-128", server, List.of("publish", "--size", "128"), rate),
        new Row(prefix + "batched-1k", server, List.of("publish", "--size", "1KiB"), rate),
        new Row(
            prefix + "sync-16",
            server,
            List.of("publish", "--sync", "--threads", "16", "--own-clients"),
            rate),
        new Row(
            prefix + "roundtrip",
            server,
            List.of("roundtrip", "--rate", "5000"),
            List.of(Metric.P50, Metric.P99)),
        new Row(prefix + "pull", server, List.of("pull"), rate));
  }

  /** The server of the row of a name. */
  static Kind kindOf(String name) {
    return ALL.stream().filter(row -> row.name.equals(name)).findFirst().orElseThrow().server;
  }

  /** Those that a name or the beginning of one means. */
  static List<Row> named(String beginning) {
    return ALL.stream().filter(row -> row.name.startsWith(beginning)).toList();
  }
}

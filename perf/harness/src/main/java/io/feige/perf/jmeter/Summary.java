package io.feige.perf.jmeter;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What JMeter's dashboard says in its {@code statistics.json}, as a table.
 *
 * @param rows one for each sampler, as the plan names them, and the sum at the end
 */
record Summary(List<Row> rows) {
  /**
   * A sampler.
   *
   * @param p50 and the other times in milliseconds, which is how fine JMeter counts
   */
  record Row(
      String name,
      long samples,
      long errors,
      double perSecond,
      double p50,
      double p90,
      double p95,
      double p99,
      double max) {
    private static Row of(JsonNode node) {
      return new Row(
          node.path("transaction").asString(),
          node.path("sampleCount").asLong(),
          node.path("errorCount").asLong(),
          // "Infinity" for one sample that took less than a millisecond.
          node.path("throughput").asDouble(0),
          node.path("medianResTime").asDouble(),
          node.path("pct1ResTime").asDouble(),
          node.path("pct2ResTime").asDouble(),
          node.path("pct3ResTime").asDouble(),
          node.path("maxResTime").asDouble());
    }

    private String words() {
      return String.format(
          Locale.ROOT,
          "| %s | %,d | %,d | %,.0f | %.0f ms | %.0f ms | %.0f ms | %.0f ms | %,.0f ms |",
          name,
          samples,
          errors,
          perSecond,
          p50,
          p90,
          p95,
          p99,
          max);
    }
  }

  private static final String TOTAL = "Total";
  private static final String HEAD =
      """
      | sampler | samples | errors | a second | median | 90 % | 95 % | 99 % | longest |
      |---|---|---|---|---|---|---|---|---|
      """;

  static Summary of(String statistics) {
    JsonNode all = JsonMapper.shared().readTree(statistics);
    List<Row> rows = all.properties().stream().map(entry -> Row.of(entry.getValue())).toList();
    return new Summary(
        Stream.of(false, true)
            .flatMap(isTotal -> rows.stream().filter(row -> row.name.equals(TOTAL) == isTotal))
            .toList());
  }

  long errors() {
    return rows.stream().filter(row -> row.name.equals(TOTAL)).mapToLong(Row::errors).sum();
  }

  String words() {
    StringBuilder words = new StringBuilder(HEAD);
    rows.forEach(row -> words.append(row.words()).append('\n'));
    return words.toString();
  }
}

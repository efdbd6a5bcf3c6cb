package io.feige.perf.peers;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Lines over seconds with a logarithmic axis, as SVG that needs nothing else.
 *
 * @param file its name
 * @param title above it
 * @param unit of the values
 */
record Chart(String file, String title, String unit, List<Line> lines) {
  /** One line; a value for each second, zero where there is none. */
  record Line(String name, List<Double> values) {}

  private static final List<String> COLOURS =
      List.of(
          "#d1242f", "#0969da", "#1a7f37", "#9a6700", "#8250df", "#bf3989", "#57606a", "#116329",
          "#0550ae", "#953800", "#24292f");
  private static final int WIDTH = 860;
  private static final int HEIGHT = 420;
  private static final int LEFT = 60;
  private static final int TOP = 40;
  private static final int BOTTOM = 380;
  private static final int RIGHT = 640;

  String svg() {
    double lowest = decade(values().stream().mapToDouble(v -> v).min().orElse(1), false);
    double highest = decade(values().stream().mapToDouble(v -> v).max().orElse(10), true);
    List<String> parts = new ArrayList<>();
    parts.add(
        String.format(
            Locale.ROOT,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\""
                + " font-size=\"12\">%n<rect width=\"100%%\" height=\"100%%\" fill=\"#ffffff\"/>"
                + "%n<text x=\"%d\" y=\"22\" font-size=\"15\">%s</text>",
            WIDTH,
            HEIGHT,
            LEFT,
            title));
    for (double value = lowest; value <= highest * 1.01; value *= 10) {
      double y = y(value, lowest, highest);
      parts.add(
          String.format(
              Locale.ROOT,
              "<line x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"#d0d7de\"/>"
                  + "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%s %s</text>",
              LEFT,
              RIGHT,
              y,
              y,
              LEFT - 4,
              y + 4,
              value >= 1 ? String.format(Locale.ROOT, "%.0f", value) : Double.toString(value),
              unit));
    }
    int seconds = lines.stream().mapToInt(line -> line.values().size()).max().orElse(1);
    for (int second = 1; second <= seconds; second += Math.max(1, seconds / 10)) {
      parts.add(
          String.format(
              Locale.ROOT,
              "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%d s</text>",
              x(second - 1, seconds),
              BOTTOM + 18,
              second));
    }
    for (int i = 0; i < lines.size(); i++) {
      parts.add(line(lines.get(i), i, new double[] {lowest, highest, seconds}));
    }
    return String.join("\n", parts) + "\n</svg>\n";
  }

  private static String line(Line line, int index, double[] scale) {
    List<String> points = new ArrayList<>();
    for (int second = 0; second < line.values().size(); second++) {
      double value = line.values().get(second);
      if (value > 0) {
        points.add(
            String.format(
                Locale.ROOT, "%.1f,%.1f", x(second, scale[2]), y(value, scale[0], scale[1])));
      }
    }
    String colour = COLOURS.get(index % COLOURS.size());
    int y = TOP + 10 + index * 18;
    return String.format(
        Locale.ROOT,
        "<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"1.8\" points=\"%s\"/>"
            + "<line x1=\"%d\" x2=\"%d\" y1=\"%d\" y2=\"%d\" stroke=\"%s\" stroke-width=\"3\"/>"
            + "<text x=\"%d\" y=\"%d\">%s</text>",
        colour,
        String.join(" ", points),
        RIGHT + 12,
        RIGHT + 32,
        y,
        y,
        colour,
        RIGHT + 38,
        y + 4,
        line.name());
  }

  private List<Double> values() {
    return lines.stream().flatMap(line -> line.values().stream()).filter(v -> v > 0).toList();
  }

  private static double decade(double value, boolean isUp) {
    double exponent = Math.log10(value);
    return Math.pow(10, isUp ? Math.ceil(exponent) : Math.floor(exponent));
  }

  private static double x(double second, double seconds) {
    return LEFT + (RIGHT - LEFT) * second / Math.max(1, seconds - 1);
  }

  private static double y(double value, double lowest, double highest) {
    double share = Math.log10(value / lowest) / Math.max(1e-9, Math.log10(highest / lowest));
    return BOTTOM - (BOTTOM - TOP) * share;
  }
}

package io.feige.dist.chaos;

import java.util.List;
import java.util.Locale;

/** Draws throughput over time, with the faults as shaded stretches. */
final class TimelineSvg {
  private static final int WIDTH = 1_600;
  private static final int HEIGHT = 320;
  private static final int BOTTOM = 280;
  private static final int LEFT = 60;

  private TimelineSvg() {}

  static String draw(List<Timeline.Sample> samples, List<Timeline.Mark> marks) {
    long end = samples.isEmpty() ? 1 : Math.max(1, samples.getLast().atMillis());
    int most = Math.max(1, samples.stream().mapToInt(Timeline.Sample::delivered).max().orElse(1));
    StringBuilder svg = new StringBuilder();
    svg.append(
        String.format(
            Locale.ROOT,
            "<svg xmlns='http://www.w3.org/2000/svg' width='%d' height='%d' font-family='sans-serif'"
                + " font-size='11'><rect width='100%%' height='100%%' fill='white'/>%n",
            WIDTH + LEFT + 20,
            HEIGHT));
    for (Timeline.Mark mark : marks) {
      double from = x(mark.atMillis(), end);
      double width = Math.max(1, x(mark.untilMillis(), end) - from);
      svg.append(
          String.format(
              Locale.ROOT,
              "<rect x='%.1f' y='20' width='%.1f' height='%d' fill='#f2b8a0' fill-opacity='0.6'>"
                  + "<title>%s</title></rect>%n",
              from,
              width,
              BOTTOM - 20,
              mark.words().replace(">", "&gt;")));
    }
    svg.append(line(samples, end, most, true)).append(line(samples, end, most, false));
    for (int i = 0; i <= 10; i++) {
      long at = end * i / 10;
      svg.append(
          String.format(
              Locale.ROOT,
              "<text x='%.1f' y='%d'>%.0f s</text>%n",
              x(at, end),
              BOTTOM + 16,
              at / 1e3));
    }
    svg.append(
        String.format(
            Locale.ROOT,
            "<text x='%d' y='14' fill='#1b6ca8'>confirmed</text><text x='%d' y='14'"
                + " fill='#3a8f3a'>delivered, at most %,d in a sample</text></svg>%n",
            LEFT,
            LEFT + 80,
            most));
    return svg.toString();
  }

  private static String line(
      List<Timeline.Sample> samples, long end, int most, boolean isConfirmed) {
    StringBuilder points = new StringBuilder();
    for (Timeline.Sample sample : samples) {
      int value = isConfirmed ? sample.confirmed() : sample.delivered();
      double y = BOTTOM - (double) (BOTTOM - 20) * Math.min(value, most) / most;
      points.append(String.format(Locale.ROOT, "%.1f,%.1f ", x(sample.atMillis(), end), y));
    }
    return String.format(
        Locale.ROOT,
        "<polyline fill='none' stroke='%s' points='%s'/>%n",
        isConfirmed ? "#1b6ca8" : "#3a8f3a",
        points);
  }

  private static double x(long millis, long end) {
    return LEFT + (double) WIDTH * millis / end;
  }
}

package io.feige.admin.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class HistoryTest {
  private static final long BEGIN = 1_000_000_200;
  private static final int DAY = 24 * 3_600;

  @TempDir Path dir;

  @Test
  void whatWasWrittenIsThereAndGapsAreGaps() throws IOException {
    try (History history = History.open(dir)) {
      history.write(Figure.BACKLOG, "", BEGIN, 5);
      history.write(Figure.BACKLOG, "", BEGIN + 10, 6);
      history.write(Figure.BACKLOG, "", BEGIN + 30, 8);
      History.Part part = history.read(BEGIN + 39, 50);
      assertThat(part.stepSeconds()).isEqualTo(10);
      assertThat(part.untilEpochSecond()).isEqualTo(BEGIN + 39);
      assertThat(values(part)).containsExactly(Float.NaN, 5f, 6f, Float.NaN, 8f);
    }
  }

  @Test
  void itIsThereAfterARestart() throws IOException {
    try (History history = History.open(dir)) {
      history.write(Figure.PUBLISHED, "pair-1", BEGIN, 100);
      history.write(Figure.PUBLISHED, "", BEGIN, 200);
    }
    try (History history = History.open(dir)) {
      List<Series> series = history.read(BEGIN, 10).series();
      assertThat(series).extracting(Series::pair).containsExactly("", "pair-1");
      assertThat(series.get(0).values()).containsExactly(200f);
      assertThat(series.get(1).values()).containsExactly(100f);
    }
  }

  @Test
  void aDayAtTenSecondsAndAMonthAtFiveMinutes() throws IOException {
    try (History history = History.open(dir)) {
      for (long at = BEGIN; at < BEGIN + 2 * DAY; at += History.STEP_SECONDS) {
        history.write(Figure.BACKLOG, "", at, (at - BEGIN) / (double) History.STEP_SECONDS);
      }
      long end = BEGIN + 2 * DAY - 1;
      List<Float> hour = values(history.read(end, 3_600));
      assertThat(hour).hasSize(360).doesNotContain(Float.NaN);
      assertThat(hour.getLast()).isEqualTo(17_279f);
      History.Part day = history.read(end, DAY);
      assertThat(day.stepSeconds()).isEqualTo(240);
      assertThat(values(day)).hasSize(360);
      assertThat(values(day).get(358) - values(day).get(357)).isEqualTo(24);
      History.Part month = history.read(end, 31L * DAY);
      assertThat(month.stepSeconds()).isEqualTo(7_500);
      List<Float> means = values(month);
      assertThat(means).hasSizeLessThanOrEqualTo(360);
      int last = means.size() - 1;
      assertThat(means.get(last - 1) - means.get(last - 2)).isEqualTo(750);
    }
    long bytes = 0;
    try (Stream<Path> files = Files.list(dir)) {
      for (Path file : files.toList()) {
        bytes += Files.size(file);
      }
    }
    assertThat(bytes).isLessThan(150_000);
  }

  @Test
  void filesThatAreNoneAreBegunAnew() throws IOException {
    Files.writeString(dir.resolve("backlog.day"), "no such file");
    Files.writeString(dir.resolve("whatever.day"), "of nobody");
    try (History history = History.open(dir)) {
      assertThat(values(history.read(BEGIN, 10))).containsExactly(Float.NaN);
      history.write(Figure.BACKLOG, "", BEGIN, 1);
      assertThat(values(history.read(BEGIN, 10))).containsExactly(1f);
    }
  }

  @Test
  void thereAreSoManySeriesAndNoMore() throws IOException {
    try (History history = History.open(dir)) {
      for (int i = 0; i < History.MOST_SERIES + 10; i++) {
        history.write(Figure.BACKLOG, "pair-" + i, BEGIN, i);
      }
      assertThat(history.read(BEGIN, 10).series()).hasSize(History.MOST_SERIES);
    }
  }

  @Test
  void clocksThatGoBackAndTimesBeforeAllHarmNothing() throws IOException {
    try (History history = History.open(dir)) {
      history.write(Figure.BACKLOG, "", BEGIN, 1);
      history.write(Figure.BACKLOG, "", BEGIN - 3_600, 2);
      assertThat(values(history.read(BEGIN, 10))).containsExactly(1f);
      assertThatCode(() -> history.read(0, 31L * DAY)).doesNotThrowAnyException();
    }
  }

  private static List<Float> values(History.Part part) {
    assertThat(part.series()).hasSize(1);
    return part.series().getFirst().values();
  }
}

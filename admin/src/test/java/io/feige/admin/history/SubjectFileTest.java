package io.feige.admin.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SubjectFileTest {
  private static final long BEGIN = 1_000_000_800;
  private static final int HOUR = 3_600;
  private static final Subject ORDERS = Subject.topic("orders");
  private static final Subject BILLING = Subject.group("orders", "billing");
  private static final Subject NODE = Subject.node("orders");

  @TempDir Path dir;
  private Path file;

  @BeforeEach
  void name() {
    file = dir.resolve("subjects");
  }

  private static List<Float> values(SubjectFile file, Subject of, long until, long seconds)
      throws IOException {
    return file.read(of, until, seconds).series().getFirst().values();
  }

  private static Map<Subject, float[]> one(Subject of, float value) {
    return Map.of(of, new float[] {value, 2 * value});
  }

  @Test
  void eachSubjectHasItsOwnFiguresAlsoAfterARestart() throws IOException {
    try (SubjectFile opened = SubjectFile.open(file, 3)) {
      opened.write(one(ORDERS, 1), BEGIN);
      opened.write(
          Map.of(BILLING, new float[] {Float.NaN, 5}, NODE, new float[] {6, 7}), BEGIN + 10);
    }
    try (SubjectFile opened = SubjectFile.open(file, 3)) {
      History.Part orders = opened.read(ORDERS, BEGIN + 19, 20);
      assertThat(orders.stepSeconds()).isEqualTo(10);
      assertThat(orders.series())
          .containsExactly(
              new Series(Figure.PUBLISHED, "", List.of(1f, Float.NaN)),
              new Series(Figure.HELD, "", List.of(2f, Float.NaN)));
      assertThat(opened.read(BILLING, BEGIN + 19, 10).series())
          .containsExactly(
              new Series(Figure.SETTLED, "", List.of(Float.NaN)),
              new Series(Figure.BACKLOG, "", List.of(5f)));
      assertThat(opened.read(NODE, BEGIN + 19, 10).series())
          .containsExactly(
              new Series(Figure.CONFIRM_P99, "", List.of(6f)),
              new Series(Figure.CONNECTIONS, "", List.of(7f)));
      assertThat(opened.read(Subject.topic("billing"), BEGIN + 19, 10).series()).isEmpty();
    }
  }

  @Test
  void twoHoursAtTenSecondsAndAMonthAtFifteenMinutes() throws IOException {
    try (SubjectFile opened = SubjectFile.open(file, 1)) {
      int steps = 32 * 24 * 360;
      // Of most of the month one value in fifteen minutes is enough.
      for (int i = 0; i < steps; i += i < 30 * 24 * 360 ? 90 : 1) {
        opened.write(one(ORDERS, i), BEGIN + i * 10L);
      }
      long end = BEGIN + steps * 10L - 1;
      assertThat(values(opened, ORDERS, end, HOUR))
          .hasSize(360)
          .doesNotContain(Float.NaN)
          .endsWith(steps - 1f);
      History.Part day = opened.read(ORDERS, end, 24 * HOUR);
      assertThat(day.stepSeconds()).isEqualTo(SubjectFile.LONG_STEP_SECONDS);
      List<Float> means = day.series().getFirst().values();
      assertThat(means).hasSize(96);
      assertThat(means.get(94) - means.get(93)).isEqualTo(90);
      assertThat(means.get(95) - means.get(94)).as("the step that is not over").isEqualTo(90);
      assertThat(values(opened, ORDERS, end, 31L * 24 * HOUR)).hasSizeBetween(300, 360);
    }
    assertThat(Files.size(file)).isLessThan(46_000);
  }

  @Test
  void aRestartLosesNoStepOfAMonth() throws IOException {
    try (SubjectFile opened = SubjectFile.open(file, 1)) {
      opened.write(one(ORDERS, 4), BEGIN);
    }
    try (SubjectFile opened = SubjectFile.open(file, 1)) {
      opened.write(one(ORDERS, 8), BEGIN + 900);
      assertThat(values(opened, ORDERS, BEGIN + 900, 24 * HOUR)).endsWith(4f, 8f);
    }
  }

  @Test
  void thePlaceOfASubjectThatDidNothingForTwoHoursIsForABusyOneThatSeesNothingOfIt()
      throws IOException {
    long late = BEGIN + 4 * HOUR;
    try (SubjectFile opened = SubjectFile.open(file, 1)) {
      opened.write(one(ORDERS, 1), BEGIN);
      opened.write(Map.of(ORDERS, new float[] {0, 7}, BILLING, new float[] {3, 0}), BEGIN + HOUR);
      assertThat(opened.read(BILLING, BEGIN + HOUR, HOUR).series()).isEmpty();

      opened.write(Map.of(ORDERS, new float[] {0, 7}, BILLING, new float[] {0, 9}), late);
      assertThat(opened.read(BILLING, late, HOUR).series()).as("it is idle, too").isEmpty();
      assertThat(values(opened, ORDERS, late, 24 * HOUR)).contains(1f);

      opened.write(Map.of(ORDERS, new float[] {0, 7}, BILLING, new float[] {3, 9}), late + 10);
      assertThat(opened.read(ORDERS, late, HOUR).series()).isEmpty();
    }
    try (SubjectFile opened = SubjectFile.open(file, 1)) {
      assertThat(values(opened, BILLING, late + 10, 24 * HOUR)).contains(3f).doesNotContain(1f);
      assertThat(values(opened, BILLING, late + 10, 10)).containsExactly(3f);
      assertThat(opened.read(ORDERS, late, HOUR).series()).isEmpty();
    }
  }

  @Test
  void whoHasTheNameOfADeletedOneSeesNothingOfIt() throws IOException {
    try (SubjectFile opened = SubjectFile.open(file, 2)) {
      opened.write(Map.of(ORDERS, new float[] {1, 1}, BILLING, new float[] {1, 1}), BEGIN);
      opened.write(one(ORDERS, 1), BEGIN + 600);
      opened.forget(BEGIN + 600);
      assertThat(values(opened, BILLING, BEGIN, 10)).containsExactly(1f);
      opened.write(one(ORDERS, 1), BEGIN + 610);
      opened.forget(BEGIN + 610);
      assertThat(opened.read(BILLING, BEGIN, 10).series()).isEmpty();

      opened.write(one(BILLING, 5), BEGIN + 620);
      assertThat(values(opened, BILLING, BEGIN + 620, HOUR)).contains(5f).doesNotContain(1f);
    }
    try (SubjectFile opened = SubjectFile.open(file, 2)) {
      long later = BEGIN + 24 * HOUR;
      opened.forget(later);
      opened.write(one(ORDERS, 1), later);
      opened.forget(later);
      assertThat(values(opened, BILLING, BEGIN + 620, 10))
          .as("it may be heard again after a restart")
          .containsExactly(5f);
    }
  }

  @Test
  void whereThereAreMoreThanPlacesTheBusiestGetThem() throws IOException {
    try (SubjectFile opened = SubjectFile.open(file, 10)) {
      Map<Subject, float[]> many = new HashMap<>();
      for (int i = 0; i < 100_000; i++) {
        var _ = many.put(Subject.topic("topic-" + i), new float[] {Float.NaN, -i});
      }
      opened.write(many, BEGIN);
      for (int i = 0; i < 100_000; i++) {
        var _ = many.put(Subject.topic("topic-" + i), new float[] {i, -i});
      }
      opened.write(many, BEGIN + 10);

      assertThat(values(opened, Subject.topic("topic-99999"), BEGIN + 19, 10))
          .containsExactly(99_999f);
      assertThat(values(opened, Subject.topic("topic-99990"), BEGIN + 19, 10))
          .containsExactly(99_990f);
      assertThat(opened.read(Subject.topic("topic-99989"), BEGIN + 19, 10).series()).isEmpty();
    }
    assertThat(Files.size(file)).isLessThan(450_000);
  }

  @Test
  void aFileThatIsNoneOrHasOtherPlacesIsBegunAnew() throws IOException {
    Files.writeString(file, "no such file");
    try (SubjectFile opened = SubjectFile.open(file, 2)) {
      opened.write(one(ORDERS, 1), BEGIN);
      assertThat(values(opened, ORDERS, BEGIN, 10)).containsExactly(1f);
    }
    try (SubjectFile opened = SubjectFile.open(file, 3)) {
      assertThat(opened.read(ORDERS, BEGIN, 10).series()).isEmpty();
    }
  }
}

package io.feige.admin.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.feige.admin.event.Event.Kind;
import io.feige.admin.event.Event.Severity;
import io.feige.testkit.Waits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class EventLogTest {
  private static final long NOON = 1_763_985_600_000L;
  private static final Optional<EventId> NEWEST = Optional.empty();

  @TempDir Path dir;
  private final AtomicLong clock = new AtomicLong(NOON);

  @Test
  void idsGrowAlsoWhereTheClockStandsStillOrGoesBack() {
    try (EventLog log = open()) {
      tell(log, 3);
      clock.addAndGet(-3_600_000);
      tell(log, 3);
      log.leadership(1);
      tell(log, 1);
      log.leadership(0);
      tell(log, 1);

      assertThat(log.read(NEWEST, 10).events())
          .extracting(event -> event.id().toString())
          .containsExactly(
              "0-1763985600000000",
              "0-1763985600000001",
              "0-1763985600000002",
              "0-1763985600000003",
              "0-1763985600000004",
              "0-1763985600000005",
              "1-1763985600000006",
              "1-1763985600000007");
    }
  }

  @Test
  void whoAsksOnGetsEveryEventOnceAndHasMissedNothing() {
    try (EventLog log = open()) {
      EventPage nothing = log.read(NEWEST, 10);
      assertThat(nothing).isEqualTo(new EventPage(List.of(), EventId.NONE, false));
      tell(log, 25);

      List<Event> got = new ArrayList<>();
      EventPage page = nothing;
      do {
        page = log.read(Optional.of(page.last()), 10);
        assertThat(page.isMissed()).isFalse();
        got.addAll(page.events());
      } while (!page.events().isEmpty());
      assertThat(got).isEqualTo(log.read(NEWEST, 100).events()).hasSize(25);
      assertThat(log.read(NEWEST, 10).events()).isEqualTo(got.subList(15, 25));
    }
  }

  @Test
  void asManyAreKeptAsMayBeAndWhoNeedsMoreHearsIt() {
    try (EventLog log = open()) {
      tell(log, 1);
      Optional<EventId> first = Optional.of(log.read(NEWEST, 1).last());
      tell(log, EventLog.MOST);
      EventPage whole = log.read(first, EventLog.MOST + 1);
      assertThat(whole.events()).hasSize(EventLog.MOST);
      assertThat(whole.isMissed()).isFalse();

      tell(log, 1);
      EventPage late = log.read(first, EventLog.MOST + 1);
      assertThat(late.events()).hasSize(EventLog.MOST);
      assertThat(late.isMissed()).isTrue();
      assertThat(log.read(Optional.of(late.last()), 10).isMissed()).isFalse();
    }
  }

  @Test
  void aStartForgetsNothingAndWhoAsksOnMissesNothing() {
    EventPage before;
    try (EventLog log = open()) {
      log.leadership(4);
      tell(log, 3);
      log.tell(
          Event.of(Kind.ALERT, Severity.CRITICAL, "pair-1", "a \"quoted\"\nline \u001b[31m é")
              .by("pair-not-served")
              .todo("look"));
      before = log.read(NEWEST, 10);
    }
    clock.set(NOON - 5_000);
    try (EventLog log = open()) {
      assertThat(log.read(NEWEST, 10)).isEqualTo(before);
      tell(log, 1);
      EventPage next = log.read(Optional.of(before.last()), 10);
      assertThat(next.isMissed()).isFalse();
      assertThat(next.events()).hasSize(1);
      assertThat(next.last().epoch()).isEqualTo(4);
    }
    assertThat(before.events().getLast().sentence()).isEqualTo("a \"quoted\" line  [31m é");
  }

  @Test
  void whoComesFromAnotherAdminHearsThatSomethingMayBeMissing() {
    try (EventLog log = open()) {
      log.leadership(2);
      tell(log, 3);
      EventPage behindEarlier = log.read(Optional.of(new EventId(1, 7)), 10);
      assertThat(behindEarlier.isMissed()).isTrue();
      assertThat(behindEarlier.events()).hasSize(3);

      // Of an Admin whose clock goes ahead, or whose last lines the disk had not taken.
      EventPage ahead = log.read(Optional.of(new EventId(2, Long.MAX_VALUE)), 10);
      assertThat(ahead.isMissed()).isTrue();
      assertThat(ahead.events()).isEmpty();
      assertThat(log.read(Optional.of(ahead.last()), 10).isMissed()).isFalse();
    }
  }

  @Test
  void aTornLastLineIsDroppedAndTheNextOneStandsAlone() throws IOException {
    try (EventLog log = open()) {
      tell(log, 2);
    }
    Path file = dir.resolve(EventFiles.FILE);
    Files.writeString(file, "{\"id\":\"0-9\",\"atMi", StandardOpenOption.APPEND);
    try (EventLog log = open()) {
      assertThat(log.read(NEWEST, 10).events()).hasSize(2);
      tell(log, 1);
    }
    assertThat(Files.readAllLines(file)).hasSize(3).allMatch(line -> line.endsWith("}"));
    try (EventLog log = open()) {
      assertThat(log.read(Optional.of(EventId.NONE), 10).events()).hasSize(3);
      assertThat(log.read(Optional.of(EventId.NONE), 10).isMissed()).isFalse();
    }
  }

  @Test
  void whatCannotBeReadIsLeftOutAndStopsNothing() throws IOException {
    try (EventLog log = open()) {
      tell(log, 2);
    }
    Path file = dir.resolve(EventFiles.FILE);
    List<String> lines = Files.readAllLines(file);
    Files.write(file, List.of("no json", lines.get(0), "{}", lines.get(0), lines.get(1), "\0\0"));
    Files.createDirectory(dir.resolve(EventFiles.OLD));

    try (EventLog log = open()) {
      assertThat(log.read(NEWEST, 10).events()).hasSize(2);
      EventPage fromTheBeginning = log.read(Optional.of(EventId.NONE), 10);
      assertThat(fromTheBeginning.isMissed()).isTrue();
      tell(log, 1);
    }
    try (EventLog log = open()) {
      assertThat(log.read(NEWEST, 10).events()).hasSize(3);
    }
  }

  @Test
  void filesAreBoundedAndTheOlderOneGoes() throws IOException {
    int told = 100;
    try (EventLog log = open(2_000)) {
      tell(log, told);
      assertThat(log.read(NEWEST, told).events()).hasSize(told);
    }
    assertThat(Files.size(dir.resolve(EventFiles.FILE))).isBetween(1L, 2_000L);
    assertThat(Files.size(dir.resolve(EventFiles.OLD))).isBetween(1_000L, 2_000L);
    try (EventLog log = open(2_000)) {
      EventPage rest = log.read(Optional.of(EventId.NONE), told);
      assertThat(rest.isMissed()).isTrue();
      assertThat(rest.events()).hasSizeBetween(10, 40);
      assertThat(rest.events().getLast().sentence()).isEqualTo("event " + (told - 1));
    }
  }

  /** Nobody waits for as long as it may in this test. */
  @Test
  void whoWaitsIsAnsweredByWhatHappensAndWhenTheLogEnds() throws Exception {
    try (EventLog log = open()) {
      FutureTask<EventPage> first = waiting(log);
      tell(log, 1);
      assertThat(Waits.get(first)).isEqualTo(log.read(NEWEST, 10));

      FutureTask<EventPage> second = waiting(log);
      log.endWaiting();
      assertThat(Waits.get(second).events()).isEmpty();
      assertThat(Waits.get(second).last()).isEqualTo(Waits.get(first).last());
    }
  }

  /** Returns when it waits for what comes behind the newest. */
  private static FutureTask<EventPage> waiting(EventLog log) {
    Optional<EventId> newest = Optional.of(log.read(NEWEST, 1).last());
    FutureTask<EventPage> task =
        new FutureTask<>(() -> log.await(newest, 10, Duration.ofDays(365)));
    Thread thread = new Thread(task, "waits for events");
    thread.setDaemon(true);
    thread.start();
    await().until(() -> thread.getState() == Thread.State.TIMED_WAITING);
    return task;
  }

  @Test
  void anIdIsTwoNumbers() {
    assertThat(EventId.parse("3-42")).isEqualTo(new EventId(3, 42));
    for (String wrong : List.of("", "3", "-3", "3-", "a-b", "3-9999999999999999999", "1-2-3")) {
      assertThatThrownBy(() -> EventId.parse(wrong)).isInstanceOf(IllegalArgumentException.class);
    }
  }

  private EventLog open() {
    return open(1 << 20);
  }

  private EventLog open(long maxBytes) {
    return EventLog.open(EventFiles.in(dir, maxBytes), clock::get);
  }

  private static void tell(EventLog log, int count) {
    for (int i = 0; i < count; i++) {
      log.tell(Event.of(Kind.NODE_CAME, Severity.INFO, "node-1", "event " + i));
    }
  }
}

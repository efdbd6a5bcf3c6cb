package io.feige.proxy.broadcast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.feige.client.StartFrom;
import io.feige.proxy.answer.Problem;
import io.feige.proxy.verb.MessageForm;
import io.feige.proxy.verb.Places;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class BroadcastTest {
  private static final String START = "pair-1:5,pair-2:0";

  private final ArrayDeque<Runnable> tasks = new ArrayDeque<>();
  private final Executor lane = tasks::add;
  private final Broadcast broadcast =
      new Broadcast(Places.parse(START), MessageForm.JSON, new AtomicLong());
  private final Map<String, Long> next = new TreeMap<>(Map.of("pair-1", 5L, "pair-2", 0L));
  private final List<String> told = new ArrayList<>();

  private void tell(String pair) {
    long offset = next.merge(pair, 1L, Long::sum) - 1;
    String places = "pair-1:" + next.get("pair-1") + ",pair-2:" + next.get("pair-2");
    broadcast.tell(new SharedMessage(pair, StartFrom.offset(offset + 1), places, "{}"));
    told.add(pair + ":" + offset);
  }

  private void work() {
    while (!tasks.isEmpty()) {
      tasks.remove().run();
    }
  }

  /** What it heard, and where it is by that. */
  private class Ear implements Listener {
    private final List<String> heard = new ArrayList<>();
    private final Places own;
    private final Random chance;
    private final int willing;
    private boolean isIn;
    private boolean isGone;
    private int ends;
    private int mostTogether;

    private Ear(String from, Random chance, int willing) {
      this.own = Places.parse(from);
      this.chance = chance;
      this.willing = willing;
    }

    private Ear(String from) {
      this(from, new Random(1), 100);
    }

    boolean join() {
      isIn = broadcast.join(own, this);
      return isIn;
    }

    @Override
    public Executor lane() {
      return lane;
    }

    @Override
    public boolean isGone() {
      return isGone;
    }

    @Override
    public boolean joins(List<SharedMessage> missed) {
      return hears(missed);
    }

    @Override
    public boolean hears(List<SharedMessage> messages) {
      mostTogether = Math.max(mostTogether, messages.size());
      return messages.stream().allMatch(this::hears);
    }

    private boolean hears(SharedMessage message) {
      if (isGone || chance.nextInt(100) >= willing) {
        isIn = false;
        return false;
      }
      heard.add(message.toString());
      own.put(message.pair(), message.behind());
      return true;
    }

    @Override
    public void goesOn(String places) {
      heard.add("at " + places);
    }

    @Override
    public void isOver(Problem why) {
      ends++;
    }
  }

  @Test
  void whoComesIsToldWhatItHasMissed() {
    Ear early = new Ear(START);
    assertThat(early.join()).isTrue();
    tell("pair-1");
    tell("pair-2");
    Ear late = new Ear("pair-1:6,pair-2:0");
    assertThat(late.join()).isTrue();
    tell("pair-1");
    work();

    assertThat(early.heard).containsExactly("pair-1:5", "pair-2:0", "pair-1:6");
    assertThat(late.heard).containsExactly("pair-2:0", "pair-1:6");
    assertThat(broadcast.places()).isEqualTo("pair-1:7,pair-2:1");
  }

  @Test
  void whoIsAheadOrTooFarBehindOrNamesATimeHasToWait() {
    tell("pair-1");

    assertThat(new Ear("pair-1:4,pair-2:0").join()).isFalse();
    assertThat(new Ear("pair-1:7,pair-2:0").join()).isFalse();
    assertThat(new Ear("pair-1:6,pair-2:1").join()).isFalse();
    assertThat(new Ear("pair-1@1764140400000,pair-2:0").join()).isFalse();
    assertThat(new Ear("pair-1:6,pair-2:0,pair-3:1").join()).isFalse();
    assertThat(new Ear("pair-1:6").join()).isTrue();
  }

  @Test
  void onlyTheLastMessagesAreKept() {
    for (int i = 0; i < 5_000; i++) {
      tell("pair-1");
    }
    assertThat(new Ear(START).join()).isFalse();
    Ear near = new Ear("pair-1:" + (5_005 - 4_096) + ",pair-2:0");
    assertThat(near.join()).isTrue();
    work();
    assertThat(near.heard).hasSize(4_096);
  }

  @Test
  void aCrowdIsToldInSlicesAndInOrder() {
    List<Ear> crowd = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      Ear ear = new Ear(START);
      ear.join();
      crowd.add(ear);
    }
    work();
    tell("pair-1");
    tell("pair-1");
    while (crowd.getLast().heard.isEmpty()) {
      tasks.remove().run();
    }
    assertThat(crowd.stream().mapToInt(ear -> ear.heard.size()).sum()).isEqualTo(Lane.SLICE);
    work();
    assertThat(crowd).allSatisfy(ear -> assertThat(ear.heard).isEqualTo(told));
  }

  @Test
  void whatHasComeMeanwhileIsToldTogetherButNotWithoutABound() {
    Ear ear = new Ear(START);
    ear.join();
    work();
    for (int i = 0; i < 1_000; i++) {
      tell("pair-1");
    }
    work();
    assertThat(ear.heard).isEqualTo(told);
    assertThat(ear.mostTogether).isEqualTo(64);
  }

  @Test
  void longMessagesAreToldOneByOne() {
    Ear ear = new Ear(START);
    ear.join();
    work();
    for (int offset = 5; offset < 10; offset++) {
      broadcast.tell(
          new SharedMessage(
              "pair-1",
              StartFrom.offset(offset + 1),
              "pair-1:" + (offset + 1) + ",pair-2:0",
              "x".repeat(20_000)));
    }
    work();
    assertThat(ear.heard).hasSize(5);
    assertThat(ear.mostTogether).isEqualTo(1);
  }

  @Test
  void aSignOfLifeComesBehindWhatWasTold() throws InterruptedException {
    Ear ear = new Ear(START);
    broadcast.attach();
    ear.join();
    tell("pair-2");
    broadcast.goesOn(Places.parse("pair-1:5,pair-2:1,pair-3:0"));
    tell("pair-1");
    work();
    assertThat(ear.heard).containsExactly("pair-2:0", "at pair-1:5,pair-2:1,pair-3:0", "pair-1:5");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
  void whoeverComesAndGoesHearsEachOnceAndInOrder(int seed) {
    Random chance = new Random(seed);
    List<Ear> ears = new ArrayList<>();
    for (int step = 0; step < 1_500; step++) {
      switch (chance.nextInt(6)) {
        case 0, 1 -> tell("pair-" + (1 + chance.nextInt(2)));
        case 2 -> {
          if (ears.size() < 60) {
            ears.add(new Ear(broadcast.places(), chance, 90));
          }
        }
        case 3 -> ears.stream().filter(ear -> !ear.isIn && !ear.isGone).forEach(Ear::join);
        case 4 -> {
          if (!tasks.isEmpty()) {
            tasks.remove().run();
          }
        }
        default -> {
          if (!ears.isEmpty() && chance.nextInt(10) == 0) {
            Ear one = ears.get(chance.nextInt(ears.size()));
            if (!one.isGone) {
              one.isGone = true;
              broadcast.detach(one);
            }
          }
        }
      }
    }
    while (!tasks.isEmpty() || ears.stream().anyMatch(ear -> !ear.isGone && !ear.isIn)) {
      ears.stream().filter(ear -> !ear.isIn && !ear.isGone).forEach(Ear::join);
      work();
    }
    for (Ear ear : ears) {
      List<String> due =
          ear.heard.isEmpty()
              ? List.of()
              : told.subList(told.indexOf(ear.heard.getFirst()), told.size());
      if (ear.isGone) {
        assertThat(due).startsWith(ear.heard.toArray(String[]::new));
      } else {
        assertThat(ear.heard).isEqualTo(due);
        assertThat(ear.own).hasToString(broadcast.places());
      }
    }
  }

  @Test
  void theEndIsToldToAllAndNobodyJoinsAfterIt() {
    Ear ear = new Ear(START);
    ear.join();
    broadcast.end(Problem.internal());
    work();
    assertThat(ear.ends).isEqualTo(1);
    assertThat(new Ear(START).join()).isFalse();
  }

  @Test
  void itEndsWhenNobodyListens() throws InterruptedException {
    Ear ear = new Ear(START);
    broadcast.attach();
    ear.join();
    work();
    Places places = Places.parse(START);
    for (int i = 0; i < 10; i++) {
      broadcast.goesOn(places);
    }
    ear.isGone = true;
    broadcast.detach(ear);
    broadcast.goesOn(places);
    broadcast.goesOn(places);
    assertThatExceptionOfType(InterruptedException.class)
        .isThrownBy(() -> broadcast.goesOn(places));
  }

  @Test
  void whatWasWrittenToAListenerBeforeItCameIsBeforeWhatItIsTold() {
    Ear ear = new Ear(START);
    Ear other = new Ear(START);
    other.join();
    tell("pair-1");
    // As a thread does that has read for it alone: it writes by a task of the lane, then it comes.
    lane.execute(() -> ear.heard.add("written"));
    ear.own.put("pair-1", StartFrom.offset(6));
    ear.join();
    tell("pair-1");
    work();
    assertThat(ear.heard).containsExactly("written", "pair-1:6");
  }

  @Test
  void aFaultOfOneIsNoneOfTheOthers() {
    Ear faulty =
        new Ear(START) {
          @Override
          public boolean hears(List<SharedMessage> messages) {
            throw new IllegalStateException("a fault of a test's own");
          }
        };
    Ear well = new Ear(START);
    faulty.join();
    well.join();
    tell("pair-1");
    tell("pair-1");
    work();
    assertThat(well.heard).isEqualTo(told);
  }

  @Test
  void aTopicThatIsMadeAgainIsAnotherOne() {
    Broadcast made = new Broadcast(Places.parse("pair-1:5/3"), MessageForm.JSON, new AtomicLong());
    assertThat(made.join(Places.parse("pair-1:5/2"), new Ear(START))).isFalse();
    assertThat(made.join(Places.parse("pair-1:5/3"), new Ear(START))).isTrue();
    assertThat(made.join(Places.parse("pair-1:5"), new Ear(START))).isTrue();
  }
}

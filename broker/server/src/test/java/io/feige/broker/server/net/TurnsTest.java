package io.feige.broker.server.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.Test;

/** Users of a loop get the same time, however many connections they have. */
final class TurnsTest {
  private final Queue<Runnable> rounds = new ArrayDeque<>();
  private final Turns turns = new Turns(rounds::add);
  private final List<String> order = new ArrayList<>();
  private long now = -5;

  /** A connection that has requests of half a turn without end. */
  private void goesOn(Turns.Turn turn, String name) {
    while (!turn.isOver(now)) {
      order.add(name);
      turn.served(now, now + Turns.TURN_NANOS / 2);
      now += Turns.TURN_NANOS / 2;
    }
    turn.await(() -> goesOn(turn, name));
  }

  private void rounds(int count) {
    for (int i = 0; i < count; i++) {
      rounds.remove().run();
    }
  }

  private long served(String prefix) {
    return order.stream().filter(name -> name.startsWith(prefix)).count();
  }

  @Test
  void manyConnectionsOfOneUserAreServedAsLongAsOneOfAnother() {
    for (int i = 0; i < 20; i++) {
      goesOn(turns.join("greedy"), "greedy-" + i);
    }
    goesOn(turns.join("honest"), "honest");
    rounds(100);

    assertThat(served("honest")).isBetween(served("greedy") - 10, served("greedy") + 10);
    assertThat(order.stream().distinct()).as("none is left out").hasSize(21);
  }

  @Test
  void connectionsOfNobodyAreServedAlike() {
    goesOn(turns.join(""), "one");
    goesOn(turns.join(""), "another");
    rounds(50);

    assertThat(served("one")).isEqualTo(served("another"));
  }

  @Test
  void longRequestIsPaidBack() {
    Turns.Turn turn = turns.join("greedy");
    turn.served(now, now + 10 * Turns.TURN_NANOS);
    now += 10 * Turns.TURN_NANOS;
    turn.await(() -> order.add("greedy"));
    rounds(9);
    assertThat(order).isEmpty();
    rounds(1);
    assertThat(order).containsExactly("greedy");
  }

  @Test
  void whoWasQuietOwesNothing() {
    Turns.Turn turn = turns.join("honest");
    turn.served(now, now + 10 * Turns.TURN_NANOS);
    now += 10 * Turns.TURN_NANOS;
    assertThat(turn.isOver(now)).isTrue();
    now += Turns.QUIET_NANOS + 1;
    assertThat(turn.isOver(now)).isFalse();
  }

  @Test
  void whoIsGoneIsForgotten() {
    Turns.Turn turn = turns.join("ann");
    assertThat(turns.join("ann")).isSameAs(turn);
    turns.leave(turn);
    assertThat(turns.join("ann")).isSameAs(turn);
    turns.leave(turn);
    turns.leave(turn);
    assertThat(turns.join("ann")).isNotSameAs(turn);
  }
}

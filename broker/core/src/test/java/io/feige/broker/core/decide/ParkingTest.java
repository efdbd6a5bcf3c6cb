package io.feige.broker.core.decide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.feige.broker.core.port.Ticket;
import io.feige.protocol.command.CommandType;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ParkingTest {
  private final Parking<Ticket> parking = new Parking<>(ticket -> ticket);
  private final Alarms<String> alarms = new Alarms<>();

  private static Ticket ticket(long session, int correlation) {
    return new Ticket(session, correlation, CommandType.PULL);
  }

  @Test
  void whoWaitsLongestIsFirst() {
    parking.add(ticket(1, 5), 900);
    parking.add(ticket(1, 2), 100);
    assertThat(parking.first()).isEqualTo(ticket(1, 5));
    parking.remove(ticket(1, 5));

    assertThat(parking.first()).isEqualTo(ticket(1, 2));
  }

  @Test
  void overdueAreToldByTheirDeadlinesAndWaitUntilTheyAreRemoved() {
    parking.add(ticket(1, 1), 300);
    parking.add(ticket(1, 2), 100);
    parking.add(ticket(1, 3), 200);
    assertThat(parking.nextNanos()).isEqualTo(100);

    assertThat(parking.overdue(99)).isEmpty();
    assertThat(parking.overdue(200)).containsExactly(ticket(1, 2), ticket(1, 3));
    assertThat(parking.size()).isEqualTo(3);

    parking.overdue(200).forEach(parking::remove);
    assertThat(parking.nextNanos()).isEqualTo(300);
    assertThat(parking.size()).isOne();
  }

  @Test
  void soManyAreReadyInOneTurnAndTheOthersAreDueInTheNext() {
    for (int i = 0; i < Parking.MOST_PER_TURN + 1; i++) {
      parking.add(ticket(1, i), 900);
    }
    List<Ticket> ready = parking.ready(_ -> true, 100);
    assertThat(ready).hasSize(Parking.MOST_PER_TURN);
    assertThat(parking.nextNanos()).isEqualTo(101);

    ready.forEach(parking::remove);
    assertThat(parking.ready(_ -> true, 101)).containsExactly(ticket(1, Parking.MOST_PER_TURN));
    assertThat(parking.nextNanos()).isEqualTo(900);
  }

  @Test
  void whoNeedsWhatHasToBeFetchedIsNotReady() {
    parking.add(ticket(1, 1), 900);
    parking.add(ticket(1, 2), 900);
    parking.fetches(ticket(1, 2), 90);
    parking.fetches(ticket(1, 3), 90);
    assertThat(parking.size()).isEqualTo(2);
    assertThat(parking.ready(_ -> true, 100)).containsExactly(ticket(1, 1));
    assertThat(parking.fetching(100)).isEmpty();

    parking.fetched(101);
    assertThat(parking.nextNanos()).isEqualTo(101);
    assertThat(parking.fetching(101)).containsExactly(ticket(1, 2));
    assertThat(parking.fetching(102)).isEmpty();
    assertThat(parking.remove(ticket(1, 2))).isTrue();
    assertThat(parking.nextNanos()).isEqualTo(900);
  }

  @Test
  void whoIsLookedAtInVainStandsBehindTheOthersAndIsLookedAtAgain() {
    int crowd = Parking.MOST_PER_TURN + 1;
    long late = Long.MAX_VALUE - 1;
    for (int i = 0; i < crowd; i++) {
      parking.add(ticket(1, i), late);
      parking.fetches(ticket(1, i), 0);
    }
    parking.fetched(100);

    assertThat(parking.fetching(100)).hasSize(Parking.MOST_PER_TURN);
    assertThat(parking.nextNanos()).isEqualTo(101);
    assertThat(parking.fetching(101)).containsExactly(ticket(1, Parking.MOST_PER_TURN));
    long retry = parking.nextNanos();
    assertThat(retry).isGreaterThan(101).isLessThan(late);
    assertThat(parking.fetching(retry).getFirst()).isEqualTo(ticket(1, 0));
  }

  @Test
  void anAlarmIsMovedToAnEarlierTimeOnly() {
    alarms.setBy("a", 300);
    alarms.setBy("a", 400);
    assertThat(alarms.nextNanos()).isEqualTo(300);
    alarms.setBy("a", 100);
    assertThat(alarms.nextNanos()).isEqualTo(100);
  }

  @Test
  void requestIsParkedOnce() {
    parking.add(ticket(1, 1), 100);

    assertThat(parking.holds(ticket(1, 1))).isTrue();
    assertThatThrownBy(() -> parking.add(ticket(1, 1), 200))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void eachOwnerHasOneAlarm() {
    alarms.set("a", 300);
    alarms.set("b", 200);
    alarms.set("a", 100);
    assertThat(alarms.nextNanos()).isEqualTo(100);
    assertThat(alarms.takeDue(99)).isNull();

    assertThat(alarms.takeDue(1_000)).isEqualTo("a");
    assertThat(alarms.takeDue(1_000)).isEqualTo("b");
    assertThat(alarms.takeDue(1_000)).isNull();
    assertThat(alarms.nextNanos()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void alarmCanBeTakenAway() {
    alarms.set("a", 100);
    alarms.set("a", Long.MAX_VALUE);

    assertThat(alarms.takeDue(Long.MAX_VALUE - 1)).isNull();
  }
}

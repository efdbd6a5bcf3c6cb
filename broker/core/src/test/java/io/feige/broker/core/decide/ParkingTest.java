package io.feige.broker.core.decide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.feige.broker.core.port.Ticket;
import io.feige.protocol.command.CommandType;
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
    assertThat(parking.nextDeadlineNanos()).isEqualTo(100);

    assertThat(parking.overdue(99, 9)).isEmpty();
    assertThat(parking.overdue(200, 9)).containsExactly(ticket(1, 2), ticket(1, 3));
    assertThat(parking.size()).isEqualTo(3);

    parking.overdue(200, 9).forEach(parking::remove);
    assertThat(parking.nextDeadlineNanos()).isEqualTo(300);
    assertThat(parking.size()).isOne();
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

package io.feige.broker.server.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.broker.server.net.HostPort;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class AdminTurnsTest {
  private static final HostPort A = new HostPort("a", 1);
  private static final HostPort B = new HostPort("b", 2);
  private static final HostPort C = new HostPort("c", 3);
  private static final HostPort LEADER = new HostPort("leader", 4);

  private final AdminTurns turns = new AdminTurns(List.of(A, B, C), new SplittableRandom(1));

  @Test
  void adminsTakeTurnsAndTheFirstIsDialledAtOnce() {
    AdminTurns.Turn first = turns.next();

    assertThat(first).isEqualTo(new AdminTurns.Turn(A, 0));
    assertThat(List.of(turns.next().admin(), turns.next().admin(), turns.next().admin()))
        .containsExactly(B, C, A);
  }

  @Test
  void waitsGrowFromShortToLongAndNeverBeyond() {
    var _ = turns.next();
    long earlier = turns.next().delayMillis();
    assertThat(earlier).isBetween(20L, 40L);
    for (int i = 0; i < 100; i++) {
      assertThat(turns.next().delayMillis()).isBetween(20L, 500L);
    }
    assertThat(turns.next().delayMillis()).isBetween(250L, 500L);
  }

  @Test
  void waitsAreShortAgainAfterAnAdminHasLed() {
    for (int i = 0; i < 10; i++) {
      var _ = turns.next();
    }
    turns.settled();

    assertThat(turns.next().delayMillis()).isBetween(20L, 40L);
  }

  @Test
  void whoIsSaidToLeadIsDialledNextAndAtOnce() {
    var _ = turns.next();
    turns.hint(LEADER);

    assertThat(turns.next()).isEqualTo(new AdminTurns.Turn(LEADER, 0));
    assertThat(turns.next().admin()).isEqualTo(B);
  }

  @Test
  void adminsThatSendOneToEachOtherAreNotFollowedForEver() {
    var _ = turns.next();
    for (int i = 0; i < AdminTurns.MAX_HINTS_IN_A_ROW; i++) {
      turns.hint(LEADER);
      assertThat(turns.next().delayMillis()).isZero();
    }
    turns.hint(LEADER);

    AdminTurns.Turn next = turns.next();
    assertThat(next.admin()).isEqualTo(B);
    assertThat(next.delayMillis()).isPositive();
  }

  @Test
  void everybodyIsTriedWhenAsManyFailedInARowAsThereAre() {
    turns.failed();
    turns.failed();
    assertThat(turns.isEverybodyTried()).isFalse();
    turns.failed();
    assertThat(turns.isEverybodyTried()).isTrue();
    turns.settled();
    assertThat(turns.isEverybodyTried()).isFalse();
  }
}

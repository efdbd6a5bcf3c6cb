package io.feige.broker.core.group;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class SharedRoomTest {
  @Test
  void oneGroupMayHaveFourTimesWhatIsLeftForOthers() {
    assertThat(new SharedRoom(4_000).roomFor(0, 0)).isEqualTo(2_400);
  }

  @Test
  void whatItTookIsNotCountedTwice() {
    SharedRoom room = new SharedRoom(4_000);
    room.changed(600);

    assertThat(room.roomFor(700, 600)).isEqualTo(1_700);
  }

  @Test
  void theMoreGroupsWantTheFewerEachGets() {
    SharedRoom room = new SharedRoom(4_000);
    long before = Long.MAX_VALUE;
    for (int group = 0; group < 5; group++) {
      long more = room.roomFor(0, 0);
      assertThat(more).isLessThan(before).isPositive();
      room.changed(more);
      before = more;
    }
  }

  @Test
  void whoHasFewGetsSomeThoughOthersHaveAllTheyMay() {
    SharedRoom room = new SharedRoom(4_000);
    room.changed(3_000);

    assertThat(room.roomFor(100, 100)).isZero();
    assertThat(room.roomFor(10, 10)).isEqualTo(6);
    assertThat(room.roomFor(0, 0)).isEqualTo(16);
  }

  @Test
  void noGroupGetsMoreThanThereIs() {
    SharedRoom room = new SharedRoom(4_000);
    room.changed(3_990);
    assertThat(room.roomFor(0, 0)).isEqualTo(10);

    room.changed(20);
    assertThat(room.roomFor(0, 0)).isZero();
  }

  @Test
  void oneMessageFitsIntoTheSmallestRoom() {
    assertThat(new SharedRoom(1).roomFor(0, 0)).isEqualTo(1);
  }
}

package io.feige.client.internal.route;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.protocol.batch.KeyHash;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The placements are part of what every client library must agree on: they may never change. */
class RingTest {
  private static final List<String> TWO = List.of("pair-1", "pair-2");
  private static final List<String> THREE = List.of("pair-1", "pair-2", "pair-3");
  private static final int KEYS = 20_000;

  @Test
  void placementsAreThoseOfTheDocument() {
    assertThat(placements(TWO)).isEqualTo("2211122212222212122122211121121112211121");
    assertThat(placements(THREE)).isEqualTo("2213132212223212132332211131123112311131");
  }

  @Test
  void emptyAndForeignKeysHaveTheirPlace() {
    assertThat(ownerOf(THREE, "")).isEqualTo("pair-1");
    assertThat(ownerOf(THREE, "a")).isEqualTo("pair-3");
    assertThat(ownerOf(THREE, "Ünïcode")).isEqualTo("pair-2");
    assertThat(ownerOf(THREE, "order-4711")).isEqualTo("pair-2");
  }

  @Test
  void aPairThatIsRemovedLeavesItsKeysAndNoOtherKeyMoves() {
    List<String> all = pairs(5);
    for (String removed : all) {
      List<String> left = new ArrayList<>(all);
      left.remove(removed);
      Ring before = Ring.of(all);
      Ring after = Ring.of(left);
      for (int i = 0; i < KEYS; i++) {
        String owner = all.get(before.owner(hash("k" + i)));
        if (!owner.equals(removed)) {
          assertThat(left.get(after.owner(hash("k" + i)))).isEqualTo(owner);
        }
      }
    }
  }

  @Test
  void keysAreSpreadEvenly() {
    for (int pairs = 2; pairs <= 8; pairs++) {
      int[] counts = new int[pairs];
      Ring ring = Ring.of(pairs(pairs));
      for (int i = 0; i < KEYS; i++) {
        counts[ring.owner(hash("k" + i))]++;
      }
      for (int count : counts) {
        assertThat(count).isBetween(KEYS * 7 / (10 * pairs), KEYS * 13 / (10 * pairs));
      }
    }
  }

  @Test
  void everyPlaceOfTheRingHasAnOwner() {
    Ring ring = Ring.of(THREE);

    for (int hash : new int[] {0, 1, -1, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
      assertThat(ring.owner(hash)).isBetween(0, 2);
    }
    assertThat(ring.owner(-1)).isEqualTo(Ring.of(THREE).owner(0));
  }

  private static String placements(List<String> pairs) {
    StringBuilder owners = new StringBuilder();
    for (int i = 0; i < 40; i++) {
      String owner = ownerOf(pairs, "customer-" + i);
      owners.append(owner.charAt(owner.length() - 1));
    }
    return owners.toString();
  }

  private static String ownerOf(List<String> pairs, String key) {
    return pairs.get(Ring.of(pairs).owner(hash(key)));
  }

  private static List<String> pairs(int count) {
    List<String> pairs = new ArrayList<>();
    for (int i = 1; i <= count; i++) {
      pairs.add("pair-" + i);
    }
    return pairs;
  }

  private static int hash(String key) {
    return KeyHash.of(key.getBytes(StandardCharsets.UTF_8));
  }
}

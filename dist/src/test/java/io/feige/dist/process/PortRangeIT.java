package io.feige.dist.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Ranges that hold what they give, as those of several processes do. They lie within ports that
 * this process holds itself, so nobody else comes in between.
 */
class PortRangeIT {
  private static final int BLOCK = 10;
  private static final int BLOCKS = 4;

  private final int lowest = PortRange.take(BLOCK * BLOCKS);

  private PortRange range() {
    return new PortRange(lowest, lowest + BLOCK * BLOCKS, BLOCK);
  }

  @Test
  void twoThatChooseFromTheSamePortsHaveNoneInCommon() throws IOException {
    try (PortRange one = range();
        PortRange other = range()) {
      List<Integer> ports = new ArrayList<>();
      // Three fit into a block.
      for (int i = 0; i < 3 * BLOCKS / 2; i++) {
        for (PortRange range : List.of(one, other)) {
          int first = range.first(3);
          IntStream.range(first, first + 3).forEach(ports::add);
        }
      }

      assertThat(ports)
          .doesNotHaveDuplicates()
          .allMatch(port -> port > lowest && port < lowest + BLOCK * BLOCKS);
      assertThatThrownBy(() -> one.first(1)).hasMessageContaining("others hold all ports");
    }
  }

  @Test
  void blockWhoseFirstPortAnybodyHasIsLeftAlone() throws IOException {
    try (ServerSocket _ = new ServerSocket(lowest, 1, InetAddress.getLoopbackAddress());
        PortRange range = range()) {
      for (int i = 0; i < BLOCKS - 1; i++) {
        assertThat(range.first(BLOCK - 1)).isGreaterThan(lowest + BLOCK);
      }
      assertThatThrownBy(() -> range.first(1)).hasMessageContaining("others hold all ports");
    }
  }

  @Test
  void whatWasLetGoOfIsForOthers() throws IOException {
    try (PortRange one = range()) {
      for (int i = 0; i < BLOCKS; i++) {
        assertThat(one.first(BLOCK - 1)).isPositive();
      }
    }
    try (PortRange other = range()) {
      assertThat(other.first(BLOCK - 1)).isBetween(lowest + 1, lowest + BLOCK * BLOCKS);
    }
  }

  @Test
  void thereAreNotMorePortsInARowThanABlockHas() throws IOException {
    try (PortRange range = range()) {
      assertThatIllegalArgumentException().isThrownBy(() -> range.first(BLOCK));
    }
  }

  @Test
  void whatIsTakenLiesBelowThePortsOfOutgoingConnectionsAndThoseOfOtherTests() {
    assertThat(lowest).isBetween(20_000, 26_999);
  }
}

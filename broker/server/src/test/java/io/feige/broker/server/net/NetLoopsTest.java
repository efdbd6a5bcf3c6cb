package io.feige.broker.server.net;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.broker.server.ops.Supervisor;
import io.netty.channel.EventLoop;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class NetLoopsTest {
  @Test
  void pairsThatServeAreSpreadByThemselves() {
    try (NetLoops loops = NetLoops.start(2, 0, new Supervisor())) {
      Set<EventLoop> serving = new HashSet<>();
      // Each second one is served here, as it is where two nodes back each other up.
      for (int i = 0; i < 4; i++) {
        PairPlace place = loops.place(i % 2 == 0);
        if (i % 2 == 0) {
          serving.add(place.loop());
        }
      }
      assertThat(serving).hasSize(2);
    }
  }

  @Test
  void connectionsLiveWithTheirPairUnlessTheyHaveThreads() {
    try (NetLoops shared = NetLoops.start(1, 0, new Supervisor());
        NetLoops apart = NetLoops.start(1, 2, new Supervisor())) {
      assertThat(shared.place(true).takesConnections()).isTrue();
      assertThat(apart.place(true).takesConnections()).isFalse();
    }
  }
}

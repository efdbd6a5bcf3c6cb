package io.feige.admin.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.admin.kit.Admins;
import io.feige.admin.kit.RawPeer;
import io.feige.admin.kit.ScriptedNode;
import io.feige.protocol.command.FindRoute;
import io.feige.protocol.command.Routes;
import io.feige.protocol.model.PairRoute;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
final class AdminServerIT {
  private static final String PAIR = "pair-1";

  @TempDir Path dir;

  @Test
  void aPairIsActivatedGrowsAndFailsOverWhenItsActiveDies() throws Exception {
    try (AdminServer admin = Admins.alone(dir);
        ScriptedNode one = ScriptedNode.start(List.of(admin.clientPort()), "node-1", 7001);
        ScriptedNode two = ScriptedNode.start(List.of(admin.clientPort()), "node-2", 7003)) {
      one.isCopiedBy(two.member());
      two.until(PAIR, state -> state.inSync().size() == 2);
      assertThat(two.state(PAIR).active()).isEqualTo("node-1");
      assertThat(route(admin, 0, 0))
          .extracting(PairRoute::nodeId, PairRoute::port)
          .containsExactly("node-1", 7001);
      long known = routes(admin, 0, 0).version();

      one.kill();
      two.hearsActive(false);

      two.until(PAIR, state -> state.active().equals("node-2"));
      assertThat(two.state(PAIR).epoch()).isEqualTo(2);
      assertThat(two.state(PAIR).inSync()).hasSize(2);
      Routes news = routes(admin, known, 5_000);
      assertThat(news.version()).isGreaterThan(known);
      assertThat(news.pairs().get(0).nodeId()).isEqualTo("node-2");
    }
  }

  private static PairRoute route(AdminServer admin, long known, int wait) throws IOException {
    return routes(admin, known, wait).pairs().get(0);
  }

  private static Routes routes(AdminServer admin, long known, int wait) throws IOException {
    try (RawPeer client = RawPeer.client(admin.clientPort())) {
      client.send(2, new FindRoute(known, wait));
      return (Routes) client.receiveAnswer();
    }
  }
}

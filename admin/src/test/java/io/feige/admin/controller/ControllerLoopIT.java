package io.feige.admin.controller;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.access.AccessTable;
import io.feige.admin.access.AdminAccess;
import io.feige.admin.address.AdminAddress;
import io.feige.admin.address.HostPort;
import io.feige.admin.event.EventSink;
import io.feige.admin.front.Front;
import io.feige.admin.front.FrontLimits;
import io.feige.admin.front.FrontSettings;
import io.feige.admin.kit.Admins;
import io.feige.admin.kit.RawPeer;
import io.feige.admin.routes.RouteTable;
import io.feige.admin.store.Leadership;
import io.feige.admin.store.PairStore;
import io.feige.broker.core.controller.port.ClusterView;
import io.feige.broker.core.controller.port.OperatorAnswer;
import io.feige.config.SecurityConfig;
import io.feige.protocol.cluster.BackupServes;
import io.feige.protocol.cluster.PairState;
import io.feige.protocol.model.ClientKind;
import io.feige.protocol.model.Secret;
import io.feige.testkit.Waits;
import io.feige.tls.Encryption;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ControllerLoopIT {
  private static final String SECRET = "a cluster's secret";
  private static final Leadership FIRST = new Leadership(1, 1);
  private static final Leadership SECOND = new Leadership(2, 2);
  private static final List<PairState> PAIRS =
      List.of(PairState.fresh("p", "a", "b", BackupServes.ALL));

  @TempDir Path dir;
  private final Deque<AutoCloseable> opened = new ArrayDeque<>();
  private final BlockingQueue<Leadership> resigned = new LinkedBlockingQueue<>();
  private final List<Long> beyond = new CopyOnWriteArrayList<>();

  @AfterEach
  void stop() throws Exception {
    while (!opened.isEmpty()) {
      opened.pop().close();
    }
  }

  @Test
  void itLeadsFromTheElectionToTheDeposal() throws Exception {
    ControllerLoop loop = loop(new RouteTable(routes -> {}));
    assertThat(view(loop)).isEqualTo(ClusterView.NOTHING);

    loop.elected(FIRST, PAIRS);
    assertThat(view(loop).pairs()).hasSize(1);
    assertThat(loop.leaderEpoch()).isEqualTo(1);

    loop.deposed();
    assertThat(view(loop)).isEqualTo(ClusterView.NOTHING);
    assertThat(loop.leaderEpoch()).isZero();
    OperatorAnswer answer = Waits.get(loop.switchPair("p"));
    assertThat(answer.isDone()).isFalse();
  }

  /** What it knows may be wrong then; what is stored is not. */
  @Test
  void afterAFaultItResignsAndCanBeElectedAgain() throws Exception {
    boolean[] isBroken = {false};
    RouteTable broken =
        new RouteTable(routes -> {
          if (isBroken[0]) {
            throw new IllegalStateException("a fault that the test wants");
          }
        });
    broken.loaded();
    isBroken[0] = true;
    ControllerLoop loop = loop(broken);

    loop.elected(FIRST, PAIRS);
    assertThat(Waits.next(resigned)).isEqualTo(FIRST);
    assertThat(view(loop)).isEqualTo(ClusterView.NOTHING);

    isBroken[0] = false;
    loop.deposed();
    loop.elected(SECOND, PAIRS);
    assertThat(view(loop).pairs()).hasSize(1);
    assertThat(resigned).isEmpty();
  }

  @Test
  void itStandsAnewWhenANodeHasObeyedALaterAdmin() throws Exception {
    ControllerLoop loop = loop(new RouteTable(routes -> {}));
    loop.outdated("a", 7);
    loop.elected(SECOND, PAIRS);
    loop.outdated("a", SECOND.epoch());
    loop.outdated("a", 7);
    assertThat(Waits.next(resigned)).isEqualTo(SECOND);
    assertThat(resigned).isEmpty();
    assertThat(beyond).containsExactly(7L);
  }

  @Test
  void aNodeCannotMakeItStandBeyondAllNumbers() throws Exception {
    ControllerLoop loop = loop(new RouteTable(routes -> {}));
    loop.elected(SECOND, PAIRS);
    loop.outdated("a", Long.MAX_VALUE);
    assertThat(Waits.next(resigned)).isEqualTo(SECOND);
    assertThat(beyond).containsExactly(SECOND.epoch() + 1_000_000);
  }

  @Test
  void aNodeThatDoesNotSayWhomItHasObeyedMakesItStandAnew() throws Exception {
    ControllerLoop loop = loop(new RouteTable(routes -> {}));
    loop.elected(SECOND, PAIRS);
    loop.outdated("a", 0);
    assertThat(Waits.next(resigned)).isEqualTo(SECOND);
    assertThat(beyond).containsExactly(SECOND.epoch());
  }

  @Test
  void anOperatorThatStillWaitsIsToldWhenTheLeadershipEnds() throws Exception {
    ControllerLoop loop = loop(new RouteTable(routes -> {}));
    loop.elected(FIRST, PAIRS);
    var answer = loop.switchPair("p");
    loop.deposed();
    assertThat(Waits.get(answer).isDone()).isFalse();
  }

  @Test
  void aFollowerHintsAtTheNewestLeadership() throws Exception {
    ControllerLoop loop = loop(new RouteTable(routes -> {}));
    loop.admins(
        List.of(
            new AdminAddress("x", "x:1", "", 3),
            new AdminAddress("y", "y:2", "", 7),
            new AdminAddress("z", "z:3", "", 0)));
    view(loop);
    try (RawPeer node = RawPeer.connect(front().port())) {
      node.send(1, RawPeer.hello(ClientKind.NODE, "cluster", Secret.of(SECRET)));
      assertThat(node.receiveRefusal().hint()).isEqualTo("y:2");
    }
  }

  private Front front() {
    return (Front) opened.stream().filter(Front.class::isInstance).findFirst().orElseThrow();
  }

  /** Nothing else is asked of the store in these tests. */
  private PairStore store() {
    Object store =
        Proxy.newProxyInstance(
            PairStore.class.getClassLoader(),
            new Class<?>[] {PairStore.class},
            (self, method, arguments) -> {
              assertThat(method.getName()).isEqualTo("leadBeyond");
              beyond.add((Long) arguments[0]);
              return null;
            });
    return (PairStore) store;
  }

  private ControllerLoop loop(RouteTable routes) throws Exception {
    ControllerLoop loop =
        new ControllerLoop(
            Admins.QUICK, store(), routes, new DecisionLog("admin-1", EventSink.NOBODY));
    SecurityConfig security = SecurityConfig.ofToken("");
    AdminAccess access =
        AdminAccess.open("admin-1", security, Secret.NONE, change -> AccessTable.NONE, dir);
    opened.push(access);
    Front front =
        Front.bind(
            new FrontSettings(
                "admin-1",
                new HostPort("127.0.0.1", 0),
                security,
                access,
                SECRET,
                dir,
                Encryption.NONE,
                FrontLimits.DEFAULT,
                EventSink.NOBODY),
            loop);
    opened.push(front);
    opened.push(loop);
    loop.start(front, resigned::add);
    return loop;
  }

  private static ClusterView view(ControllerLoop loop) throws Exception {
    return Waits.get(loop.view());
  }
}

package io.feige.admin.routes;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.admin.address.NodeAddress;
import io.feige.protocol.cluster.BackupServes;
import io.feige.protocol.cluster.Member;
import io.feige.protocol.cluster.PairState;
import io.feige.protocol.command.Routes;
import io.feige.protocol.model.PairRoute;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class RouteTableTest {
  private final List<Routes> told = new ArrayList<>();
  private final RouteTable table = new RouteTable(told::add);

  @BeforeEach
  void load() {
    table.loaded();
    told.clear();
  }

  @Test
  void nothingIsShownBeforeEverythingIsKnown() {
    RouteTable loading = new RouteTable(told::add);
    loading.node(node("a", 7001, 0));
    loading.pair(active("p", "a", 1, 1, BackupServes.ALL));
    assertThat(loading.routes().pairs()).isEmpty();
    assertThat(told).isEmpty();

    loading.pair(active("q", "a", 1, 1, BackupServes.ALL));
    loading.loaded();

    assertThat(told).hasSize(1);
    assertThat(told.getFirst().pairs()).hasSize(2);
  }

  @Test
  void aPairHasARouteWhenItsActivationAndItsNodesAddressAreKnown() {
    table.pair(PairState.fresh("p", "a", "b", BackupServes.ALL));
    table.pair(active("p", "a", 1, 1, BackupServes.ALL));
    assertThat(table.routes().pairs()).isEmpty();

    table.node(node("a", 7001, 0));

    assertThat(table.routes().pairs())
        .containsExactly(new PairRoute("p", 1, "a", "host-of-a", 7001, true));
  }

  @Test
  void everyChangeRaisesTheVersionAndIsTold() {
    table.pair(PairState.fresh("p", "a", "b", BackupServes.ALL));
    table.node(node("a", 7001, 0));
    table.pair(active("p", "a", 1, 1, BackupServes.ALL));
    table.node(node("a", 7002, 1));
    table.pair(PairState.fresh("q", "a", "b", BackupServes.ALL));

    assertThat(told).extracting(Routes::version).containsExactly(1L, 2L, 3L, 4L, 5L);
    assertThat(told.getLast().pairs()).extracting(PairRoute::port).containsExactly(7002);
  }

  @Test
  void whateverTheOrderTheSameIsTold() {
    table.pair(active("p", "a", 3, 7, BackupServes.ALL));
    table.node(node("a", 7001, 2));
    RouteTable other = new RouteTable(routes -> {});
    other.loaded();
    other.node(node("a", 7000, 0));
    other.node(node("a", 7001, 2));
    other.pair(active("p", "b", 2, 5, BackupServes.ALL));
    other.pair(active("p", "a", 3, 7, BackupServes.ALL));

    assertThat(other.routes()).isEqualTo(table.routes());
    assertThat(table.routes().version()).isEqualTo(8 + 3);
  }

  @Test
  void whatIsOlderThanWhatIsKnownIsIgnored() {
    table.node(node("a", 7001, 2));
    table.node(node("b", 7003, 0));
    table.pair(active("p", "b", 3, 7, BackupServes.ALL));
    int before = told.size();

    table.pair(active("p", "a", 2, 6, BackupServes.ALL));
    table.pair(active("p", "a", 2, 7, BackupServes.ALL));
    table.node(node("a", 9, 1));

    assertThat(told).hasSize(before);
    assertThat(table.routes().pairs()).extracting(PairRoute::nodeId).containsExactly("b");
  }

  @Test
  void anActiveBackupTakesNoPublishesIfItServesPullsOnly() {
    table.node(node("a", 7001, 0));
    table.node(node("b", 7003, 0));

    table.pair(active("p", "b", 2, 5, BackupServes.PULLS));
    assertThat(table.routes().pairs().getFirst().acceptsPublishes()).isFalse();

    table.pair(active("p", "a", 3, 6, BackupServes.PULLS));
    assertThat(table.routes().pairs().getFirst().acceptsPublishes()).isTrue();

    table.pair(active("p", "b", 4, 7, BackupServes.ALL));
    assertThat(table.routes().pairs().getFirst().acceptsPublishes()).isTrue();
  }

  private static PairState active(
      String pair, String node, long epoch, int version, BackupServes serves) {
    return new PairState(
        pair, "a", "b", node, epoch, List.of(new Member(node, "x")), false, serves, version);
  }

  private static NodeAddress node(String node, int port, int version) {
    return new NodeAddress(node, "host-of-" + node, port, "x", version);
  }
}

package io.feige.admin.http;

import io.feige.admin.address.AdminAddress;
import io.feige.admin.address.HostPort;
import io.feige.admin.address.NodeAddress;
import io.feige.admin.json.Json;
import io.feige.admin.json.ProxyJson;
import io.feige.admin.proxies.ProxySight;
import io.feige.broker.core.controller.port.ClusterView;
import io.feige.broker.core.controller.port.ClusterView.NodeView;
import io.feige.broker.core.controller.port.ClusterView.PairView;
import io.feige.protocol.cluster.Member;
import io.feige.protocol.cluster.PairState;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** How everything is, as JSON: from what the leader sees, or from what is stored. */
final class StatusJson {
  private static final String NOT_LIVE = "as it is stored: no leading Admin could be asked";

  private StatusJson() {}

  static ObjectNode status(
      List<AdminAddress> admins, long leaderEpoch, ClusterView view, List<ProxySight> proxies) {
    return Json.object()
        .set("admins", Json.array(admins, admin -> admin(admin, leaderEpoch)))
        .set("nodes", Json.array(view.nodes(), StatusJson::node))
        .set("pairs", Json.array(view.pairs(), StatusJson::pair))
        .put("live", true)
        .set("proxies", Json.array(proxies, ProxyJson::proxy));
  }

  static ObjectNode stored(
      List<AdminAddress> admins, List<NodeAddress> nodes, List<PairState> pairs) {
    long leaderEpoch = AdminAddress.leader(admins).map(AdminAddress::leaderEpoch).orElse(-1L);
    return Json.object()
        .set("admins", Json.array(admins, admin -> admin(admin, leaderEpoch)))
        .set("nodes", Json.array(nodes, StatusJson::node))
        .set("pairs", Json.array(pairs, StatusJson::pair))
        .put("live", false)
        .set("proxies", Json.texts(List.of()));
  }

  static ObjectNode pair(PairView view) {
    return pair(view.state())
        .put("serving", view.isServing())
        .put("confirmed", view.confirmed())
        .put("lagBytes", view.lagBytes())
        .put("storeLagBytes", view.storeLag().bytes())
        .put("storeLagMillis", view.storeLag().millis())
        .put("failoverBoundMillis", view.failoverBoundMillis())
        .put("withAdminBoundMillis", view.withAdminBoundMillis())
        .put("trouble", view.trouble());
  }

  /** Of a pair of which nothing is known but what is stored. */
  static ObjectNode pair(PairState state) {
    return Json.object()
        .put("id", state.pair())
        .put("epoch", state.epoch())
        .put("master", state.master())
        .put("backup", state.backup())
        .put("active", state.active())
        .set("inSync", Json.texts(state.inSync().stream().map(Member::node).toList()))
        .put("lagBytes", -1L)
        .put("failoverBoundMillis", -1L)
        .put("withAdminBoundMillis", -1L)
        .put("serving", false)
        .put("trouble", NOT_LIVE)
        .put("version", state.version())
        .put("backupServes", state.backupServes().name())
        .put("confirmed", -1L)
        .put("storeLagBytes", -1L)
        .put("storeLagMillis", -1L);
  }

  private static ObjectNode admin(AdminAddress admin, long leaderEpoch) {
    return Json.object()
        .put("id", admin.id())
        .put("leader", admin.leaderEpoch() == leaderEpoch)
        .put("client", admin.client())
        .put("http", admin.http());
  }

  private static ObjectNode node(NodeView view) {
    String address = view.host().isEmpty() ? "" : new HostPort(view.host(), view.port()).toString();
    return Json.object()
        .put("id", view.id())
        .put("address", address)
        .put("alive", view.isAlive())
        .put("bootId", view.bootId())
        .put("silentMillis", view.silentMillis());
  }

  private static ObjectNode node(NodeAddress node) {
    return Json.object()
        .put("id", node.node())
        .put("address", new HostPort(node.host(), node.port()).toString())
        .put("alive", false)
        .put("bootId", node.bootId())
        .put("silentMillis", -1L);
  }
}

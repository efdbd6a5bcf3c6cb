package io.feige.admin.http;

import io.feige.admin.address.AdminAddress;
import io.feige.admin.alert.Alert;
import io.feige.admin.controller.ControllerLoop;
import io.feige.admin.drill.Drills;
import io.feige.admin.event.EventLog;
import io.feige.admin.event.Webhook;
import io.feige.admin.history.Look;
import io.feige.admin.proxies.ProxyTable;
import io.feige.admin.routes.RouteTable;
import io.feige.admin.store.PairStore;
import io.feige.tls.Strangers;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * What the REST interface shows and operates.
 *
 * @param self this Admin's name
 * @param drills rehearsals, which the leading Admin does
 * @param admins those that live
 * @param strangers those who have connected to Admin's port and not shaken hands
 * @param proxies those that are known; none, unless this Admin leads
 * @param alerts what is wrong
 * @param look what the nodes have said last
 * @param events what has happened
 * @param webhook tells it others
 * @param isStoreThere whether ZooKeeper answers
 * @param isAlive whether this Admin can work at all
 */
public record Cluster(
    String self,
    ControllerLoop controller,
    RouteTable table,
    PairStore store,
    Drills drills,
    Supplier<List<AdminAddress>> admins,
    Strangers strangers,
    ProxyTable proxies,
    Supplier<List<Alert>> alerts,
    Supplier<Look> look,
    EventLog events,
    Webhook webhook,
    BooleanSupplier isStoreThere,
    BooleanSupplier isAlive) {
  /** Refuses the name of a node that there is not; empty is none that is asked for. */
  void requireNode(String name) {
    if (!name.isEmpty() && table.nodes().stream().noneMatch(node -> node.node().equals(name))) {
      throw Problem.noSuchNode(name);
    }
  }
}

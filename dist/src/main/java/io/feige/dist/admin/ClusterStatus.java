package io.feige.dist.admin;

import java.util.ArrayList;
import java.util.List;

/**
 * How a cluster is, as an Admin sees it; also what {@code status --json} prints. Names and order
 * are a promise to scripts; there may be more at the end.
 *
 * @param live the leading Admin says so; otherwise it is what is stored, and nobody leads
 */
public record ClusterStatus(
    List<AdminLine> admins,
    List<NodeLine> nodes,
    List<PairLine> pairs,
    boolean live,
    List<ProxyLine> proxies) {
  public ClusterStatus {
    admins = List.copyOf(admins);
    nodes = List.copyOf(nodes);
    pairs = List.copyOf(pairs);
    proxies = List.copyOf(proxies);
  }

  /**
   * An Admin.
   *
   * @param leader whether it decides
   * @param client where clients and nodes connect
   * @param http where its REST interface is; empty: nowhere
   */
  public record AdminLine(String id, boolean leader, String client, String http) {}

  /**
   * A node.
   *
   * @param address where clients connect
   * @param bootId names the start of its machine
   * @param silentMillis since it was last heard; -1: never
   */
  public record NodeLine(
      String id, String address, boolean alive, String bootId, long silentMillis) {}

  /**
   * A proxy.
   *
   * @param addresses URLs under which clients reach it, as it says
   * @param host the address that its reports come from
   * @param state SERVING, STOPPING, or AWAY: it is not heard
   * @param startedAt by its own clock
   * @param silentMillis since its last report
   * @param connections of clients, as of its last report
   * @param callers users and tokens that are logged in, as of its last report
   * @param requests that it has taken since it started
   * @param requestsPerSecond between its last two reports
   */
  public record ProxyLine(
      String id,
      List<String> addresses,
      String host,
      String software,
      String state,
      String startedAt,
      long silentMillis,
      int connections,
      int callers,
      long requests,
      double requestsPerSecond) {
    public ProxyLine {
      addresses = List.copyOf(addresses);
    }
  }

  /**
   * A pair.
   *
   * @param active the node that is active; empty: none yet
   * @param inSync names of the nodes that hold everything that is confirmed
   * @param lagBytes what the standby lacks; -1: there is none
   * @param failoverBoundMillis the longest time from the death of the active to service by the
   *     other
   * @param withAdminBoundMillis the same if the leading Admin dies with it; -1: no other takes over
   * @param serving whether the active says that it serves
   * @param trouble what keeps the pair from being served; empty: nothing
   * @param backupServes what the backup does while active: ALL or PULLS
   * @param version of what is stored; grows with each change
   * @param storeLagBytes confirmed journal that has no rows in SQL; -1: nobody writes any
   * @param storeLagMillis since something waits that has no row; -1: nobody writes any
   */
  public record PairLine(
      String id,
      long epoch,
      String master,
      String backup,
      String active,
      List<String> inSync,
      long lagBytes,
      long failoverBoundMillis,
      long withAdminBoundMillis,
      boolean serving,
      String trouble,
      String backupServes,
      int version,
      long storeLagBytes,
      long storeLagMillis) {
    public PairLine {
      inSync = List.copyOf(inSync);
    }

    /** Whether it serves and every member is in sync. */
    public boolean hasAllInSync() {
      return serving && inSync.size() == (backup.isEmpty() ? 1 : 2);
    }

    /** Whether its active writes rows into SQL. */
    public boolean hasStore() {
      return storeLagBytes >= 0;
    }

    /** Why it is not complete, in a few words. */
    public String whatIsMissing() {
      List<String> missing = new ArrayList<>();
      if (!trouble.isEmpty()) {
        missing.add(trouble);
      } else if (!serving) {
        missing.add("nobody serves yet");
      } else {
        missing.add(standby() + " catches up");
      }
      return id + ": " + String.join(", ", missing);
    }

    /** The member that is not active; empty: there is none. */
    public String standby() {
      return active.equals(master) ? backup : master;
    }
  }

  /** Whether the node is there and alive. */
  public boolean isAlive(String node) {
    return nodes.stream().anyMatch(line -> line.id().equals(node) && line.alive());
  }
}

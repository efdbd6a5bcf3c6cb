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
    List<AdminLine> admins, List<NodeLine> nodes, List<PairLine> pairs, boolean live) {
  public ClusterStatus {
    admins = List.copyOf(admins);
    nodes = List.copyOf(nodes);
    pairs = List.copyOf(pairs);
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

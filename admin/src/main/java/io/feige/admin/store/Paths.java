package io.feige.admin.store;

import java.util.List;

/**
 * Where things are in ZooKeeper. Below {@code /feige}: {@code leader-epoch} a number; {@code
 * pairs/NAME} a pair's state, whose version is the node's own; {@code history/NAME/d-SEQ} a
 * decision; {@code reports/NAME/EPOCH} a failover report; {@code nodes/ID} where a node is; {@code
 * admins/ID} where a living Admin is (ephemeral); {@code users} the table of users; {@code
 * election} belongs to the election.
 */
public final class Paths {
  static final String TOP = "/feige";
  public static final String ADMINS = "/feige/admins";
  public static final String ELECTION = "/feige/election";
  static final String LEADER_EPOCH = "/feige/leader-epoch";
  static final String PAIRS = "/feige/pairs";
  static final String HISTORY = "/feige/history";
  static final String REPORTS = "/feige/reports";
  static final String NODES = "/feige/nodes";
  static final String USERS = "/feige/users";
  private static final String DECISION = "d-";
  static final List<String> FOLDERS = List.of(ADMINS, PAIRS, HISTORY, REPORTS, NODES);

  private Paths() {}

  /** Where an Admin is. */
  public static String admin(String id) {
    return ADMINS + "/" + id;
  }

  static String pair(String pair) {
    return PAIRS + "/" + pair;
  }

  static String history(String pair) {
    return HISTORY + "/" + pair;
  }

  /** To be made with a sequence number at its end. */
  static String nextDecision(String pair) {
    return history(pair) + "/" + DECISION;
  }

  /** The number at the end of a name, that of a decision or a report. */
  static long number(String name) {
    return Long.parseLong(name.startsWith(DECISION) ? name.substring(DECISION.length()) : name);
  }

  static String reports(String pair) {
    return REPORTS + "/" + pair;
  }

  static String report(String pair, long epoch) {
    return reports(pair) + "/" + epoch;
  }

  static String node(String node) {
    return NODES + "/" + node;
  }
}

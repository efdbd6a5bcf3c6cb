package io.feige.broker.sim.cluster.admin;

/** Which Admin leads, as the Admins take it to be: news of it may be wrong for a while. */
public final class Leaders {
  private String leader = "";

  void leads(String admin) {
    leader = admin;
  }

  void leadsNoMore(String admin) {
    if (leader.equals(admin)) {
      leader = "";
    }
  }

  /** Whom an Admin sends nodes to; empty: it does not know. */
  String known(String admin) {
    return leader.equals(admin) ? "" : leader;
  }
}

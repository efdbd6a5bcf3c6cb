package io.feige.broker.server.net;

import io.feige.access.Admission;
import io.feige.access.Latest;
import io.feige.broker.server.access.NodeAccess;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The users for whom one connection has asked lately, and what they may. Only on the connection's
 * loop.
 */
final class ActingUsers {
  /** How many are remembered; others are looked up again. */
  private static final int MOST = 1_000;

  private final NodeAccess access;
  private final Map<String, Admission> known = new Latest<>(MOST);

  ActingUsers(NodeAccess access) {
    this.access = access;
  }

  /** What a user may do now; null: there is none that may come in. */
  @Nullable Admission find(Admission proxy, String user) {
    Admission before = known.get(user);
    if (before != null && before.table() != access.table()) {
      // Each holds the table that it is of, and there may be a thousand.
      known.clear();
      before = null;
    }
    Admission now =
        (before == null ? access.acting(proxy, user) : access.renewed(before)).orElse(null);
    if (now == null) {
      known.remove(user);
    } else if (before == null) {
      known.put(user, now);
    }
    return now;
  }
}

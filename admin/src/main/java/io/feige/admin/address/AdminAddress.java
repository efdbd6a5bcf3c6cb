package io.feige.admin.address;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Where a living Admin is found.
 *
 * @param client host:port for clients and nodes
 * @param http base address of the REST interface; empty: it has none that others reach
 * @param leaderEpoch of the leadership that it has; 0: it follows
 */
public record AdminAddress(String id, String client, String http, long leaderEpoch) {
  /** Who leads, of those that live: the newest leadership, if there is one. */
  public static Optional<AdminAddress> leader(List<AdminAddress> living) {
    return living.stream()
        .filter(admin -> admin.leaderEpoch > 0)
        .max(Comparator.comparingLong(AdminAddress::leaderEpoch));
  }

  /** The same with another leadership. */
  public AdminAddress withLeaderEpoch(long epoch) {
    return new AdminAddress(id, client, http, epoch);
  }
}

package io.feige.admin.proxies;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What is known of a proxy.
 *
 * @param addresses URLs under which clients reach it, as it says
 * @param host the address that its reports come from
 * @param software name of the program, as it says, of printable ASCII
 * @param startedAt by its own clock
 * @param silentMillis since its last report
 * @param connections of clients, as of its last report
 * @param callers users and tokens that are logged in, as of its last report
 * @param requests that it has taken since it started
 * @param requestsPerSecond between its last two reports
 * @param certificateEnd when the certificate expires that clients are shown; empty: it shows none
 * @param isTwice whether two processes report under its name
 */
public record ProxySight(
    String id,
    List<String> addresses,
    String host,
    String software,
    State state,
    Instant startedAt,
    long silentMillis,
    int connections,
    int callers,
    long requests,
    double requestsPerSecond,
    Optional<Instant> certificateEnd,
    boolean isTwice) {
  /** What it does. */
  public enum State {
    /** It takes clients. */
    SERVING,
    /** It sends its clients away and ends. */
    STOPPING,
    /** It is not heard and has not said that it stops. */
    AWAY
  }

  /** Takes a copy of the list. */
  public ProxySight {
    addresses = List.copyOf(addresses);
  }
}

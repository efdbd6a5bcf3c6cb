package io.feige.protocol.command;

import io.feige.protocol.model.ProxyState;
import io.feige.protocol.model.Range;
import java.util.List;
import java.util.Optional;

/**
 * A proxy tells the leading Admin that it is there and how it is. It comes again before {@link
 * ProxyHeard#nextMillis} have passed; a proxy that does not is away.
 *
 * @param proxy its name; each proxy of a cluster has its own
 * @param instance random, of the process: two processes of one name are told apart by it
 * @param addresses URLs under which clients reach it, at most {@link #MAX_ADDRESSES}
 * @param startedAtMillis when the process started, in milliseconds since 1970 by its own clock
 * @param connections of clients, now
 * @param callers users and tokens that are logged in, now
 * @param requests of clients that it has taken since it started
 * @param certificateEndMillis when the certificate that clients are shown expires, in milliseconds
 *     since 1970; 0: it shows none
 * @param done what came of the task that the last answer had
 */
public record ReportProxy(
    String proxy,
    long instance,
    List<String> addresses,
    long startedAtMillis,
    ProxyState state,
    int connections,
    int callers,
    long requests,
    long certificateEndMillis,
    Optional<ProxyDone> done)
    implements Request {
  /** Of one proxy. */
  public static final int MAX_ADDRESSES = 16;

  /** Characters. */
  public static final int MAX_ADDRESS_LENGTH = 300;

  /**
   * Takes a copy of the list.
   *
   * @throws IllegalArgumentException naming the field
   */
  public ReportProxy {
    Range.requireName("proxy", proxy);
    addresses = List.copyOf(addresses);
    Range.require("addresses", addresses.size(), 0, MAX_ADDRESSES);
    for (String address : addresses) {
      Range.requireLength("address", address, 1, MAX_ADDRESS_LENGTH);
    }
    Range.requireNotNegative("startedAtMillis", startedAtMillis);
    Range.requireNotNegative("connections", connections);
    Range.requireNotNegative("callers", callers);
    Range.requireNotNegative("requests", requests);
    Range.requireNotNegative("certificateEndMillis", certificateEndMillis);
  }

  @Override
  public CommandType type() {
    return CommandType.PROXY;
  }
}

package io.feige.broker.server.net;

import io.feige.access.Identity;
import io.feige.protocol.command.Hello;
import io.feige.protocol.model.ClientKind;
import io.feige.protocol.model.ConnectedClient;
import org.jspecify.annotations.Nullable;

/**
 * Who is at the other end of a connection, for those who ask who is connected. The connection's
 * loop writes; {@link #described} may be called by any thread, and stops nobody: a request costs
 * one plain increment, and the sweep over the connections shows the count to others from time to
 * time.
 */
final class Guest {
  private static final int MAX_SOFTWARE_SHOWN = 100;

  /** What it has shown and said. */
  private record Introduction(
      String user, ClientKind kind, String software, String pair, boolean isEncrypted) {}

  private final String address;
  private final long sinceMillis = System.currentTimeMillis();
  private volatile @Nullable Introduction introduction;
  private long requests;
  private volatile long requestsShown;
  private volatile long lastRequestMillis;

  /** Somebody whom nobody knows yet. */
  Guest(String address) {
    this.address = address;
  }

  /** The handshake is complete. */
  void introduced(@Nullable Identity identity, Hello hello, boolean isEncrypted) {
    introduction =
        new Introduction(
            user(identity), hello.kind(), shown(hello.software()), hello.pair(), isEncrypted);
  }

  /** A request came that is no PING. */
  void asks() {
    requests++;
  }

  /** A look from time to time. */
  void look() {
    if (requests != requestsShown) {
      requestsShown = requests;
      lastRequestMillis = System.currentTimeMillis();
    }
  }

  /** All of that; null: it has not shaken hands. Any thread. */
  @Nullable ConnectedClient described(long connection, long bytesOwed) {
    Introduction known = introduction;
    return known == null
        ? null
        : new ConnectedClient(
            connection,
            address,
            known.user,
            known.kind,
            known.software,
            known.pair,
            sinceMillis,
            known.isEncrypted,
            lastRequestMillis,
            requestsShown,
            bytesOwed);
  }

  /**
   * What a client says of itself, as it stands in log lines and lists: it must not be able to look
   * like another line.
   */
  static String shown(String software) {
    String printable = software.replaceAll("[^\\x20-\\x7E]", "?");
    return printable.substring(0, Math.min(printable.length(), MAX_SOFTWARE_SHOWN));
  }

  private static String user(@Nullable Identity identity) {
    if (identity == null || identity.kind() == Identity.Kind.ANYBODY) {
      return "";
    }
    return identity.user().isEmpty() ? identity.toString() : identity.user();
  }
}

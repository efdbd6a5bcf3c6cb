package io.feige.client;

import java.time.Instant;
import java.util.Optional;

/**
 * Who is connected to a node.
 *
 * @param nodeId the node's name
 * @param connection its number at the node; a later one is higher
 * @param address host:port that it comes from
 * @param user whom it has shown to be; empty: nobody has to show anything
 * @param kind as it says
 * @param software name and version of the program, as it says; printable ASCII
 * @param pair the pair that its requests are for; empty: whichever the node serves, or none
 * @param since when it connected
 * @param isEncrypted whether by TLS
 * @param lastRequest when its last request came, about a second late at most; what only keeps the
 *     connection alive does not count; empty: there was none
 * @param requests how many it has sent, counted in the same way
 * @param bytesOwed of answers that wait for it to read them, about
 */
public record ConnectedClient(
    String nodeId,
    long connection,
    String address,
    String user,
    Kind kind,
    String software,
    String pair,
    Instant since,
    boolean isEncrypted,
    Optional<Instant> lastRequest,
    long requests,
    long bytesOwed) {
  /** What opened the connection. */
  public enum Kind {
    /** A client library. */
    SDK,
    /** Another node. */
    NODE,
    /** An Admin, for itself or for users of its REST interface. */
    ADMIN,
    /** A proxy of light clients. */
    PROXY
  }

  /** The place behind it, for the next page. */
  public ClientPlace place() {
    return new ClientPlace(nodeId, connection);
  }
}

package io.feige.admin.front;

/**
 * What the front takes before it says no.
 *
 * @param connections of clients and nodes together
 * @param strangers connections that have not shaken hands, TLS and HELLO, at a time
 * @param handshakeMillis for the handshake, and for a node's first report after it
 * @param frameMillis to complete a frame that has begun
 * @param idleMillis a connection on which nothing came for so long is closed
 * @param clientFrameBytes longest frame of a client; requests for routes are small
 * @param nodeFrameBytes longest frame of a node
 * @param waiting requests for routes that wait, of one connection
 * @param waitMillis longest time that a request for routes waits
 */
public record FrontLimits(
    int connections,
    int strangers,
    int handshakeMillis,
    int frameMillis,
    int idleMillis,
    int clientFrameBytes,
    int nodeFrameBytes,
    int waiting,
    int waitMillis) {
  /** Enough for thousands of clients. */
  public static final FrontLimits DEFAULT =
      new FrontLimits(10_000, 1_024, 5_000, 10_000, 60_000, 64 << 10, 1 << 20, 16, 60_000);
}

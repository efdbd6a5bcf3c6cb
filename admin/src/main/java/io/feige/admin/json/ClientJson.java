package io.feige.admin.json;

import io.feige.client.ConnectedClient;
import java.time.Instant;

/** Who is connected to a node, for scripts; times in milliseconds since 1970, 0 for none. */
public record ClientJson(
    String node,
    String connection,
    String address,
    String user,
    String kind,
    String software,
    String pair,
    long sinceMillis,
    boolean encrypted,
    long lastRequestMillis,
    long requests,
    long bytesOwed) {
  /** What the client tells. */
  public static ClientJson of(ConnectedClient client) {
    return new ClientJson(
        client.nodeId(),
        Long.toString(client.connection()),
        client.address(),
        client.user(),
        client.kind().name(),
        client.software(),
        client.pair(),
        client.since().toEpochMilli(),
        client.isEncrypted(),
        client.lastRequest().map(Instant::toEpochMilli).orElse(0L),
        client.requests(),
        client.bytesOwed());
  }
}

package io.feige.dist.chaos;

import io.feige.dist.cluster.LocalCluster;
import java.io.IOException;
import java.util.List;

/** The relays between all processes of a cluster that was made with them. */
final class Network implements AutoCloseable {
  private final List<Relay> relays;

  Network(LocalCluster cluster) {
    relays =
        cluster.relayed().stream()
            .map(path -> new Relay(path.from(), path.to(), path.port(), path.targetPort()))
            .toList();
  }

  /** Whether there is anything to cut. */
  boolean isThere() {
    return !relays.isEmpty();
  }

  /** Cuts or mends what one process sends to another. */
  void cut(String sender, String receiver, boolean isCut) {
    relays.stream()
        .filter(relay -> relay.isBetween(sender, receiver))
        .forEach(relay -> relay.cut(sender, isCut));
  }

  @Override
  public void close() throws IOException {
    for (Relay relay : relays) {
      relay.close();
    }
  }
}

package io.feige.client;

import java.util.List;
import java.util.Optional;

/**
 * One page of those who are connected to the nodes.
 *
 * @param clients by node and number of the connection
 * @param missing nodes that did not answer, by name; what is connected to them is not listed
 * @param next where the next page begins; empty: this is the last one
 */
public record ConnectedClients(
    List<ConnectedClient> clients, List<String> missing, Optional<ClientPlace> next) {
  /** As many clients as one page can have. */
  public static final int MAX_LIMIT = 1_000;

  /** Takes copies of the lists. */
  public ConnectedClients {
    clients = List.copyOf(clients);
    missing = List.copyOf(missing);
  }
}

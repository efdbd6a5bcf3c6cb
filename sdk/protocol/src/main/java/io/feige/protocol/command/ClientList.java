package io.feige.protocol.command;

import io.feige.protocol.model.ConnectedClient;
import java.util.List;

/**
 * Answer to {@link ListClients}: one page.
 *
 * @param clients by the numbers of their connections, ascending
 * @param hasMore whether there are more behind the last one
 */
public record ClientList(String nodeId, List<ConnectedClient> clients, boolean hasMore)
    implements Result {
  /** Takes a copy of the list. */
  public ClientList {
    clients = List.copyOf(clients);
  }

  @Override
  public CommandType type() {
    return CommandType.CLIENTS;
  }
}

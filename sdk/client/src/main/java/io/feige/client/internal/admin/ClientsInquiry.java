package io.feige.client.internal.admin;

import io.feige.client.ClientPlace;
import io.feige.client.ConnectedClient;
import io.feige.client.ConnectedClients;
import io.feige.protocol.command.ClientList;
import io.feige.protocol.command.ListClients;
import io.feige.protocol.command.Request;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Who is connected: one page of all nodes together. */
record ClientsInquiry(ClientPlace after, int limit) implements NodeInquiry<ClientList> {
  @Override
  public Class<ClientList> kind() {
    return ClientList.class;
  }

  @Override
  public Request request(String node) {
    return new ListClients(node.equals(after.nodeId()) ? after.connection() : 0, limit);
  }

  @Override
  public String nodeOf(ClientList answer) {
    return answer.nodeId();
  }

  @Override
  public boolean concerns(String node) {
    return node.compareTo(after.nodeId()) >= 0;
  }

  /** It lets nobody in, so nobody is connected to it. */
  @Override
  public ClientList withoutPair(String node) {
    return new ClientList(node, List.of(), false);
  }

  /** The page that the answers make. */
  ConnectedClients page(NodeAnswers<ClientList> answers) {
    List<ConnectedClient> page = new ArrayList<>();
    boolean hasMore = false;
    for (Map.Entry<String, ClientList> each : answers.byNode().entrySet()) {
      for (var client : each.getValue().clients()) {
        hasMore |= page.size() == limit;
        if (!hasMore) {
          page.add(Conversions.fromWire(each.getKey(), client));
        }
      }
      hasMore |= each.getValue().hasMore();
    }
    Optional<ClientPlace> next =
        hasMore ? Optional.of(page.get(page.size() - 1).place()) : Optional.empty();
    return new ConnectedClients(page, answers.missing(), next);
  }
}

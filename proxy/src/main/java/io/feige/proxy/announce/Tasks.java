package io.feige.proxy.announce;

import io.feige.protocol.command.ProxyDone;
import io.feige.protocol.command.ProxyTask;
import io.feige.proxy.front.FrontState;
import io.feige.proxy.front.OpenSession;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;

/** Does what the leading Admin wants of this proxy. Any thread. */
public final class Tasks implements Function<ProxyTask, ProxyDone> {
  private final FrontState clients;
  private final Runnable drain;

  /**
   * None yet.
   *
   * @param clients has the sessions
   * @param drain begins to send all clients away, and does not wait
   */
  public Tasks(FrontState clients, Runnable drain) {
    this.clients = clients;
    this.drain = drain;
  }

  @Override
  public ProxyDone apply(ProxyTask task) {
    return switch (task) {
      case ProxyTask.ListSessions list -> list(list);
      case ProxyTask.EndSession end -> {
        List<OpenSession> found =
            clients.sessions().filter(session -> session.id() == end.session()).toList();
        found.forEach(OpenSession::disconnect);
        yield ProxyDone.of(end.number(), found.size());
      }
      case ProxyTask.Notice notice -> {
        long told = clients.sessions().filter(session -> session.notice(notice.text())).count();
        yield ProxyDone.of(notice.number(), (int) told);
      }
      case ProxyTask.Drain wanted -> {
        int sessions = (int) clients.sessions().count();
        drain.run();
        yield ProxyDone.of(wanted.number(), sessions);
      }
    };
  }

  private ProxyDone list(ProxyTask.ListSessions list) {
    List<OpenSession> found =
        clients
            .sessions()
            .filter(session -> session.id() > list.after())
            .sorted(Comparator.comparingLong(OpenSession::id))
            .limit(list.limit() + 1L)
            .toList();
    boolean hasMore = found.size() > list.limit();
    List<OpenSession> page = hasMore ? found.subList(0, list.limit()) : found;
    return new ProxyDone(
        list.number(), page.size(), page.stream().map(OpenSession::describe).toList(), hasMore);
  }
}

package io.feige.dist.proxy;

import io.feige.dist.admin.AdminOptions;
import io.feige.dist.cli.Context;
import io.feige.dist.cli.Human;
import io.feige.dist.cli.Table;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Lists the sessions of a proxy. */
@Command(
    name = "sessions",
    description = {
      "Lists the sessions over WebSocket that a proxy has, the oldest first; with --json an object a"
          + " line. The proxy is asked when it reports next, within about two seconds.",
      "",
      "USER is who has logged in with a password. BEHIND are messages that are there for its"
          + " subscriptions without a group and that it was not told yet. OWED is what it was told and"
          + " has not taken."
    },
    footer = {"", "Example:", "  feige proxy sessions proxy-1"})
public final class ProxySessionsCommand implements Runnable {
  private final Context context;

  @Mixin private AdminOptions options = new AdminOptions();

  @Parameters(paramLabel = "PROXY", description = "Name of the proxy.")
  private String proxy = "";

  public ProxySessionsCommand(Context context) {
    this.context = context;
  }

  @Override
  public void run() {
    ProxyApi api = new ProxyApi(options.api(context));
    List<ProxyApi.Session> all = new ArrayList<>();
    @Nullable String after = "0";
    while (after != null) {
      ProxyApi.Page page = api.sessions(proxy, after);
      if (context.isJson()) {
        page.sessions().forEach(session -> context.terminal().json(session));
      } else {
        all.addAll(page.sessions());
      }
      after = page.next();
    }
    if (!context.isJson()) {
      context.terminal().line(words(all));
    }
  }

  private String words(List<ProxyApi.Session> sessions) {
    if (sessions.isEmpty()) {
      return proxy + " has no session.";
    }
    Instant now = Instant.now();
    Table table = new Table("ID", "ADDRESS", "USER", "SINCE", "SUBSCRIPTIONS", "BEHIND", "OWED");
    for (ProxyApi.Session session : sessions) {
      Duration age = Duration.between(Instant.parse(session.startedAt()), now);
      table.row(
          session.id(),
          session.address(),
          session.user().isEmpty() ? "-" : session.user(),
          Human.nanos(Math.max(0, age.toNanos())) + " ago",
          session.subscriptions(),
          Human.count(session.behind()),
          Human.bytes(session.owedBytes()));
    }
    return table.text();
  }
}

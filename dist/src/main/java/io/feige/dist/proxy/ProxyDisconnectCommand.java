package io.feige.dist.proxy;

import io.feige.dist.admin.AdminOptions;
import io.feige.dist.cli.Context;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Ends a session. */
@Command(
    name = "disconnect",
    description =
        "Ends a session of a proxy; its client may come again at once, and goes on where it was. Who"
            + " is not to come again is disabled with 'feige user disable'.",
    footer = {"", "Example:", "  feige proxy disconnect proxy-1 4711"})
public final class ProxyDisconnectCommand implements Runnable {
  private final Context context;

  @Mixin private AdminOptions options = new AdminOptions();

  @Parameters(index = "0", paramLabel = "PROXY", description = "Name of the proxy.")
  private String proxy = "";

  @Parameters(
      index = "1",
      paramLabel = "SESSION",
      description = "Id of the session, as 'feige proxy sessions' lists it.")
  private String session = "";

  public ProxyDisconnectCommand(Context context) {
    this.context = context;
  }

  @Override
  public void run() {
    ProxyApi.Done done = new ProxyApi(options.api(context)).disconnect(proxy, session);
    context.answer(done, "Session " + session + " of " + proxy + " is ended.");
  }
}

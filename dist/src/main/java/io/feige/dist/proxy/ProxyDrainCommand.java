package io.feige.dist.proxy;

import io.feige.dist.admin.AdminOptions;
import io.feige.dist.cli.Confirmation;
import io.feige.dist.cli.Context;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Drains a proxy. */
@Command(
    name = "drain",
    description =
        "Has a proxy send its clients away, spread over its stop.timeout, and end; as SIGTERM does,"
            + " from afar. What is under way is answered, and clients connect elsewhere.",
    footer = {"", "Example:", "  feige proxy drain proxy-1"})
public final class ProxyDrainCommand implements Runnable {
  private final Context context;

  @Mixin private AdminOptions options = new AdminOptions();
  @Mixin private Confirmation confirmation = new Confirmation();

  @Parameters(paramLabel = "PROXY", description = "Name of the proxy.")
  private String proxy = "";

  public ProxyDrainCommand(Context context) {
    this.context = context;
  }

  @Override
  public void run() {
    confirmation.require(context, "The process of " + proxy + " ends", proxy);
    ProxyApi.Done done = new ProxyApi(options.api(context)).drain(proxy);
    context.answer(
        done, proxy + " sends its clients away, among them " + done.sessions() + " sessions.");
  }
}

package io.feige.dist.node;

import io.feige.broker.server.boot.NodeMain;
import io.feige.broker.server.config.LoadedConfig;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Runs a node. */
@Command(
    name = "node",
    description = {
      "Runs a node until Ctrl-C or SIGTERM, which stop it gracefully.",
      "",
      "Settings come from the defaults, the file, the environment (FEIGE_LISTEN_PORT for"
          + " listen.port) and this command line; the later wins. A setting that is not usable stops"
          + " the start."
    },
    footer = {
      "",
      "Examples:",
      "  feige node",
      "  feige node --dir /var/lib/feige --port 7700",
      "  feige node --config /etc/feige/feige.yaml"
    })
public final class NodeCommand implements Callable<Integer> {
  @Mixin private SettingOptions settings = new SettingOptions();

  @Override
  public Integer call() {
    LoadedConfig loaded = settings.load(System.getenv());
    return NodeMain.run(loaded.config());
  }
}

package io.feige.dist.node;

import io.feige.broker.server.boot.NodeMain;
import io.feige.broker.server.config.NodeConfig;
import io.feige.config.LoadedConfig;
import io.feige.dist.settings.SettingOptions;
import io.feige.dist.settings.Subject;
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
          + " the start.",
      "",
      "With cluster.admins it is one of a cluster's nodes and serves the pairs that its Admin gives it;"
          + " without, it stands alone."
    },
    footer = {
      "",
      "Examples:",
      "  feige node",
      "  feige node --dir /var/lib/feige --port 7700",
      "  feige node --config /etc/feige/feige.yaml",
      "  feige node --dir n2 --port 7702 --set node.id=node-2 --set http.port=off"
          + " --set cluster.admins=localhost:7700 --set cluster.secret=file:secret"
    })
public final class NodeCommand implements Callable<Integer> {
  @Mixin private SettingOptions settings = new SettingOptions();

  @Override
  public Integer call() {
    LoadedConfig<NodeConfig> loaded = settings.load(Subject.NODE);
    return NodeMain.run(loaded);
  }
}

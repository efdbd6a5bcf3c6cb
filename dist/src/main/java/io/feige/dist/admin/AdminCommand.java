package io.feige.dist.admin;

import io.feige.admin.boot.AdminMain;
import io.feige.admin.boot.AdminSettings;
import io.feige.config.LoadedConfig;
import io.feige.dist.settings.SettingOptions;
import io.feige.dist.settings.Subject;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Runs an Admin. */
@Command(
    name = "admin",
    description = {
      "Runs an Admin until Ctrl-C or SIGTERM: it decides which node of each pair is active, and tells"
          + " clients where that is. It keeps its state in ZooKeeper, which runs inside of it unless"
          + " zookeeper.connect says otherwise.",
      "",
      "Settings come from the defaults, the file, the environment (FEIGE_LISTEN_PORT for"
          + " listen.port) and this command line; the later wins. There must be a cluster.secret."
    },
    footer = {
      "",
      "Examples:",
      "  feige admin --config /etc/feige/admin.yaml",
      "  feige admin --dir a1 --set cluster.secret=file:secret --set pairs=pair-1=node-1/node-2"
    })
public final class AdminCommand implements Callable<Integer> {
  @Mixin private SettingOptions settings = new SettingOptions();

  @Override
  public Integer call() {
    LoadedConfig<AdminSettings> loaded = settings.load(Subject.ADMIN);
    return AdminMain.run(loaded);
  }
}

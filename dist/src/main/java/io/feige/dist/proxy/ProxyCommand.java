package io.feige.dist.proxy;

import io.feige.config.LoadedConfig;
import io.feige.dist.settings.SettingOptions;
import io.feige.dist.settings.Subject;
import io.feige.proxy.boot.ProxyMain;
import io.feige.proxy.config.ProxySettings;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Runs a proxy. */
@Command(
    name = "proxy",
    description = {
      "Runs a proxy until Ctrl-C or SIGTERM: it publishes, pulls and reads over HTTP for clients that"
          + " are not the Java SDK. It stores nothing, so any number of proxies may stand behind a"
          + " balancer. Callers show it what they would show the cluster, which decides what they may"
          + " do.",
      "",
      "Settings come from the defaults, the file, the environment (FEIGE_HTTP_PORT for http.port) and"
          + " this command line; the later wins."
    },
    footer = {
      "",
      "Examples:",
      "  feige proxy --set cluster.admins=10.0.0.1:7700,10.0.0.2:7700",
      "  feige proxy --port 8080",
      "  feige proxy --config /etc/feige/proxy.yaml",
      "  curl -d 'a message' localhost:7780/v1/topics/orders/messages"
    })
public final class ProxyCommand implements Callable<Integer> {
  @Mixin private SettingOptions settings = new SettingOptions();

  @Override
  public Integer call() {
    LoadedConfig<ProxySettings> loaded = settings.load(Subject.PROXY);
    return ProxyMain.run(loaded);
  }
}

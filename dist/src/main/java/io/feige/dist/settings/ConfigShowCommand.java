package io.feige.dist.settings;

import io.feige.admin.json.SettingJson;
import io.feige.client.FeigeClient;
import io.feige.client.NodeSetting;
import io.feige.dist.cli.Context;
import io.feige.dist.cli.Table;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Shows the settings of a node that runs. */
@Command(
    name = "show",
    description = {
      "Shows the settings of a node that runs, as they were when it was started, and where each comes"
          + " from; with --json an object a line, as 'config print' does. For operators. Secrets are"
          + " masked."
    },
    footer = {"", "Example:", "  feige config show --node node-1"})
public final class ConfigShowCommand implements Runnable {
  private final Context context;

  @Option(names = "--node", paramLabel = "ID", required = true, description = "Of this node.")
  private String node = "";

  public ConfigShowCommand(Context context) {
    this.context = context;
  }

  @Override
  public void run() {
    try (FeigeClient client = context.connect()) {
      List<NodeSetting> settings = client.settings(node);
      if (context.isJson()) {
        settings.forEach(setting -> context.terminal().json(SettingJson.of(setting)));
      } else {
        context.terminal().line(table(settings));
      }
    }
  }

  private static String table(List<NodeSetting> settings) {
    Table table = new Table("SETTING", "VALUE", "FROM");
    settings.forEach(setting -> table.row(setting.key(), setting.value(), setting.origin()));
    return table.text();
  }
}

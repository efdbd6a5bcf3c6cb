package io.feige.dist.settings;

import io.feige.admin.json.SettingJson;
import io.feige.config.LoadedConfig;
import io.feige.dist.cli.Context;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Prints the settings in force. */
@Command(
    name = "print",
    description =
        "Prints every setting with its value and where that comes from. Secrets are masked.",
    footer = {"", "Example:", "  FEIGE_LISTEN_PORT=7701 feige config print --config feige.yaml"})
public final class ConfigPrintCommand implements Runnable {
  private final Context context;

  @Mixin private SubjectOption subject = new SubjectOption();

  @Mixin private SettingOptions settings = new SettingOptions();

  public ConfigPrintCommand(Context context) {
    this.context = context;
  }

  @Override
  public void run() {
    LoadedConfig<?> loaded = settings.load(subject.subject());
    if (context.isJson()) {
      loaded.entries().forEach(entry -> context.terminal().json(SettingJson.of(entry)));
    } else {
      context.terminal().line(loaded.print().stripTrailing());
    }
  }
}

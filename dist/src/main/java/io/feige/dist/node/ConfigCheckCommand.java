package io.feige.dist.node;

import io.feige.broker.server.config.ConfigException;
import io.feige.broker.server.config.ConfigProblem;
import io.feige.broker.server.config.LoadedConfig;
import io.feige.dist.cli.CliException;
import io.feige.dist.cli.Context;
import io.feige.dist.cli.ExitCode;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Says whether a node would start with these settings. */
@Command(
    name = "check",
    description = "Says whether a node would accept these settings, and everything that is wrong.",
    footer = {"", "Example:", "  feige config check --config feige.yaml"})
public final class ConfigCheckCommand implements Callable<Integer> {
  private final Context context;

  @Mixin private SettingOptions settings = new SettingOptions();

  public ConfigCheckCommand(Context context) {
    this.context = context;
  }

  /** What {@code --json} prints. */
  record Check(boolean usable, List<Problem> problems) {
    record Problem(String key, String origin, String sentence) {}
  }

  @Override
  public Integer call() {
    try {
      LoadedConfig loaded = settings.load(System.getenv());
      context.answer(
          new Check(true, List.of()), "Usable: " + loaded.entries().size() + " settings.");
      return ExitCode.OK;
    } catch (CliException wrong) {
      context.answer(new Check(false, problems(wrong)), String.valueOf(wrong.getMessage()));
      return wrong.exitCode();
    }
  }

  private static List<Check.Problem> problems(CliException wrong) {
    if (!(wrong.getCause() instanceof ConfigException config)) {
      return List.of();
    }
    return config.problems().stream().map(ConfigCheckCommand::problem).toList();
  }

  private static Check.Problem problem(ConfigProblem problem) {
    return new Check.Problem(problem.key(), problem.origin(), problem.sentence());
  }
}

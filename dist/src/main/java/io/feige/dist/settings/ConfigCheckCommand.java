package io.feige.dist.settings;

import io.feige.config.ConfigException;
import io.feige.config.ConfigProblem;
import io.feige.config.LoadedConfig;
import io.feige.dist.cli.CliException;
import io.feige.dist.cli.Context;
import io.feige.dist.cli.ExitCode;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Says whether a node or an Admin would start with these settings. */
@Command(
    name = "check",
    description =
        "Says whether a node, or an Admin, would accept these settings, and everything that is wrong.",
    footer = {
      "",
      "Examples:",
      "  feige config check --config feige.yaml",
      "  feige config check --for admin --config admin.yaml"
    })
public final class ConfigCheckCommand implements Callable<Integer> {
  private final Context context;

  @Mixin private SubjectOption subject = new SubjectOption();

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
      LoadedConfig<?> loaded = settings.load(subject.subject());
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

package io.feige.dist.settings;

import io.feige.admin.boot.AdminSettings;
import io.feige.broker.server.config.NodeConfig;
import io.feige.config.ConfigException;
import io.feige.config.ConfigProblem;
import io.feige.config.DatabaseConfig;
import io.feige.config.LoadedConfig;
import io.feige.dist.cli.CliException;
import io.feige.dist.cli.Context;
import io.feige.dist.cli.ExitCode;
import io.feige.proxy.config.ProxySettings;
import io.feige.tls.TlsContext;
import io.feige.tls.TlsException;
import io.feige.tls.TlsFiles;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Says whether a node or an Admin would start with these settings. */
@Command(
    name = "check",
    description =
        "Says whether a node, or an Admin, would accept these settings and the certificates that they"
            + " name, and everything that is wrong.",
    footer = {
      "",
      "Examples:",
      "  feige config check --config feige.yaml",
      "  feige config check --for admin --config admin.yaml"
    })
public final class ConfigCheckCommand implements Callable<Integer> {
  private static final String CERTIFICATE = "tls.certificate";

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
      requireUsable(loaded);
      context.answer(
          new Check(true, List.of()), "Usable: " + loaded.entries().size() + " settings.");
      return ExitCode.OK;
    } catch (CliException wrong) {
      context.answer(new Check(false, problems(wrong)), String.valueOf(wrong.getMessage()));
      return wrong.exitCode();
    }
  }

  // A start reads them; nothing else that settings name is needed for saying whether it would.
  private static void requireUsable(LoadedConfig<?> loaded) {
    List<ConfigProblem> problems =
        switch (loaded.config()) {
          case NodeConfig node -> unusable(loaded, node.security().tls(), node.sql().database());
          case AdminSettings admin -> unusable(loaded, admin.security().tls(), admin.sql());
          case ProxySettings proxy -> unusable(loaded, proxy.tls());
          default -> List.of();
        };
    if (!problems.isEmpty()) {
      ConfigException wrong = new ConfigException(problems);
      throw new CliException(ExitCode.DAMAGED, String.valueOf(wrong.getMessage()), wrong);
    }
  }

  private static List<ConfigProblem> unusable(
      LoadedConfig<?> loaded, Optional<TlsFiles> own, DatabaseConfig database) {
    return Stream.concat(
            unusable(loaded, CERTIFICATE, own),
            unusable(loaded, "sql.ca", database.ca().map(TlsFiles::trusting)))
        .toList();
  }

  private static List<ConfigProblem> unusable(LoadedConfig<?> loaded, ProxySettings.Tls tls) {
    return Stream.concat(
            unusable(
                loaded,
                CERTIFICATE,
                tls.identity().map(own -> new TlsFiles(Optional.of(own), Optional.empty()))),
            unusable(loaded, "tls.ca", tls.ca().map(TlsFiles::trusting)))
        .toList();
  }

  private static Stream<ConfigProblem> unusable(
      LoadedConfig<?> loaded, String key, Optional<TlsFiles> files) {
    try {
      if (files.isPresent()) {
        var _ = TlsContext.load(files.get());
      }
      return Stream.empty();
    } catch (TlsException e) {
      return loaded.entries().stream()
          .filter(entry -> entry.key().name().equals(key))
          .map(entry -> new ConfigProblem(key, entry.origin(), String.valueOf(e.getMessage())));
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

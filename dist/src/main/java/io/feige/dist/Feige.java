package io.feige.dist;

import io.feige.dist.admin.AdminApi;
import io.feige.dist.cli.CommandGroup;
import io.feige.dist.cli.Environment;
import io.feige.dist.cli.StandardStreams;
import io.feige.dist.cli.Version;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command line's entrance. */
@Command(
    name = "feige",
    versionProvider = Version.class,
    description = {
      "Feige is a message broker: what it confirmed is safe on two nodes, what was acked does not come"
          + " again."
    },
    footer = {
      "",
      "To begin:",
      "  feige demo                                    see it work, a kill -9 included",
      "  feige up                                      a cluster on this machine, at localhost:7700",
      "  feige status                                  who is active, who is in sync",
      "  feige publish packages --file /var/log/dpkg.log",
      "  feige pull packages --group reader --idle-exit 2s",
      "",
      "Each command has its own --help with examples."
    })
public final class Feige extends CommandGroup {
  @SuppressWarnings("UnusedVariable") // That it is given is all there is to know.
  @Option(
      names = {"-V", "--version"},
      versionHelp = true,
      description = "Show the version.")
  private boolean version;

  Feige() {}

  /** Runs one command and ends the process with its exit code. */
  public static void main(String[] arguments) {
    quietLog(List.of(arguments));
    int code = CommandTree.of(StandardStreams.terminal(), Environment.REAL).execute(arguments);
    AdminApi.endAll();
    System.exit(code);
  }

  /** A command tells of its own troubles; only servers are expected to keep a log. */
  private static void quietLog(List<String> arguments) {
    boolean isServer =
        !arguments.isEmpty() && List.of("node", "admin", "proxy").contains(arguments.getFirst());
    if (!isServer && System.getenv("FEIGE_LOG_LEVEL") == null) {
      String level = arguments.contains("--verbose") ? "INFO" : "ERROR";
      System.setProperty("FEIGE_LOG_LEVEL", level);
    }
  }
}

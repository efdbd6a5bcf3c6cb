package io.feige.dist.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** A command that only has commands below it. */
public abstract class CommandGroup implements Runnable {
  @Spec private @Nullable CommandSpec spec;

  @Override
  public void run() {
    CommandSpec mine = spec;
    if (mine != null) {
      throw new ParameterException(
          mine.commandLine(),
          "a command is missing; there are " + UsageErrors.commands(mine.commandLine()));
    }
  }
}

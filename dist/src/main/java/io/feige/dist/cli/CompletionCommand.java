package io.feige.dist.cli;

import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Writes what a shell needs to complete commands and options. */
@Command(
    name = "completion",
    description = {
      "Writes a script to standard output with which bash and zsh complete commands and options with"
          + " the tab key."
    },
    footer = {
      "",
      "Examples:",
      "  source <(feige completion)                                      in this shell",
      "  feige completion > ~/.local/share/bash-completion/completions/feige    in each later bash"
    })
public final class CompletionCommand implements Runnable {
  private final Context context;

  @Spec private CommandSpec spec = CommandSpec.create();

  public CompletionCommand(Context context) {
    this.context = context;
  }

  @Override
  public void run() {
    CommandSpec root = spec.root();
    context.terminal().line(AutoComplete.bash(root.name(), root.commandLine()));
  }
}

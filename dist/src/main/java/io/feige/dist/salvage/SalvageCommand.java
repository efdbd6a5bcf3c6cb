package io.feige.dist.salvage;

import io.feige.dist.cli.CommandGroup;
import picocli.CommandLine.Command;

/** The parent of the commands on salvage. */
@Command(
    name = "salvage",
    description = {
      "Look at, publish again and drop what a replica had to cut when it joined its pair.",
      "",
      "A replica that comes back with bytes that the pair has gone on without keeps them below its"
          + " node's directory, a file for each cut, until somebody has looked."
    })
public final class SalvageCommand extends CommandGroup {}

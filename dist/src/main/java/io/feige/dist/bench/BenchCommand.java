package io.feige.dist.bench;

import io.feige.dist.cli.CommandGroup;
import picocli.CommandLine.Command;

/** The parent of the measurements. */
@Command(
    name = "bench",
    description = {
      "Measure a node: publishing, pulling, the way of a message; and the disk below it.",
      "",
      "Every figure comes with its unit. With --runs it is the median, lowest and highest in"
          + " brackets; the load of the machine stands beside it."
    })
public final class BenchCommand extends CommandGroup {}

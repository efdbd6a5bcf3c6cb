package io.feige.dist.work;

import io.feige.dist.cli.CommandGroup;
import picocli.CommandLine.Command;

/** The parent of the commands on flows. */
@Command(
    name = "flow",
    description = {
      "Make flows, and see how they go.",
      "",
      "A flow is a topic of work: 'feige request' asks it, and a request goes through its stages, each"
          + " with workers of its own ('feige work'), until one of them answers. Nothing is stored."
    })
public final class FlowCommand extends CommandGroup {}

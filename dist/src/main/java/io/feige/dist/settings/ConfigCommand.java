package io.feige.dist.settings;

import io.feige.dist.cli.CommandGroup;
import picocli.CommandLine.Command;

/** The parent of the commands on settings. */
@Command(
    name = "config",
    description =
        "Check and print the settings of a node or an Admin, and show those of one that runs.")
public final class ConfigCommand extends CommandGroup {}

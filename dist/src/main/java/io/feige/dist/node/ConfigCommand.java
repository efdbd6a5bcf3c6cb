package io.feige.dist.node;

import io.feige.dist.cli.CommandGroup;
import picocli.CommandLine.Command;

/** The parent of the commands on settings. */
@Command(name = "config", description = "Check and print a node's settings.")
public final class ConfigCommand extends CommandGroup {}

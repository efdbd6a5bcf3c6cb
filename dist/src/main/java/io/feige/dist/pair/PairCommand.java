package io.feige.dist.pair;

import io.feige.dist.cli.CommandGroup;
import picocli.CommandLine.Command;

/** The parent of the commands on pairs. */
@Command(
    name = "pair",
    description = "Look at a cluster's pairs and their history, switch them, promote a replica.")
public final class PairCommand extends CommandGroup {}

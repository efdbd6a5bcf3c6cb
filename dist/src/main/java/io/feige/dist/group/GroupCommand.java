package io.feige.dist.group;

import io.feige.dist.cli.CommandGroup;
import picocli.CommandLine.Command;

/** The parent of the commands on consumer groups. */
@Command(name = "group", description = "List, describe, reset and delete consumer groups.")
public final class GroupCommand extends CommandGroup {}

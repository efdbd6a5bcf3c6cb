package io.feige.dist.history;

import io.feige.dist.cli.CommandGroup;
import picocli.CommandLine.Command;

/** The parent of the commands on the store's tables. */
@Command(name = "sql", description = "Look after the tables of the message store.")
public final class SqlCommand extends CommandGroup {}

package io.feige.dist.client;

import io.feige.dist.cli.CommandGroup;
import picocli.CommandLine.Command;

/** The parent of the commands on clients. */
@Command(name = "client", description = "List who is connected to the nodes.")
public final class ClientCommand extends CommandGroup {}

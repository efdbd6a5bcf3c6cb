package io.feige.dist.delayed;

import io.feige.dist.cli.CommandGroup;
import picocli.CommandLine.Command;

/** The parent of the commands on delayed messages. */
@Command(name = "delayed", description = "List and cancel messages that wait for their time.")
public final class DelayedCommand extends CommandGroup {}

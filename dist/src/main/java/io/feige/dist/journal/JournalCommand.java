package io.feige.dist.journal;

import io.feige.dist.cli.CommandGroup;
import picocli.CommandLine.Command;

/** The parent of the commands on journal files. */
@Command(name = "journal", description = "Verify and dump a journal's files, without a node.")
public final class JournalCommand extends CommandGroup {}

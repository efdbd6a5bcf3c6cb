package io.feige.dist.quota;

import io.feige.dist.cli.CommandGroup;
import picocli.CommandLine.Command;

/** The parent of the commands on quotas. */
@Command(name = "quota", description = "Limit how much users and topics may have of a node.")
public final class QuotaCommand extends CommandGroup {}

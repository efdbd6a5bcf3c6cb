package io.feige.dist.user;

import io.feige.dist.cli.CommandGroup;
import picocli.CommandLine.Command;

/** The parent of the commands on tokens. */
@Command(name = "token", description = "Create, list and revoke tokens of users.")
public final class TokenCommand extends CommandGroup {}

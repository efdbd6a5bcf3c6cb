package io.feige.dist.user;

import io.feige.dist.cli.CommandGroup;
import picocli.CommandLine.Command;

/** The parent of the commands on users. */
@Command(
    name = "user",
    description = "Create, list, alter, disable and delete users, and give them passwords.")
public final class UserCommand extends CommandGroup {}

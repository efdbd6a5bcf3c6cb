package io.feige.dist.letter;

import io.feige.dist.cli.CommandGroup;
import picocli.CommandLine.Command;

/** The parent of the commands on dead letters. */
@Command(
    name = "letter",
    description = "Look through dead letters: replay them to their group, or drop them.")
public final class LetterCommand extends CommandGroup {}

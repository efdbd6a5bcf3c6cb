package io.feige.dist.certificate;

import io.feige.dist.cli.CommandGroup;
import picocli.CommandLine.Command;

/** The parent of the commands on certificates. */
@Command(
    name = "cert",
    description = "Make a private certificate authority, and certificates of it.")
public final class CertCommand extends CommandGroup {}

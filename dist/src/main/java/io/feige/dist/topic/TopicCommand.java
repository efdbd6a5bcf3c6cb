package io.feige.dist.topic;

import io.feige.dist.cli.CommandGroup;
import picocli.CommandLine.Command;

/** The parent of the commands on topics. */
@Command(name = "topic", description = "Create, alter, list, describe and delete topics.")
public final class TopicCommand extends CommandGroup {}

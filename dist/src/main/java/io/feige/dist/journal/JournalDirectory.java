package io.feige.dist.journal;

import io.feige.broker.server.journal.DiskFiles;
import io.feige.broker.server.journal.FilePort;
import io.feige.dist.cli.CliException;
import io.feige.dist.cli.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Finds the journal that a user means: its own directory, or that of the node it belongs to. */
final class JournalDirectory {
  private static final String BELOW_NODE = "pairs/pair-1/journal";

  private static final String SEGMENT_SUFFIX = ".seg";

  private JournalDirectory() {}

  static Path find(Path given) {
    if (!Files.isDirectory(given)) {
      throw new CliException(ExitCode.FAILED, "there is no directory " + given + ".");
    }
    Path below = given.resolve(BELOW_NODE);
    return Files.isDirectory(below) ? below : given;
  }

  static FilePort open(Path given) throws IOException {
    FilePort files = DiskFiles.existing(find(given));
    if (files.list().stream().noneMatch(name -> name.endsWith(SEGMENT_SUFFIX))) {
      throw new CliException(ExitCode.FAILED, "there is no journal in " + given + ".");
    }
    return files;
  }
}

package io.feige.dist.journal;

import io.feige.broker.journal.disk.DiskFiles;
import io.feige.broker.journal.disk.FilePort;
import io.feige.dist.cli.CliException;
import io.feige.dist.cli.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Finds the journal that a user means: its own directory, or that of the node it belongs to. */
final class JournalDirectory {
  private static final String PAIRS = "pairs";
  private static final String JOURNAL = "journal";
  private static final String SEGMENT_SUFFIX = ".seg";

  @Parameters(paramLabel = "DIR", description = "The node's directory or the journal's own.")
  private Path dir = Path.of("");

  @Option(
      names = "--pair",
      paramLabel = "PAIR",
      description = "Which pair's journal, if the node has several.")
  private @Nullable String pair;

  private Path find() throws IOException {
    if (!Files.isDirectory(dir)) {
      throw new CliException(ExitCode.FAILED, "there is no directory " + dir + ".");
    }
    if (!Files.isDirectory(dir.resolve(PAIRS))) {
      return dir;
    }
    List<Path> journals;
    try (Stream<Path> pairs = Files.list(dir.resolve(PAIRS))) {
      journals =
          pairs
              .filter(each -> pair == null || each.getFileName().toString().equals(pair))
              .map(each -> each.resolve(JOURNAL))
              .filter(Files::isDirectory)
              .sorted()
              .toList();
    }
    if (journals.size() > 1) {
      throw new CliException(
          ExitCode.USAGE,
          "the node has journals of "
              + String.join(", ", journals.stream().map(JournalDirectory::pairOf).toList())
              + "; say which with --pair.");
    }
    return journals.isEmpty() ? dir : journals.getFirst();
  }

  private static String pairOf(Path journal) {
    return String.valueOf(journal.toAbsolutePath().resolveSibling("").getFileName());
  }

  FilePort open() throws IOException {
    FilePort files = DiskFiles.existing(find());
    if (files.list().stream().noneMatch(name -> name.endsWith(SEGMENT_SUFFIX))) {
      throw new CliException(ExitCode.FAILED, "there is no journal in " + dir + ".");
    }
    return files;
  }
}

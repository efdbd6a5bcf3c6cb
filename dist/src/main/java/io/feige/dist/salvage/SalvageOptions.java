package io.feige.dist.salvage;

import io.feige.broker.journal.salvage.SalvageStore;
import io.feige.broker.journal.salvage.SalvageSummary;
import io.feige.dist.cli.CliException;
import io.feige.dist.cli.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which salvage is meant. */
final class SalvageOptions {
  private static final String PAIRS = "pairs";
  private static final String SALVAGE = "salvage";

  @Option(
      names = "--dir",
      paramLabel = "DIR",
      defaultValue = "data",
      description = "The node's directory (node.dir). Default: ${DEFAULT-VALUE}.")
  private Path dir = Path.of("data");

  @Option(
      names = "--pair",
      paramLabel = "PAIR",
      description = "Only what was cut from this pair's journal.")
  private @Nullable String pair;

  /** As the command line says. */
  SalvageOptions() {}

  /** What lies below a node's directory. */
  SalvageOptions(Path dir, @Nullable String pair) {
    this.dir = dir;
    this.pair = pair;
  }

  /**
   * A file and where it lies.
   *
   * @param pair whose journal it was cut from, by the directory
   */
  record Found(String pair, SalvageStore store, SalvageSummary summary) {
    String file() {
      return summary.file();
    }
  }

  /** All files, in the order in which the cuts of each pair were made. */
  List<Found> all() throws IOException {
    List<Found> all = new ArrayList<>();
    for (Path place : places()) {
      if (Files.isDirectory(place.resolve(SALVAGE))) {
        SalvageStore store = SalvageStore.existing(place.resolve(SALVAGE));
        for (SalvageSummary summary : store.list()) {
          all.add(new Found(place.getFileName().toString(), store, summary));
        }
      }
    }
    return all;
  }

  /** The file of that name. */
  Found one(String file) throws IOException {
    List<Found> named = all().stream().filter(found -> found.file().equals(file)).toList();
    if (named.isEmpty()) {
      throw new CliException(
          ExitCode.FAILED, "there is no salvage file " + file + " in " + dir + ".");
    }
    if (named.size() > 1) {
      throw new CliException(
          ExitCode.USAGE, "several pairs have a salvage file " + file + "; say which with --pair.");
    }
    return named.getFirst();
  }

  private List<Path> places() throws IOException {
    Path pairs = dir.resolve(PAIRS);
    if (!Files.isDirectory(pairs)) {
      throw new CliException(ExitCode.FAILED, dir + " is not a node's directory.");
    }
    try (Stream<Path> found = Files.list(pairs)) {
      return found
          .filter(place -> pair == null || place.getFileName().toString().equals(pair))
          .sorted()
          .toList();
    }
  }
}

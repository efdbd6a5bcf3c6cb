package io.feige.perf.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** Folders of processes that come and go. */
public final class Folders {
  private Folders() {}

  /** Makes one that is empty, whatever was there. */
  public static Path emptied(Path folder) throws IOException {
    delete(folder);
    return Files.createDirectories(folder);
  }

  /** Removes one with all that is in it, if it is there. */
  public static void delete(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    try (Stream<Path> inside = Files.walk(folder)) {
      for (Path path : inside.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(path);
      }
    }
  }
}

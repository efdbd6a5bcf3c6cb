package io.feige.dist.demo;

import io.feige.dist.cli.CliException;
import io.feige.dist.cli.ExitCode;
import io.feige.dist.stream.LineReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Lines of a real file of this machine. */
record RealText(Path file, List<byte[]> lines) {
  private static final List<String> USUAL =
      List.of(
          "/var/log/dpkg.log",
          "/var/lib/dpkg/status",
          "/var/log/dnf.rpm.log",
          "/var/log/pacman.log",
          "/var/log/install.log",
          "/lib/apk/db/installed");
  private static final Path LOGS = Path.of("/var/log");
  private static final int ENOUGH_LINES = 200;
  private static final int MAX_LINE_BYTES = 1 << 20;
  private static final int LOOKED_AT_BYTES = 4096;
  private static final int MOST_FILES = 5000;

  /** The lines of that file. */
  static RealText of(Path file, int most) throws IOException {
    List<byte[]> lines = new ArrayList<>();
    try (LineReader reader = new LineReader(Files.newInputStream(file), MAX_LINE_BYTES)) {
      byte[] line = reader.next();
      while (line != null && lines.size() < most) {
        lines.add(line);
        line = reader.next();
      }
    }
    if (lines.isEmpty()) {
      throw new CliException(ExitCode.FAILED, file + " has no lines.");
    }
    return new RealText(file, lines);
  }

  /** What this machine logged about itself: of its packages, else its largest text log. */
  static RealText find(int most) throws IOException {
    for (String usual : USUAL) {
      Path file = Path.of(usual);
      if (Files.isReadable(file)) {
        RealText text = of(file, most);
        if (text.lines().size() >= ENOUGH_LINES) {
          return text;
        }
      }
    }
    Optional<Path> largest = largestLog();
    if (largest.isEmpty()) {
      throw new CliException(
          ExitCode.FAILED, "no readable log was found on this machine; name a file with --input.");
    }
    return of(largest.get(), most);
  }

  private static Optional<Path> largestLog() {
    if (!Files.isDirectory(LOGS)) {
      return Optional.empty();
    }
    try (Stream<Path> files = Files.list(LOGS)) {
      return files
          .limit(MOST_FILES)
          .filter(file -> Files.isRegularFile(file) && Files.isReadable(file))
          .filter(RealText::isText)
          .max(Comparator.comparingLong(RealText::size));
    } catch (IOException | UncheckedIOException unreadable) {
      return Optional.empty();
    }
  }

  private static boolean isText(Path file) {
    try (InputStream in = Files.newInputStream(file)) {
      byte[] start = in.readNBytes(LOOKED_AT_BYTES);
      for (byte one : start) {
        if (one == 0) {
          return false;
        }
      }
      return start.length > 0;
    } catch (IOException unreadable) {
      return false;
    }
  }

  private static long size(Path file) {
    return file.toFile().length();
  }
}

package io.feige.dist;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The wall clock of one process, which libfaketime puts forward and back while the process runs;
 * its monotonic clock stays what it is.
 */
final class SteppedClock {
  /** The library looks at the file once in a second. */
  private static final long SEEN_MILLIS = 1_200;

  private final Path file;

  private SteppedClock(Path file) {
    this.file = file;
  }

  /** A clock that is right, until it is stepped. */
  static SteppedClock in(Path file) throws IOException, InterruptedException {
    SteppedClock clock = new SteppedClock(file);
    clock.step(Duration.ZERO);
    return clock;
  }

  /** Puts it so far from what is right, and waits until the process has seen that. */
  void step(Duration ahead) throws IOException, InterruptedException {
    Path fresh = file.resolveSibling(file.getFileName() + ".new");
    Files.writeString(fresh, "%+d\n".formatted(ahead.toSeconds()));
    Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    Thread.sleep(SEEN_MILLIS);
  }

  /** What the process is to find in its environment. */
  Map<String, String> environment() throws IOException {
    return Map.of(
        "LD_PRELOAD",
        library().toString(),
        "FAKETIME_TIMESTAMP_FILE",
        file.toString(),
        "FAKETIME_CACHE_DURATION",
        "1",
        "FAKETIME_DONT_FAKE_MONOTONIC",
        "1",
        // Or the library takes timed waits for those of another clock, and they end at once.
        "FAKETIME_FORCE_MONOTONIC_FIX",
        "0",
        "NO_FAKE_STAT",
        "1");
  }

  private static Path library() throws IOException {
    try (Stream<Path> found =
        Files.find(
            Path.of("/usr/lib"),
            3,
            (path, _) -> path.getFileName().toString().equals("libfaketimeMT.so.1"))) {
      return found
          .findFirst()
          .orElseThrow(() ->
              new AssertionError(
                  "this test needs libfaketime, which is not here: apt-get install libfaketime"));
    }
  }
}

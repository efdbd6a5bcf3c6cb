package io.feige.broker.server.ops;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class EveryThreadIsWatchedTest {
  private static final Pattern BEGINS =
      Pattern.compile(
          "new Thread\\(|new FastThreadLocalThread\\(|Thread\\s*\\.of|startVirtualThread|Executors\\s*\\.");

  /**
   * The supervisor itself and the loops' threads, which it watches; the hook that ends the node;
   * look-ups of names and answers over HTTP, whose failures go to those who asked.
   */
  private static final Set<String> PERMITTED =
      Set.of(
          "Supervisor.java",
          "WatchedLoops.java",
          "NodeMain.java",
          "OffLoopNames.java",
          "OpsServer.java");

  @Test
  void threadsOfANodeAreStartedThroughTheSupervisor() throws IOException {
    Path root = Path.of(System.getProperty("feige.root", ""));
    for (String module : List.of("broker/server", "broker/store")) {
      try (Stream<Path> files = Files.walk(root.resolve(module).resolve("src/main/java"))) {
        assertThat(files.filter(EveryThreadIsWatchedTest::begins)).isEmpty();
      }
    }
  }

  private static boolean begins(Path file) {
    try {
      return file.toString().endsWith(".java")
          && !PERMITTED.contains(file.getFileName().toString())
          && BEGINS.matcher(Files.readString(file)).find();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

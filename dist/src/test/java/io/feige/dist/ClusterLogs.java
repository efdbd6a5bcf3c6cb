package io.feige.dist;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.AfterTestExecutionCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Where a test of a cluster fails, what its processes said last stands beside the failure.
 *
 * @param dir where their logs are
 */
record ClusterLogs(Supplier<Path> dir) implements AfterTestExecutionCallback {
  private static final int LINES = 40;

  @Override
  public void afterTestExecution(ExtensionContext context) {
    context
        .getExecutionException()
        .ifPresent(failure -> failure.addSuppressed(new AssertionError(ends())));
  }

  private String ends() {
    try (Stream<Path> files = Files.list(dir.get())) {
      return files.sorted().map(ClusterLogs::end).collect(Collectors.joining());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String end(Path log) {
    try {
      List<String> lines = Files.readAllLines(log);
      List<String> last = lines.subList(Math.max(0, lines.size() - LINES), lines.size());
      return "\n== " + log.getFileName() + "\n" + String.join("\n", last);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

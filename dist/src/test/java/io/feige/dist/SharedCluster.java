package io.feige.dist;

import java.nio.file.Path;
import java.util.function.Supplier;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterTestExecutionCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * An Admin and two nodes that all tests of a class share. Where one fails, what the processes said
 * last stands beside the failure.
 */
final class SharedCluster
    implements BeforeAllCallback, AfterAllCallback, AfterTestExecutionCallback {
  private static final int PROCESSES = 3;

  private final Supplier<Path> dir;
  private final String[] options;
  private UpCluster cluster = new UpCluster(Path.of(""), 0, false);

  /**
   * One that begins with the first test.
   *
   * @param dir where it lies
   * @param options of {@code up}
   */
  SharedCluster(Supplier<Path> dir, String... options) {
    this.dir = dir;
    this.options = options.clone();
  }

  UpCluster get() {
    return cluster;
  }

  @Override
  public void beforeAll(ExtensionContext context) throws Exception {
    cluster = UpCluster.start(dir.get(), PROCESSES, options);
  }

  @Override
  public void afterAll(ExtensionContext context) {
    UpCluster.run("down", "--dir", dir.get().toString());
  }

  @Override
  public void afterTestExecution(ExtensionContext context) {
    new ClusterLogs(() -> dir.get().resolve("logs")).afterTestExecution(context);
  }
}

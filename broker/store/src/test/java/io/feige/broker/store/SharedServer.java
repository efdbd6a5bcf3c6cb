package io.feige.broker.store;

import io.feige.database.DatabaseKind;
import io.feige.database.DatabaseServer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A database server that the tests of a class share: MariaDB, or what {@code -Dfeige.database}
 * names.
 */
final class SharedServer implements BeforeAllCallback, AfterAllCallback {
  private final Supplier<Path> dir;
  private @Nullable DatabaseServer server;
  private int databases;

  /**
   * @param dir where it is kept; asked when the class begins
   */
  SharedServer(Supplier<Path> dir) {
    this.dir = dir;
  }

  @Override
  public void beforeAll(ExtensionContext context) throws IOException, InterruptedException {
    DatabaseKind kind = DatabaseKind.valueOf(System.getProperty("feige.database", "MARIADB"));
    server = DatabaseServer.start(kind, dir.get());
  }

  @Override
  public void afterAll(ExtensionContext context) {
    server().close();
  }

  DatabaseServer server() {
    return Objects.requireNonNull(server, "the class has not begun");
  }

  /** A database that nobody has used. */
  TestDatabase database() {
    return new TestDatabase(server(), "test_" + ++databases);
  }
}

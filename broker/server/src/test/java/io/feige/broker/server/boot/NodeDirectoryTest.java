package io.feige.broker.server.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class NodeDirectoryTest {
  @TempDir private Path dir = Path.of("");

  @Test
  void makesWhatIsMissing() {
    try (NodeDirectory data = NodeDirectory.open(dir.resolve("a/b"), "node-1")) {
      assertThat(data.journal("pair-1")).isDirectory().endsWith(Path.of("pairs/pair-1/journal"));
    }
  }

  @Test
  void isHeldByOneAtATime() {
    NodeDirectory first = NodeDirectory.open(dir, "node-1");
    assertThatExceptionOfType(StartException.class)
        .isThrownBy(() -> NodeDirectory.open(dir, "node-1"))
        .withMessageContaining("is in use by another node");
    first.close();
    NodeDirectory.open(dir, "node-1").close();
  }

  @Test
  void isNotServedUnderAnotherName() {
    NodeDirectory.open(dir, "node-1").close();
    assertThatExceptionOfType(StartException.class)
        .isThrownBy(() -> NodeDirectory.open(dir, "node-2"))
        .withMessageContaining("holds the data of node 'node-1', but node.id is 'node-2'");
    // The refusal must not keep the lock.
    NodeDirectory.open(dir, "node-1").close();
  }

  @Test
  void aFileInItsPlaceIsToldAsSuch() throws IOException {
    Path file = Files.writeString(dir.resolve("file"), "");
    assertThatExceptionOfType(StartException.class)
        .isThrownBy(() -> NodeDirectory.open(file, "node-1"))
        .withMessageContaining("cannot use the directory");
  }
}

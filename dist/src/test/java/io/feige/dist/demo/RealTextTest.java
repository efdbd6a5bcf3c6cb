package io.feige.dist.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.feige.dist.cli.CliException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RealTextTest {
  @TempDir Path dir;

  @Test
  void takesAtMostSoManyLines() throws IOException {
    Path file = Files.writeString(dir.resolve("log"), "a\nb\nc\n");

    assertThat(RealText.of(file, 2).lines()).containsExactly(new byte[] {'a'}, new byte[] {'b'});
  }

  @Test
  void anEmptyFileIsRefused() throws IOException {
    Path file = Files.createFile(dir.resolve("empty"));

    assertThatThrownBy(() -> RealText.of(file, 2))
        .isInstanceOf(CliException.class)
        .hasMessageContaining("has no lines");
  }
}

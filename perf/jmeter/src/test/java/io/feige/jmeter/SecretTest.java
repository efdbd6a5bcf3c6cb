package io.feige.jmeter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SecretTest {
  @Test
  void itIsReadFromWhereItIs(@TempDir Path directory) throws IOException {
    Path file = directory.resolve("token");
    Files.writeString(file, "dove\n");
    assertThat(Secret.of("file:" + file)).isEqualTo("dove");
    assertThat(Secret.of("env:PATH")).isEqualTo(System.getenv("PATH"));
    assertThat(Secret.of("dove")).isEqualTo("dove");
  }

  @Test
  void whereThereIsNoneItSaysSo() {
    assertThatThrownBy(() -> Secret.of("file:/nowhere/token"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the secret in /nowhere/token cannot be read");
    assertThatThrownBy(() -> Secret.of("env:NO_SUCH_VARIABLE"))
        .hasMessage("there is no variable NO_SUCH_VARIABLE");
  }
}

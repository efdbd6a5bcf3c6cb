package io.feige.broker.server.boot;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RehearsalIT {
  @TempDir private Path dir = Path.of("");

  @Test
  void leavesNothingBehindAndRemovesWhatAnEarlierOneLeft() throws IOException {
    Path rehearsal = dir.resolve("rehearsal");
    Files.createDirectories(rehearsal.resolve("journal"));
    Files.writeString(rehearsal.resolve("journal").resolve("left"), "by a process that was killed");

    assertThat(Rehearsal.attempt(rehearsal)).isTrue();

    assertThat(rehearsal).doesNotExist();
  }

  @Test
  void saysThatItDidNotGoWellInADirectoryThatCannotBeUsed() throws IOException {
    Path file = Files.writeString(dir.resolve("file"), "");

    assertThat(Rehearsal.attempt(file.resolve("rehearsal"))).isFalse();
  }
}

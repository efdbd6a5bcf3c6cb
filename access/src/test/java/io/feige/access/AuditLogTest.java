package io.feige.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class AuditLogTest {
  @TempDir private Path dir;

  @Test
  void aLineSaysWhoDidWhatFromWhereAndWhatCameOfIt() throws Exception {
    try (AuditLog log = AuditLog.open(dir, "admin-1")) {
      log.write(new AuditEntry("ann", "10.0.0.1", "DELETE /x", "a \"b\"\n", "c", AuditEntry.DONE));
    }
    List<String> lines = Files.readAllLines(dir.resolve(AuditLog.FILE));

    assertThat(lines).hasSize(1);
    JsonNode line = JsonMapper.builder().build().readTree(lines.getFirst());
    assertThat(line.propertyNames())
        .containsExactly("time", "process", "who", "from", "what", "before", "after", "outcome");
    assertThat(line.get("before").stringValue()).isEqualTo("a \"b\"\n");
    assertThat(
            PosixFilePermissions.toString(
                Files.getPosixFilePermissions(dir.resolve(AuditLog.FILE))))
        .isEqualTo("rw-------");
  }

  @Test
  void whatIsThereStaysAndIsAppendedTo() throws Exception {
    for (int i = 0; i < 3; i++) {
      try (AuditLog log = AuditLog.open(dir, "admin-1")) {
        log.write(AuditEntry.of("ann", "a", "what", AuditEntry.DONE));
      }
    }
    assertThat(Files.readAllLines(dir.resolve(AuditLog.FILE))).hasSize(3);
  }

  @Test
  void aFullFileIsPutAsideAndTheOldestGoes() throws Exception {
    for (int i = 0; i < AuditLog.MAX_FILES + 5; i++) {
      try (AuditLog log = AuditLog.open(dir, "admin-1", 10)) {
        log.write(AuditEntry.of("ann", "a", "what " + i, AuditEntry.DONE));
      }
    }
    try (Stream<Path> files = Files.list(dir)) {
      List<Path> kept = files.sorted().toList();
      assertThat(kept).hasSize(AuditLog.MAX_FILES);
      assertThat(Files.readString(kept.getLast())).contains("what 24");
    }
  }

  @Test
  void aFloodOfRefusedTriesIsCountedAndHidesNothingThatWasDone() throws Exception {
    try (AuditLog log = AuditLog.open(dir, "node-1")) {
      for (int i = 0; i < 100_000; i++) {
        log.write(AuditEntry.of("eve", "a", "come in", "NOT_AUTHENTICATED"));
      }
      log.write(AuditEntry.of("ann", "a", "what", AuditEntry.DONE));
    }
    List<String> lines = Files.readAllLines(dir.resolve(AuditLog.FILE));

    assertThat(lines).hasSizeLessThan(1_000);
    assertThat(lines).anyMatch(line -> line.contains("\"who\":\"ann\""));
    assertThat(lines).anyMatch(line -> line.contains("entries are not written here"));
  }
}

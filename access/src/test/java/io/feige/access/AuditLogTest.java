package io.feige.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
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
      log.write(
          AuditEntry.change("ann", "10.0.0.1", "DELETE /x", "a \"b\"\n", "c", AuditEntry.DONE));
    }
    List<String> lines = lines(AuditLog.FILE);

    assertThat(lines).hasSize(1);
    JsonNode line = JsonMapper.builder().build().readTree(lines.getFirst());
    assertThat(line.propertyNames())
        .containsExactly("time", "process", "who", "from", "what", "before", "after", "outcome");
    assertThat(line.get("before").stringValue()).isEqualTo("a \"b\"?");
    for (String file : List.of(AuditLog.FILE, AuditLog.REFUSED_FILE)) {
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(dir.resolve(file))))
          .isEqualTo("rw-------");
    }
  }

  @Test
  void whatIsThereStaysAndIsAppendedTo() throws Exception {
    for (int i = 0; i < 3; i++) {
      try (AuditLog log = AuditLog.open(dir, "admin-1")) {
        log.write(change("ann", "what"));
      }
    }
    assertThat(lines(AuditLog.FILE)).hasSize(3);
  }

  @Test
  void aFullFileIsPutAsideAndTheOldestGoes() throws Exception {
    for (int i = 0; i < AuditLog.MAX_FILES + 5; i++) {
      try (AuditLog log = AuditLog.open(dir, "admin-1", 10)) {
        log.write(change("ann", "what " + i));
      }
    }
    try (Stream<Path> files = Files.list(dir)) {
      List<Path> kept =
          files
              .filter(file -> file.getFileName().toString().startsWith("audit-"))
              .sorted()
              .toList();
      assertThat(kept).hasSize(AuditLog.MAX_FILES);
      assertThat(Files.readString(kept.getLast())).contains("what 24");
    }
  }

  @Test
  void aFloodOfRefusedTriesIsCountedAndHidesNothingThatWasDone() throws Exception {
    try (AuditLog log = AuditLog.open(dir, "node-1", 100_000)) {
      log.write(change("ann", "before"));
      for (int i = 0; i < 300_000; i++) {
        log.write(refused("eve " + i));
      }
      log.write(change("ann", "after"));
    }

    assertThat(lines(AuditLog.FILE)).hasSize(2).allMatch(line -> line.contains("\"who\":\"ann\""));
    List<String> refused = lines(AuditLog.REFUSED_FILE);
    assertThat(refused).hasSizeBetween(AuditLog.REFUSED_AT_ONCE, 1_000);
    assertThat(refused).anyMatch(line -> line.contains("entries are not written here"));
  }

  @Test
  void hugeNamesOfStrangersTakeLittle() throws Exception {
    try (AuditLog log = AuditLog.open(dir, "node-1")) {
      log.write(refused("\u0001".repeat(100_000)));
    }
    assertThat(lines(AuditLog.REFUSED_FILE).getFirst()).hasSizeLessThan(2_000);
  }

  @Test
  void theLatestLinesAreToldWhateverTheFileHolds() throws Exception {
    try (AuditLog log = AuditLog.open(dir, "node-1")) {
      assertThat(log.latest(AuditEntry.Kind.CHANGE, 10)).isEmpty();
    }
    Files.writeString(dir.resolve(AuditLog.FILE), "x".repeat(3 << 20) + "\n{1}\n{2}\n{3}\n{half");
    try (AuditLog log = AuditLog.open(dir, "node-1")) {
      assertThat(log.latest(AuditEntry.Kind.CHANGE, 2)).containsExactly("{3}", "{2}");
      assertThat(log.latest(AuditEntry.Kind.CHANGE, 10)).containsExactly("{3}", "{2}", "{1}");
      Files.delete(dir.resolve(AuditLog.FILE));
      assertThat(log.latest(AuditEntry.Kind.CHANGE, 10)).isEmpty();
    }
  }

  @Test
  void oneCallersFloodOfChangesHidesNobodyElses() throws Exception {
    try (AuditLog log = AuditLog.open(dir, "node-1")) {
      for (int i = 0; i < 20_000; i++) {
        log.write(change("eve", "what " + i));
      }
      log.write(change("ann", "what"));
    }
    List<String> lines = lines(AuditLog.FILE);

    assertThat(lines).hasSizeBetween(AuditLog.CHANGES_AT_ONCE, AuditLog.CHANGES_AT_ONCE + 200);
    assertThat(lines).anyMatch(line -> line.contains("\"who\":\"ann\""));
    assertThat(lines)
        .anyMatch(line -> line.contains("\"who\":\"eve\"") && line.contains("are not written"));
  }

  @Test
  void whatCouldNotBeDoneHidesNothingThatWas() throws Exception {
    try (AuditLog log = AuditLog.open(dir, "node-1")) {
      for (int i = 0; i < 5_000; i++) {
        String who = i % 2 == 0 ? "eve with token " + i : "eve with a certificate";
        log.write(AuditEntry.change(who, "a", "\u0001".repeat(9_000), "", "", "NOT_FOUND: no"));
      }
      log.write(change("eve", "what"));
    }
    List<String> lines = lines(AuditLog.FILE);

    assertThat(lines).hasSizeLessThan(AuditLog.NOT_DONE_AT_ONCE + 50);
    assertThat(lines).allMatch(line -> line.length() < 2_000);
    assertThat(lines).anyMatch(line -> line.contains("\"outcome\":\"done\""));
  }

  private static AuditEntry change(String who, String what) {
    return AuditEntry.change(who, "a", what, "", "", AuditEntry.DONE);
  }

  private static AuditEntry refused(String who) {
    return AuditEntry.refused(who, "a", "come in", "NOT_AUTHENTICATED");
  }

  private List<String> lines(String file) throws IOException {
    return Files.readAllLines(dir.resolve(file));
  }
}

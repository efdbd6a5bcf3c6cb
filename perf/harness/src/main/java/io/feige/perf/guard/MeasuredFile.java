package io.feige.perf.guard;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** Keeps what was measured, a line each, so that a run can be stopped at any time and goes on. */
final class MeasuredFile {
  private static final JsonMapper JSON = JsonMapper.shared();

  private final Path file;
  private final List<Measured> measured = new ArrayList<>();

  private MeasuredFile(Path file) {
    this.file = file;
  }

  /** What is there; a last line that was cut off with the run is left out. */
  static MeasuredFile open(Path file) throws IOException {
    MeasuredFile opened = new MeasuredFile(file);
    Files.createDirectories(file.toAbsolutePath().getParent());
    if (Files.exists(file)) {
      opened.read();
    }
    return opened;
  }

  List<Measured> all() {
    return List.copyOf(measured);
  }

  boolean has(int round, boolean isHead, Row row) {
    return measured.stream().anyMatch(one -> one.isOf(round, isHead, row));
  }

  void add(Measured one) throws IOException {
    String line = JSON.writeValueAsString(one) + "\n";
    Files.writeString(file, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    measured.add(one);
  }

  private void read() throws IOException {
    String text = Files.readString(file);
    String whole = text.substring(0, text.lastIndexOf('\n') + 1);
    for (String line : whole.lines().toList()) {
      try {
        measured.add(JSON.readValue(line, Measured.class));
      } catch (JacksonException e) {
        throw new IOException(file + " has a line that is no measurement: " + line, e);
      }
    }
    if (whole.length() < text.length()) {
      Files.write(file, whole.getBytes(StandardCharsets.UTF_8));
    }
  }
}

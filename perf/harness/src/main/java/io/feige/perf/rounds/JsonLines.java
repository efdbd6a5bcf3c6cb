package io.feige.perf.rounds;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * Keeps what was measured, a line each, so that a run can be stopped at any time and goes on.
 *
 * @param <T> a record that Jackson can write and read
 */
public final class JsonLines<T> {
  private static final JsonMapper JSON = JsonMapper.shared();

  private final Path file;
  private final Class<T> type;
  private final List<T> all = new ArrayList<>();

  private JsonLines(Path file, Class<T> type) {
    this.file = file;
    this.type = type;
  }

  /**
   * What is there; a last line that was cut off with the run is left out.
   *
   * @throws IOException if a line is something else
   */
  public static <T> JsonLines<T> open(Path file, Class<T> type) throws IOException {
    JsonLines<T> opened = new JsonLines<>(file, type);
    Files.createDirectories(file.toAbsolutePath().getParent());
    if (Files.exists(file)) {
      opened.read();
    }
    return opened;
  }

  /** All that was measured, in its order. */
  public List<T> all() {
    return List.copyOf(all);
  }

  /** Keeps one more. */
  public void add(T one) throws IOException {
    String line = JSON.writeValueAsString(one) + "\n";
    Files.writeString(file, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    all.add(one);
  }

  /** Forgets what is not to be kept, in the file too. */
  public void keep(Predicate<T> wanted) throws IOException {
    if (all.stream().allMatch(wanted)) {
      return;
    }
    List<T> kept = all.stream().filter(wanted).toList();
    all.clear();
    Files.deleteIfExists(file);
    for (T one : kept) {
      add(one);
    }
  }

  private void read() throws IOException {
    String text = Files.readString(file);
    String whole = text.substring(0, text.lastIndexOf('\n') + 1);
    for (String line : whole.lines().toList()) {
      try {
        all.add(JSON.readValue(line, type));
      } catch (JacksonException e) {
        throw new IOException(file + " has a line that is no measurement: " + line, e);
      }
    }
    if (whole.length() < text.length()) {
      Files.write(file, whole.getBytes(StandardCharsets.UTF_8));
    }
  }
}

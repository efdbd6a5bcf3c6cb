package io.feige.dist;

import io.feige.dist.process.JavaProgram;
import io.feige.testkit.Waits;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A command in a process of its own, for what only a process has: signals and pipes. */
final class ChildCommand implements AutoCloseable {
  private final Process process;
  private final Path out;
  private final Path err;

  private ChildCommand(Process process, Path out, Path err) {
    this.process = process;
    this.out = out;
    this.err = err;
  }

  /** Starts the command; what it writes goes to files below the directory. */
  static ChildCommand start(Path dir, String... arguments) throws IOException {
    return launch(dir, java(arguments));
  }

  /** Starts a shell line in which {@code FEIGE} stands for the command line's program. */
  static ChildCommand shell(Path dir, String line) throws IOException {
    String program = String.join(" ", java());
    return launch(dir, List.of("sh", "-c", line.replace("FEIGE", program)));
  }

  private static List<String> java(String... arguments) {
    return JavaProgram.command(List.of(), List.of(arguments));
  }

  private static ChildCommand launch(Path dir, List<String> command) throws IOException {
    Path out = Files.createTempFile(dir, "command", ".out");
    Path err = Files.createTempFile(dir, "command", ".err");
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.redirectOutput(out.toFile()).redirectError(err.toFile());
    return new ChildCommand(builder.start(), out, err);
  }

  /** Writes to its standard input. */
  void type(String text) throws IOException {
    process.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
    process.getOutputStream().flush();
  }

  /** What Ctrl-C does. */
  void interrupt() throws IOException, InterruptedException {
    new ProcessBuilder("kill", "-INT", Long.toString(process.pid())).start().waitFor();
  }

  /** The processes that it has started, and theirs. */
  List<ProcessHandle> processes() {
    return process.descendants().toList();
  }

  boolean isEnded() {
    return !process.isAlive();
  }

  int exitCode() throws InterruptedException {
    try {
      return Waits.end(process);
    } catch (AssertionError late) {
      throw new AssertionError("the command did not end; it said: " + err(), late);
    }
  }

  String out() {
    return read(out);
  }

  String err() {
    return read(err);
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}

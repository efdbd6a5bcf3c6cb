package io.feige.perf.guard;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Runs commands to their end. */
final class Commands {
  private Commands() {}

  /**
   * What it writes.
   *
   * @throws GuardException if it fails, with the end of what it wrote
   */
  static String output(ProcessBuilder builder) throws IOException {
    Result result = run(builder);
    if (result.status != 0) {
      throw new GuardException(
          String.join(" ", builder.command())
              + " ended with "
              + result.status
              + ": "
              + end(result.output + result.errors));
    }
    return result.output;
  }

  /** What it writes, or the empty text if it fails. */
  static String outputOrNothing(ProcessBuilder builder) throws IOException {
    Result result = run(builder);
    return result.status == 0 ? result.output : "";
  }

  private record Result(int status, String output, String errors) {}

  private static Result run(ProcessBuilder builder) throws IOException {
    Path errors = Files.createTempFile("guard", ".err");
    if (builder.redirectError().type() == ProcessBuilder.Redirect.Type.PIPE) {
      builder.redirectError(errors.toFile());
    }
    Process process = builder.start();
    try {
      process.getOutputStream().close();
      String output =
          new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      int status = process.waitFor();
      return new Result(status, output, Files.readString(errors));
    } catch (InterruptedException e) {
      process.destroy();
      Thread.currentThread().interrupt();
      throw new GuardException("interrupted");
    } finally {
      Files.delete(errors);
    }
  }

  private static String end(String text) {
    return text.substring(Math.max(0, text.length() - 2000)).strip();
  }
}

package io.feige.dist.message;

import io.feige.client.ReceivedMessage;
import io.feige.dist.cli.CliException;
import io.feige.dist.cli.Context;
import io.feige.dist.cli.ExitCode;
import io.feige.dist.cli.Json;
import io.feige.dist.cli.Progress;
import io.feige.dist.stream.LineWriter;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** Where pulled lines go, and where the words about them go so that the two never mix. */
record LineOutput(Context context, boolean isStandard, LineWriter lines) implements AutoCloseable {
  /**
   * Opens the file, or standard output for {@code -}.
   *
   * @param whole whether bodies are written as they are, with nothing between
   */
  static LineOutput open(Context context, String output, boolean whole) throws IOException {
    boolean isStandard = output.equals("-");
    OutputStream stream = isStandard ? unclosable(context.terminal().out()) : file(output);
    return new LineOutput(context, isStandard, new LineWriter(stream, !whole || context.isJson()));
  }

  private static OutputStream file(String output) throws IOException {
    Path path = Path.of(output);
    if (Files.isDirectory(path)) {
      throw new CliException(ExitCode.FAILED, output + " is a directory, not a file to write.");
    }
    Path parent = path.toAbsolutePath().getParent();
    if (parent != null && !Files.isDirectory(parent)) {
      throw new CliException(ExitCode.FAILED, "there is no directory " + parent + " to write in.");
    }
    return Files.newOutputStream(path);
  }

  /** Progress, unless the lines themselves run over the same screen. */
  Progress progress() {
    boolean sharesScreen = isStandard && context.terminal().outIsTerminal();
    return sharesScreen ? Progress.none() : Progress.on(context.terminal());
  }

  /** Says that a message cannot be written, and what becomes of it. */
  void unreadable(ReceivedMessage message, String what) {
    context
        .terminal()
        .note("feige: " + message + " " + what + ": " + message.problem().orElse("unreadable"));
  }

  /** Says how it ended: on standard output only when no lines are there. */
  void summarize(Object summary, String words) {
    if (!context.isJson()) {
      context.terminal().note(words);
    } else if (isStandard) {
      context.terminal().note(Json.line(summary));
    } else {
      context.terminal().json(summary);
    }
  }

  @Override
  public void close() throws IOException {
    lines.close();
  }

  /** Standard output outlives one command's lines. */
  private static OutputStream unclosable(OutputStream stream) {
    return new FilterOutputStream(stream) {
      @Override
      public void write(byte[] bytes, int from, int length) throws IOException {
        out.write(bytes, from, length);
      }

      @Override
      public void close() throws IOException {
        out.flush();
      }
    };
  }
}

package io.feige.dist.message;

import io.feige.dist.cli.Context;
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
  /** Opens the file, or standard output for {@code -}. */
  static LineOutput open(Context context, String output) throws IOException {
    boolean isStandard = output.equals("-");
    OutputStream stream =
        isStandard ? unclosable(context.terminal().out()) : Files.newOutputStream(Path.of(output));
    return new LineOutput(context, isStandard, new LineWriter(stream));
  }

  /** Progress, unless the lines themselves run over the same screen. */
  Progress progress() {
    boolean sharesScreen = isStandard && context.terminal().outIsTerminal();
    return sharesScreen ? Progress.none() : Progress.on(context.terminal());
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

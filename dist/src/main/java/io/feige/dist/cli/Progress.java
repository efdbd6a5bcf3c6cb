package io.feige.dist.cli;

import java.io.PrintStream;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Tells on standard error how far long work has come: one line that is drawn over on a terminal, a
 * line every few seconds otherwise. One thread calls it.
 */
public final class Progress {
  private static final long DRAW_NANOS = 200_000_000L;
  private static final long LINE_NANOS = 5_000_000_000L;

  private final @Nullable PrintStream err;
  private final boolean draws;
  private long nextNanos;
  private boolean isDrawn;

  private Progress(@Nullable PrintStream err, boolean draws) {
    this.err = err;
    this.draws = draws;
    this.nextNanos = System.nanoTime() + (draws ? DRAW_NANOS : LINE_NANOS);
  }

  /** Progress on the terminal's standard error. */
  public static Progress on(Terminal terminal) {
    return new Progress(terminal.err(), terminal.errIsTerminal());
  }

  /** No progress: results and progress would share a screen. */
  public static Progress none() {
    return new Progress(null, false);
  }

  /** Shows the text if it is time to. */
  public void show(Supplier<String> text) {
    PrintStream to = err;
    if (to == null) {
      return;
    }
    long now = System.nanoTime();
    if (now - nextNanos < 0) {
      return;
    }
    nextNanos = now + (draws ? DRAW_NANOS : LINE_NANOS);
    if (draws) {
      to.print("\r\033[K" + text.get());
      isDrawn = true;
    } else {
      to.println(text.get());
    }
    to.flush();
  }

  /** Takes the drawn line away, so that what comes next has a line of its own. */
  public void end() {
    PrintStream to = err;
    if (to != null && isDrawn) {
      to.print("\r\033[K");
      to.flush();
      isDrawn = false;
    }
  }
}

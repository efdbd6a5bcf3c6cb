package io.feige.broker.sim.world;

import org.jspecify.annotations.Nullable;

/** Something happened that must never happen. */
public final class Violation extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public Violation(String message) {
    super(message);
  }

  public Violation(String message, Throwable cause) {
    super(message, cause);
  }

  /** Throws unless it holds. */
  @SuppressWarnings("AnnotateFormatMethod") // its annotations would be one more dependency
  public static void unless(boolean holds, String words, @Nullable Object... arguments) {
    if (!holds) {
      throw new Violation(words.formatted(arguments));
    }
  }
}

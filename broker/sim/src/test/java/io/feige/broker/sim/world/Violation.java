package io.feige.broker.sim.world;

import org.jspecify.annotations.Nullable;

/**
 * Something happened that must never happen. An error, so that no code under test takes it for a
 * failure it can handle.
 */
public final class Violation extends Error {
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

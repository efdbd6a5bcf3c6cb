package io.feige.dist.stream;

import java.io.IOException;

/** A line is longer than a message may be. */
public final class LineTooLongException extends IOException {
  private static final long serialVersionUID = 1L;

  LineTooLongException(long line, int maxLineBytes) {
    super(
        "line "
            + line
            + " is longer than "
            + maxLineBytes
            + " bytes; it and what follows was not published");
  }
}

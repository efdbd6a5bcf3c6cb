package io.feige.dist.cli;

import io.feige.client.FeigeClient;

/**
 * What every command is given.
 *
 * @param global the options that all commands share; filled when the command line has been read
 * @param terminal where to read and write
 */
public record Context(GlobalOptions global, Terminal terminal) {
  /** A connected client. */
  public FeigeClient connect() {
    return global.connect();
  }

  /** Whether answers are for a script. */
  public boolean isJson() {
    return global.isJson();
  }

  /** Writes the result as JSON if that was asked for, else the text. */
  public void answer(Object value, String text) {
    if (isJson()) {
      terminal.json(value);
    } else {
      terminal.line(text);
    }
  }
}

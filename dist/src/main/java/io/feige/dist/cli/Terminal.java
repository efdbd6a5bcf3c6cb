package io.feige.dist.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/**
 * Where a command reads and writes. Results go to {@code out} and nothing else does, so that a pipe
 * carries results only; everything for the person in front of it goes to {@code err}.
 *
 * @param in bytes, not decoded
 * @param out bytes; the owner flushes
 * @param err text in UTF-8
 * @param outIsTerminal whether a person reads {@code out}
 * @param errIsTerminal whether a person reads {@code err}, so a line may be drawn over
 */
public record Terminal(
    InputStream in,
    OutputStream out,
    PrintStream err,
    boolean outIsTerminal,
    boolean errIsTerminal) {

  /** Writes a line of a result and flushes. */
  public void line(String text) {
    try {
      out.write((text + "\n").getBytes(StandardCharsets.UTF_8));
      out.flush();
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  /** Writes a result as one line of JSON. */
  public void json(Object value) {
    line(Json.line(value));
  }

  /** Asks the person in front; the answer comes on the same line. */
  public void prompt(String question) {
    err.print(question);
    err.flush();
  }

  /** Says something to the person in front. */
  public void note(String text) {
    err.println(text);
    err.flush();
  }
}

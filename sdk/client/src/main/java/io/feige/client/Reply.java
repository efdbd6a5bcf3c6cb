package io.feige.client;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What a worker answers: a status with the meaning that HTTP gives it, a body, and headers. One
 * that is too large for a node (8 MiB unless it is configured) becomes status 500.
 *
 * @see FeigeClient#request
 */
public final class Reply {
  private static final int OK = 200;
  private static final int LEAST = 200;
  private static final int MOST = 599;
  private static final int NO_SUCCESS = 300;

  private final int status;
  private final boolean isNext;
  private final Message message;

  private Reply(int status, boolean isNext, Message message) {
    Ranges.check("status", status, LEAST, MOST);
    this.status = status;
    this.isNext = isNext;
    this.message = Objects.requireNonNull(message, "message");
  }

  /** It was done, with this result. */
  public static Reply of(byte[] body) {
    return of(OK, body);
  }

  /** It was done, with this result as UTF-8. */
  public static Reply of(String body) {
    return of(OK, body);
  }

  /**
   * An answer with a status.
   *
   * @param status as in HTTP: 200 to 299 it was done, 400 to 499 the request was wrong, 500 to 599
   *     it could not be done
   * @throws IllegalArgumentException the status is not 200 to 599
   */
  public static Reply of(int status, byte[] body) {
    return of(status, Message.of(Objects.requireNonNull(body, "body")));
  }

  /**
   * The same with a text, as UTF-8.
   *
   * @throws IllegalArgumentException the status is not 200 to 599
   */
  public static Reply of(int status, String body) {
    return of(status, Message.of(body));
  }

  /**
   * An answer with the body and the headers of a message; of its other parts none.
   *
   * @throws IllegalArgumentException the status is not 200 to 599
   */
  public static Reply of(int status, Message message) {
    return new Reply(status, false, message);
  }

  /** For the next stage, which gets this body; of the last stage it is the answer. */
  public static Reply next(byte[] body) {
    return next(Message.of(Objects.requireNonNull(body, "body")));
  }

  /** The same with a text, as UTF-8. */
  public static Reply next(String body) {
    return next(Message.of(body));
  }

  /**
   * For the next stage, which gets key, headers and body of the message; of the last the answer.
   */
  public static Reply next(Message message) {
    return new Reply(OK, true, message);
  }

  /** Whether the next stage is to have it. */
  public boolean isNext() {
    return isNext;
  }

  /** Whether it was done, as HTTP says it. */
  public int status() {
    return status;
  }

  /** Whether the status is one from 200 to 299. */
  public boolean isDone() {
    return status >= OK && status < NO_SUCCESS;
  }

  /** The body, not a copy. */
  public byte[] body() {
    return message.body();
  }

  /** The body read as UTF-8. */
  public String text() {
    return new String(body(), StandardCharsets.UTF_8);
  }

  /** The headers, in the worker's order. */
  public List<Header> headers() {
    return message.headers();
  }

  /** The first header of that name. */
  public Optional<Header> header(String name) {
    return headers().stream().filter(header -> header.name().equals(name)).findFirst();
  }

  /** Body and headers. */
  public Message message() {
    return message;
  }

  @Override
  public String toString() {
    return status + " with " + body().length + " bytes";
  }
}

package io.feige.client;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** A request as a worker has it. */
public interface Job {
  /** The topic of work that it came by. */
  String topic();

  /** The stage that it is at. */
  String stage();

  /** 1, and one more for each worker that was lost while it had the request. */
  int attempt();

  /** Whether a worker was lost that had it, and so it may have been worked on before. */
  default boolean isRepeated() {
    return attempt() > 1;
  }

  /** How long its answer is still wanted; zero: it is not. */
  Duration left();

  /**
   * Whether nobody wants the answer any more: the caller has gone or cancelled, the time is over,
   * or the connection to the node was lost, and another worker may have the request now. The thread
   * that handles it is interrupted when that happens.
   */
  boolean isCancelled();

  /** Whether the request has a key. */
  boolean hasKey();

  /** The key; empty when there is none. */
  byte[] key();

  /** The key read as UTF-8; empty when there is none. */
  default String keyText() {
    return new String(key(), StandardCharsets.UTF_8);
  }

  /** The headers, in the order of the caller. */
  List<Header> headers();

  /** The first header of that name. */
  default Optional<Header> header(String name) {
    return headers().stream().filter(header -> header.name().equals(name)).findFirst();
  }

  /** The body. */
  byte[] body();

  /** The body read as UTF-8. */
  default String text() {
    return new String(body(), StandardCharsets.UTF_8);
  }
}

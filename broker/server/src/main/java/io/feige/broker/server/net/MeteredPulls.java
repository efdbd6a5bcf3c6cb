package io.feige.broker.server.net;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongConsumer;

/** Who pays for the answers of a connection's requests that wait for messages. Any thread. */
final class MeteredPulls {
  /**
   * Of requests that have the same id, which nobody needs who does not want to be hard to follow.
   */
  private record Open(LongConsumer payer, int requests) {}

  private final Map<Integer, Open> open = new ConcurrentHashMap<>();

  void asked(int correlationId, LongConsumer payer) {
    open.merge(
        correlationId,
        new Open(payer, 1),
        (before, latest) -> new Open(latest.payer(), before.requests() + 1));
  }

  /** A request is answered, with so many bytes of messages. */
  void answered(int correlationId, long bytes) {
    Open request = open.isEmpty() ? null : open.get(correlationId);
    if (request != null) {
      request.payer().accept(bytes);
      open.computeIfPresent(
          correlationId,
          (_, now) -> now.requests() == 1 ? null : new Open(now.payer(), now.requests() - 1));
    }
  }
}

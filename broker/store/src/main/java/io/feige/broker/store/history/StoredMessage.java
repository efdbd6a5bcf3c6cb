package io.feige.broker.store.history;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A message as the store has it.
 *
 * @param key null: none
 * @param keyBytes the whole key where {@code key} is not it: no text, or a long one; null: it is
 * @param headers as JSON; null: none
 * @param problem why the row does not hold it: it could not be taken apart, or the database refused
 *     it; null: it does
 * @param publishedAt the publisher's time
 * @param storedAt the broker's time
 */
@SuppressWarnings("ArrayRecordComponent") // Messages are shown, never compared.
public record StoredMessage(
    MessageId id,
    int partition,
    long position,
    long epoch,
    @Nullable String key,
    byte @Nullable [] keyBytes,
    @Nullable String headers,
    byte[] body,
    @Nullable String problem,
    Instant publishedAt,
    Instant storedAt) {
  /** A message that its row does not hold has this header when it is read back. */
  public static final String PROBLEM_HEADER = "feige-problem";
}

package io.feige.proxy.verb;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.feige.client.Message;
import io.feige.client.Receipt;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What became of a message that was published.
 *
 * @param offset null: it has none yet, because it waits for its time
 * @param delayed what such a message is cancelled by
 * @param duplicate true: it was published before under its idempotency key; else null
 * @param problem why it was not published; then the others are null
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ReceiptJson(
    @Nullable String topic,
    @Nullable String pair,
    @Nullable Long offset,
    @Nullable String durability,
    @Nullable String storedAt,
    @Nullable String delayed,
    @Nullable Boolean duplicate,
    @Nullable Map<String, Object> problem) {
  /** Of one that was published. */
  public static ReceiptJson of(Message message, Receipt receipt) {
    // Without a key it was the proxy that has sent it twice, and the caller has one receipt.
    boolean isKnown = receipt.duplicate() && !message.idempotencyKey().isEmpty();
    return new ReceiptJson(
        receipt.topic(),
        receipt.pair(),
        receipt.hasOffset() ? receipt.offset() : null,
        receipt.durability().name(),
        receipt.storedAt().toString(),
        receipt.delayedId().orElse(null),
        isKnown ? true : null,
        null);
  }

  /** Of one that was not. */
  public static ReceiptJson failed(Map<String, Object> problem) {
    return new ReceiptJson(null, null, null, null, null, null, null, problem);
  }
}

package io.feige.broker.store.row;

import io.feige.protocol.frame.LetterOrigin;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A message as the store keeps it. Times are milliseconds since 1970.
 *
 * @param position of the journal's frame that holds it
 * @param keyText the key, or its beginning where {@code keyBytes} has the whole of it; null: none
 * @param keyBytes a key that is not well-formed UTF-8, or too long for an index; otherwise null
 * @param headers as JSON; null: none
 * @param problem why the row does not hold the message: it could not be taken apart, or the
 *     database refused it; empty if it does
 * @param publishedMillis the publisher's time
 * @param storedMillis the broker's time
 * @param expiresMillis 0: never
 * @param producer 0: not idempotent
 * @param letter a dead letter's {@link LetterOrigin#toBytes}; null: it is none
 */
@SuppressWarnings("ArrayRecordComponent") // Rows are written, never compared.
public record MessageRow(
    String topic,
    int partition,
    long offset,
    long position,
    long epoch,
    @Nullable String keyText,
    byte @Nullable [] keyBytes,
    @Nullable String headers,
    byte[] body,
    String problem,
    long publishedMillis,
    long storedMillis,
    long expiresMillis,
    long producer,
    long sequence,
    byte @Nullable [] letter)
    implements Row {
  /** Characters of a problem. */
  static final int MAX_PROBLEM_CHARS = 400;

  /** What the columns besides body and headers take, about. */
  private static final int AROUND_BYTES = 150;

  private static final byte[] NOTHING = new byte[0];

  @Override
  public int bytes() {
    return AROUND_BYTES
        + body.length
        + (headers == null ? 0 : headers.length())
        + (keyBytes == null ? 0 : keyBytes.length)
        + (letter == null ? 0 : letter.length);
  }

  /**
   * What may stand in its place where a database refuses it: without body and headers, then without
   * the key too.
   */
  public List<MessageRow> stubs(String why) {
    return List.of(stub(keyText, keyBytes, why), stub(null, null, why));
  }

  private MessageRow stub(@Nullable String text, byte @Nullable [] bytes, String why) {
    return new MessageRow(
        topic,
        partition,
        offset,
        position,
        epoch,
        text,
        bytes,
        null,
        NOTHING,
        RowReader.cut(why, MAX_PROBLEM_CHARS),
        publishedMillis,
        storedMillis,
        expiresMillis,
        producer,
        sequence,
        letter);
  }
}

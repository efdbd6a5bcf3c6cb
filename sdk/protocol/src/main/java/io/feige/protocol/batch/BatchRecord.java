package io.feige.protocol.batch;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One message of a batch: a view of the uncompressed payload, checked when it was made. What of it
 * is asked for becomes objects, and nothing else.
 */
public final class BatchRecord {
  private final ByteBuffer payload;
  private final int keyAt;
  private final int keyLength;
  private final int headerCount;
  private final int headersAt;
  private final long clientTimeMillis;
  private final int bodyAt;
  private final int bodyLength;

  BatchRecord(ByteBuffer payload, int at, int end, long batchTimeMillis) {
    this.payload = payload;
    RecordCursor cursor = new RecordCursor(payload, at, end);
    this.keyLength = cursor.lengthPlusOne("key length") - 1;
    this.keyAt = cursor.skip(Math.max(0, keyLength));
    this.headerCount = cursor.length("number of headers");
    if (headerCount > HeaderLimits.MAX_COUNT) {
      throw RecordCursor.malformed(HeaderLimits.tooMany(headerCount));
    }
    this.headersAt = cursor.at();
    skipHeaders(cursor, headerCount);
    this.clientTimeMillis = batchTimeMillis + cursor.zigZag("time");
    if (clientTimeMillis < 0) {
      throw RecordCursor.malformed("time is negative");
    }
    this.bodyAt = cursor.at();
    this.bodyLength = cursor.remaining();
  }

  /** Whether it has a key; an empty key is one. */
  public boolean hasKey() {
    return keyLength >= 0;
  }

  /** A copy of the key, or null if there is none. */
  public byte @Nullable [] key() {
    return hasKey() ? copy(keyAt, keyLength) : null;
  }

  /** The headers in the order in which they were given, as new objects. */
  public List<RecordHeader> headers() {
    if (headerCount == 0) {
      return List.of();
    }
    RecordCursor cursor = new RecordCursor(payload, headersAt, bodyAt);
    List<RecordHeader> headers = new ArrayList<>(headerCount);
    for (int i = 0; i < headerCount; i++) {
      String name = cursor.text(cursor.length("header name"), "header name");
      headers.add(new RecordHeader(name, cursor.bytes(cursor.length("header value"))));
    }
    return headers;
  }

  /** When the publisher handed it over, milliseconds since 1970 on its clock. */
  public long clientTimeMillis() {
    return clientTimeMillis;
  }

  /** Length of the body. */
  public int bodyLength() {
    return bodyLength;
  }

  /** A copy of the body. */
  public byte[] body() {
    return copy(bodyAt, bodyLength);
  }

  /** The body as a read-only slice; it is valid as long as the batch's bytes are. */
  public ByteBuffer bodyBuffer() {
    return payload.slice(bodyAt, bodyLength).asReadOnlyBuffer();
  }

  private byte[] copy(int at, int length) {
    byte[] bytes = new byte[length];
    payload.get(at, bytes);
    return bytes;
  }

  private static void skipHeaders(RecordCursor cursor, int count) {
    long bytes = 0;
    for (int i = 0; i < count; i++) {
      int nameLength = cursor.length("header name");
      bytes = checked(bytes + nameLength);
      cursor.skipText(nameLength, "header name");
      int valueLength = cursor.length("header value");
      bytes = checked(bytes + valueLength);
      int unused = cursor.skip(valueLength);
    }
  }

  private static long checked(long bytes) {
    if (bytes > HeaderLimits.MAX_BYTES) {
      throw RecordCursor.malformed(HeaderLimits.tooLarge(bytes));
    }
    return bytes;
  }
}

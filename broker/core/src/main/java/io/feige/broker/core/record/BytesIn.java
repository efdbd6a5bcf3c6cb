package io.feige.broker.core.record;

import io.feige.protocol.model.TopicSpec;
import io.feige.protocol.model.TopicSpecBytes;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Reads what {@link BytesOut} wrote. The bytes have passed their checksum before; that they end too
 * soon can only be a bug and ends in a {@link java.nio.BufferUnderflowException}.
 */
public final class BytesIn {
  private final ByteBuffer buffer;

  public BytesIn(ByteBuffer buffer) {
    this.buffer = buffer.duplicate();
  }

  public int u8() {
    return buffer.get() & 0xFF;
  }

  public int u16() {
    return buffer.getShort() & 0xFFFF;
  }

  public int u32() {
    return buffer.getInt();
  }

  public long u64() {
    return buffer.getLong();
  }

  /** What {@link BytesOut#varint} wrote. */
  public long varint() {
    long value = 0;
    for (int shift = 0; ; shift += 7) {
      int part = u8();
      value |= (part & 0x7FL) << shift;
      if (part <= 0x7F) {
        return value;
      }
    }
  }

  public String string() {
    return text(u16());
  }

  /** So many bytes of UTF-8. */
  public String text(int length) {
    byte[] bytes = new byte[length];
    buffer.get(bytes);
    return new String(bytes, StandardCharsets.UTF_8);
  }

  public TopicSpec spec() {
    return TopicSpecBytes.decode(buffer);
  }

  public boolean isAtEnd() {
    return !buffer.hasRemaining();
  }
}

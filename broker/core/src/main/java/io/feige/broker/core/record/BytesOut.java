package io.feige.broker.core.record;

import io.feige.protocol.model.TopicSpec;
import io.feige.protocol.model.TopicSpecBytes;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** A buffer that grows as it is written; big-endian. */
public final class BytesOut {
  private ByteBuffer buffer;

  public BytesOut(int expectedBytes) {
    buffer = ByteBuffer.allocate(Math.max(16, expectedBytes));
  }

  public BytesOut u8(int value) {
    room(1).put((byte) value);
    return this;
  }

  public BytesOut u16(int value) {
    room(2).putShort((short) value);
    return this;
  }

  public BytesOut u32(int value) {
    room(4).putInt(value);
    return this;
  }

  public BytesOut u64(long value) {
    room(8).putLong(value);
    return this;
  }

  /**
   * Writes a string, its length first.
   *
   * @throws IllegalArgumentException above 65,535 bytes of UTF-8
   */
  public BytesOut string(String value) {
    byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
    if (bytes.length > 0xFFFF) {
      throw new IllegalArgumentException("string of " + bytes.length + " bytes");
    }
    u16(bytes.length);
    room(bytes.length).put(bytes);
    return this;
  }

  /** Writes what remains of a buffer, which stays as it is. */
  public BytesOut raw(ByteBuffer bytes) {
    room(bytes.remaining()).put(bytes.duplicate());
    return this;
  }

  /** Writes a number of 0 or more in as few bytes as it takes: seven bits in each, lowest first. */
  public BytesOut varint(long value) {
    long left = value;
    while (left > 0x7F) {
      u8((int) left | 0x80);
      left >>>= 7;
    }
    return u8((int) left);
  }

  public BytesOut spec(TopicSpec spec) {
    byte[] bytes = TopicSpecBytes.encode(spec);
    room(bytes.length).put(bytes);
    return this;
  }

  /** How many bytes were written. */
  public int length() {
    return buffer.position();
  }

  /** What was written, ready to be read; shares the bytes. */
  public ByteBuffer done() {
    return buffer.duplicate().flip();
  }

  private ByteBuffer room(int bytes) {
    if (buffer.remaining() < bytes) {
      ByteBuffer larger =
          ByteBuffer.allocate(Math.max(buffer.capacity() * 2, buffer.position() + bytes));
      buffer = larger.put(buffer.flip());
    }
    return buffer;
  }
}

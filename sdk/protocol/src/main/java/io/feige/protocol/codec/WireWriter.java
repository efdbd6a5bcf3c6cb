package io.feige.protocol.codec;

import io.feige.protocol.Utf8;
import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.BiConsumer;

/**
 * Writes the primitives of the wire. What does not fit its field is a bug of the caller and refused
 * with an IllegalArgumentException, before it could be sent truncated.
 */
final class WireWriter {
  private static final int MAX_U16 = 65_535;

  private final ByteBuf out;

  WireWriter(ByteBuf out) {
    this.out = out;
  }

  WireWriter u8(int value) {
    out.writeByte(inRange(value, 255));
    return this;
  }

  WireWriter u16(int value) {
    out.writeShort(inRange(value, MAX_U16));
    return this;
  }

  WireWriter u32(int value) {
    out.writeInt(inRange(value, Integer.MAX_VALUE));
    return this;
  }

  WireWriter bits32(int value) {
    out.writeInt(value);
    return this;
  }

  WireWriter u64(long value) {
    if (value < 0) {
      throw new IllegalArgumentException("a field must be 0 or more, not " + value);
    }
    out.writeLong(value);
    return this;
  }

  WireWriter bits64(long value) {
    out.writeLong(value);
    return this;
  }

  WireWriter bool(boolean value) {
    out.writeByte(value ? 1 : 0);
    return this;
  }

  WireWriter string(String text) {
    byte[] bytes = Utf8.encode(text);
    u16(bytes.length);
    out.writeBytes(bytes);
    return this;
  }

  WireWriter bytes(byte[] bytes) {
    out.writeInt(bytes.length);
    return raw(bytes);
  }

  WireWriter raw(byte[] bytes) {
    out.writeBytes(bytes);
    return this;
  }

  /** The bytes of a buffer, whose indices stay as they are. */
  WireWriter raw(ByteBuf bytes) {
    out.writeBytes(bytes, bytes.readerIndex(), bytes.readableBytes());
    return this;
  }

  /** The bytes of a buffer, whose position stays as it is. */
  WireWriter raw(ByteBuffer bytes) {
    out.writeBytes(bytes.duplicate());
    return this;
  }

  <T> WireWriter list(List<T> items, BiConsumer<WireWriter, T> item) {
    u16(items.size());
    for (T value : items) {
      item.accept(this, value);
    }
    return this;
  }

  private static int inRange(int value, int most) {
    if (value < 0 || value > most) {
      throw new IllegalArgumentException("a field must be 0 to " + most + ", not " + value);
    }
    return value;
  }
}

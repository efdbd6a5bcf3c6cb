package io.feige.protocol.codec;

import io.feige.protocol.Utf8;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.error.MalformedFrameException;
import io.feige.protocol.model.NameRule;
import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Reads the primitives of the wire from one frame's body. Every length and count is checked against
 * what is left before anything is allocated for it; every refusal names the field.
 */
final class WireReader {
  private final ByteBuf in;

  WireReader(ByteBuf in) {
    this.in = in;
  }

  int u8(String field) {
    need(Byte.BYTES, field);
    return in.readUnsignedByte();
  }

  int u16(String field) {
    need(Short.BYTES, field);
    return in.readUnsignedShort();
  }

  int u32(String field) {
    int value = bits32(field);
    if (value < 0) {
      throw malformed(field, "exceeds 2^31-1");
    }
    return value;
  }

  /** A number of which all 32 bits may be set. */
  int bits32(String field) {
    need(Integer.BYTES, field);
    return in.readInt();
  }

  long u64(String field) {
    need(Long.BYTES, field);
    long value = in.readLong();
    if (value < 0) {
      throw malformed(field, "exceeds 2^63-1");
    }
    return value;
  }

  /** A number of which all 64 bits may be set. */
  long bits64(String field) {
    need(Long.BYTES, field);
    return in.readLong();
  }

  boolean bool(String field) {
    int value = u8(field);
    if (value > 1) {
      throw malformed(field, "is neither 0 nor 1");
    }
    return value == 1;
  }

  <E> E oneOf(IntFunction<? extends @Nullable E> ofNumber, String field) {
    int number = u8(field);
    E value = ofNumber.apply(number);
    if (value == null) {
      throw malformed(field, number + " is not known");
    }
    return value;
  }

  String string(String field) {
    byte[] bytes = read(u16(field), field);
    String text = Utf8.decode(bytes, 0, bytes.length);
    if (text == null) {
      throw malformed(field, "is not well-formed UTF-8");
    }
    return text;
  }

  /** A name of a topic, group, pair or node. */
  String name(String field) {
    String name = string(field);
    String problem = NameRule.problem(name);
    if (problem != null) {
      throw new MalformedFrameException(ErrorCode.NAME_INVALID, field + ": " + problem);
    }
    return name;
  }

  /** A name of a topic, group, pair or node, or empty for all or none. */
  String nameOrEmpty(String field) {
    need(Short.BYTES, field);
    return in.getUnsignedShort(in.readerIndex()) == 0 ? string(field) : name(field);
  }

  byte[] bytes(String field) {
    return read(u32(field), field);
  }

  /** So many bytes, without a length before them. */
  byte[] fixed(String field, int length) {
    return read(length, field);
  }

  /** Bytes with their length before them, as a slice that takes no reference. */
  ByteBuf slice(String field) {
    int length = u32(field);
    need(length, field);
    return in.readSlice(length);
  }

  /** Everything that is left, as a slice that takes no reference. */
  ByteBuf rest() {
    return in.readSlice(in.readableBytes());
  }

  /** A list of at most so many items; a longer one is refused before its first item is read. */
  <T> List<T> list(String field, int most, int minItemBytes, Function<WireReader, T> item) {
    need(Short.BYTES, field);
    int count = in.getUnsignedShort(in.readerIndex());
    if (count > most) {
      throw malformed(field, "count " + count + " exceeds " + most);
    }
    return list(field, minItemBytes, item);
  }

  /**
   * A list.
   *
   * @param minItemBytes the fewest bytes an item takes, so that a count is refused which the frame
   *     cannot hold
   */
  <T> List<T> list(String field, int minItemBytes, Function<WireReader, T> item) {
    int count = u16(field);
    if ((long) count * minItemBytes > in.readableBytes()) {
      throw malformed(field, "count " + count + " exceeds the frame");
    }
    List<T> items = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      items.add(item.apply(this));
    }
    return items;
  }

  /** Lets another decoder read on from here. */
  <T> T nested(Function<ByteBuffer, T> decoder) {
    ByteBuffer bytes = in.nioBuffer();
    T value = decoder.apply(bytes);
    in.skipBytes(bytes.position());
    return value;
  }

  void end() {
    if (in.isReadable()) {
      throw new MalformedFrameException(
          ErrorCode.MALFORMED, in.readableBytes() + " bytes are left over at the frame's end");
    }
  }

  private byte[] read(int length, String field) {
    need(length, field);
    byte[] bytes = new byte[length];
    in.readBytes(bytes);
    return bytes;
  }

  private void need(int bytes, String field) {
    if (in.readableBytes() < bytes) {
      throw malformed(field, "exceeds the frame");
    }
  }

  private static MalformedFrameException malformed(String field, String what) {
    return new MalformedFrameException(ErrorCode.MALFORMED, field + " " + what);
  }
}

package io.feige.protocol.batch;

import io.feige.protocol.Utf8;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.error.MalformedFrameException;
import java.nio.ByteBuffer;

/** Reads the parts of one record, never beyond its end. */
final class RecordCursor {
  private final ByteBuffer payload;
  private final int end;
  private int at;

  RecordCursor(ByteBuffer payload, int at, int end) {
    this.payload = payload;
    this.at = at;
    this.end = end;
  }

  int at() {
    return at;
  }

  int remaining() {
    return end - at;
  }

  /** A length that what is left of the record can hold. */
  int length(String what) {
    long value = varInt(VarInts.MAX_INT_BYTES, what);
    if (value > remaining()) {
      throw malformed(what + " exceeds the record");
    }
    return (int) value;
  }

  /** A key's length plus one, 0 where there is no key. */
  int lengthPlusOne(String what) {
    long value = varInt(VarInts.MAX_INT_BYTES, what);
    if (value - 1 > remaining()) {
      throw malformed(what + " exceeds the record");
    }
    return (int) value;
  }

  long zigZag(String what) {
    long value = varInt(VarInts.MAX_LONG_BYTES, what);
    return (value >>> 1) ^ -(value & 1);
  }

  /** Steps over bytes whose number was checked; returns where they begin. */
  int skip(int length) {
    int from = at;
    at += length;
    return from;
  }

  /** Steps over text whose length was checked. */
  void skipText(int length, String what) {
    for (int i = at; i < at + length; i++) {
      if (payload.get(i) < 0) {
        String unused = text(length, what);
        return;
      }
    }
    at += length;
  }

  byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    payload.get(skip(length), bytes);
    return bytes;
  }

  String text(int length, String what) {
    byte[] bytes = bytes(length);
    String text = Utf8.decode(bytes, 0, length);
    if (text == null) {
      throw malformed(what + " is not well-formed UTF-8");
    }
    return text;
  }

  static MalformedFrameException malformed(String what) {
    return new MalformedFrameException(ErrorCode.BATCH_CORRUPT, "record: " + what);
  }

  private long varInt(int maxBytes, String what) {
    long value = 0;
    for (int i = 0; i < maxBytes; i++) {
      if (at >= end) {
        throw malformed("ends inside " + what);
      }
      byte b = payload.get(at++);
      value |= (long) (b & 0x7F) << (7 * i);
      if (b >= 0) {
        return value;
      }
    }
    throw malformed(what + " has too many bytes");
  }
}

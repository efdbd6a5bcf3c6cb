package io.feige.protocol.model;

import io.feige.protocol.Utf8;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.error.MalformedFrameException;
import java.nio.ByteBuffer;

/** A topic's spec as bytes: the same on the wire and in the journal's TOPIC frame. */
public final class TopicSpecBytes {
  private static final int BYTES_AFTER_NAME = 1 + 2 + 4 + 4 + 4 + 8 + 8 + 1;

  private TopicSpecBytes() {}

  /** The bytes of a spec. */
  public static byte[] encode(TopicSpec spec) {
    byte[] name = Utf8.encode(spec.name());
    return ByteBuffer.allocate(2 + name.length + BYTES_AFTER_NAME)
        .putShort((short) name.length)
        .put(name)
        .put((byte) spec.order().number())
        .putShort((short) spec.maxAttempts())
        .putInt(spec.leaseMillis())
        .putInt(spec.retryDelayMillis())
        .putInt(spec.retryDelayMaxMillis())
        .putLong(spec.retentionMillis())
        .putLong(spec.retentionBytes())
        .put((byte) (spec.keepForGroups() ? 1 : 0))
        .array();
  }

  /**
   * Reads a spec from the buffer's position on and moves it behind.
   *
   * @param bytes big-endian, as every new buffer is
   * @throws MalformedFrameException MALFORMED, NAME_INVALID or INVALID_ARGUMENT, whatever the bytes
   */
  public static TopicSpec decode(ByteBuffer bytes) {
    String name = decodeName(bytes);
    if (bytes.remaining() < BYTES_AFTER_NAME) {
      throw malformed("ends too early");
    }
    OrderMode order = OrderMode.ofNumber(bytes.get() & 0xFF);
    int maxAttempts = bytes.getShort() & 0xFFFF;
    int leaseMillis = bytes.getInt();
    int retryDelayMillis = bytes.getInt();
    int retryDelayMaxMillis = bytes.getInt();
    long retentionMillis = bytes.getLong();
    long retentionBytes = bytes.getLong();
    byte keepForGroups = bytes.get();
    if (order == null) {
      throw malformed("order is not known");
    }
    if ((keepForGroups & ~1) != 0) {
      throw malformed("keepForGroups is neither 0 nor 1");
    }
    try {
      return new TopicSpec(
          name,
          order,
          maxAttempts,
          leaseMillis,
          retryDelayMillis,
          retryDelayMaxMillis,
          retentionMillis,
          retentionBytes,
          keepForGroups == 1);
    } catch (IllegalArgumentException e) {
      throw new MalformedFrameException(
          ErrorCode.INVALID_ARGUMENT, "topic spec: " + e.getMessage());
    }
  }

  private static String decodeName(ByteBuffer bytes) {
    if (bytes.remaining() < Short.BYTES) {
      throw malformed("ends too early");
    }
    int length = bytes.getShort() & 0xFFFF;
    if (length > bytes.remaining()) {
      throw malformed("name exceeds what is left");
    }
    byte[] name = new byte[length];
    bytes.get(name);
    String text = Utf8.decode(name, 0, length);
    if (text == null) {
      throw malformed("name is not well-formed UTF-8");
    }
    String problem = NameRule.problem(text);
    if (problem != null) {
      throw new MalformedFrameException(ErrorCode.NAME_INVALID, problem);
    }
    return text;
  }

  private static MalformedFrameException malformed(String what) {
    return new MalformedFrameException(ErrorCode.MALFORMED, "topic spec: " + what);
  }
}

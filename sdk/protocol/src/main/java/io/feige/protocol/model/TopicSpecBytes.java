package io.feige.protocol.model;

import io.feige.protocol.Utf8;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.error.MalformedFrameException;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** A topic's spec as bytes: the same on the wire and in the journal's TOPIC frame. */
public final class TopicSpecBytes {
  private static final int BYTES_AFTER_NAME = 1 + 2 + 4 + 4 + 4 + 8 + 8 + 1;
  private static final int KEEP_FOR_GROUPS = 1;

  /** The cap of mailboxes follows, as u16; specs of ordinary topics do not have it. */
  private static final int MAILBOXES = 2;

  private static final int WORK = 1 << 4;

  private static final int KNOWN_FLAGS =
      KEEP_FOR_GROUPS | MAILBOXES | TopicPlace.HERE.flag() | TopicPlace.ELSEWHERE.flag() | WORK;

  private TopicSpecBytes() {}

  /** The bytes of a spec. */
  public static byte[] encode(TopicSpec spec) {
    byte[] name = Utf8.encode(spec.name());
    int capBytes = spec.isOfMailboxes() ? Short.BYTES : 0;
    byte[] stages = encodeStages(spec);
    ByteBuffer out =
        ByteBuffer.allocate(2 + name.length + BYTES_AFTER_NAME + capBytes + stages.length);
    out.putShort((short) name.length)
        .put(name)
        .put((byte) spec.order().number())
        .putShort((short) spec.maxAttempts())
        .putInt(spec.leaseMillis())
        .putInt(spec.retryDelayMillis())
        .putInt(spec.retryDelayMaxMillis())
        .putLong(spec.retentionMillis())
        .putLong(spec.retentionBytes())
        .put((byte) flags(spec));
    if (spec.isOfMailboxes()) {
      out.putShort((short) spec.mailboxCap());
    }
    return out.put(stages).array();
  }

  /** Nothing where there are none. */
  private static byte[] encodeStages(TopicSpec spec) {
    if (!spec.isOfWork()) {
      return new byte[0];
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(spec.stages().size());
    for (String stage : spec.stages()) {
      byte[] name = Utf8.encode(stage);
      out.write(name.length >> 8);
      out.write(name.length);
      out.writeBytes(name);
    }
    return out.toByteArray();
  }

  private static int flags(TopicSpec spec) {
    return (spec.keepForGroups() ? KEEP_FOR_GROUPS : 0)
        | (spec.isOfMailboxes() ? MAILBOXES : 0)
        | spec.place().flag()
        | (spec.isOfWork() ? WORK : 0);
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
    int flags = bytes.get() & 0xFF;
    if (order == null) {
      throw malformed("order is not known");
    }
    if ((flags & ~KNOWN_FLAGS) != 0) {
      throw malformed("flags are not known");
    }
    TopicPlace place = TopicPlace.ofFlags(flags);
    if (place == null) {
      throw malformed("it is both here and elsewhere");
    }
    int mailboxCap = (flags & MAILBOXES) == 0 ? 0 : decodeCap(bytes);
    List<String> stages = (flags & WORK) == 0 ? List.of() : decodeStages(bytes);
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
          (flags & KEEP_FOR_GROUPS) != 0,
          mailboxCap,
          place,
          stages);
    } catch (IllegalArgumentException e) {
      throw new MalformedFrameException(
          ErrorCode.INVALID_ARGUMENT, "topic spec: " + e.getMessage());
    }
  }

  private static List<String> decodeStages(ByteBuffer bytes) {
    int count = bytes.hasRemaining() ? bytes.get() & 0xFF : 0;
    if (count == 0 || count > TopicSpec.MAX_STAGES) {
      throw malformed("a topic of work has 1 to " + TopicSpec.MAX_STAGES + " stages");
    }
    List<String> stages = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      stages.add(decodeName(bytes));
    }
    return stages;
  }

  private static int decodeCap(ByteBuffer bytes) {
    if (bytes.remaining() < Short.BYTES) {
      throw malformed("ends too early");
    }
    int cap = bytes.getShort() & 0xFFFF;
    if (cap == 0) {
      throw malformed("mailboxes that hold nothing");
    }
    return cap;
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

package io.feige.protocol.frame;

import io.feige.protocol.Utf8;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Where a dead letter comes from, and why: the extension of a MESSAGES frame with {@link
 * FrameKind#FLAG_DEAD_LETTER}.
 *
 * @param group number of the group that gave it up
 * @param partition number of the partition where it was
 * @param offset of the frame's first message there; the others follow it
 * @param attempts how often it was delivered, at most 65,535
 * @param topicName the topic where it was
 * @param groupName the group that gave it up
 * @param consumer who gave up the last of the attempts; empty if nobody did
 * @param reason why
 */
public record LetterOrigin(
    int group,
    int partition,
    long offset,
    int attempts,
    String topicName,
    String groupName,
    String consumer,
    String reason) {
  /** u64: the offset, in the extension; also in that of a {@link LetterReplay}. */
  static final int OFFSET_AT = 4 + 4;

  private static final int TEXTS_AT = OFFSET_AT + Long.BYTES + Short.BYTES;
  private static final int TEXTS = 4;
  private static final int MAX_TEXT_BYTES = 0xFFFF;

  /** That of a later message of the same frame. */
  public LetterOrigin ofNext(int messages) {
    return new LetterOrigin(
        group, partition, offset + messages, attempts, topicName, groupName, consumer, reason);
  }

  /**
   * The extension's bytes.
   *
   * @throws IllegalArgumentException if a text has more than 65,535 bytes of UTF-8
   */
  public ByteBuffer toBytes() {
    byte[][] texts = {
      topicName.getBytes(StandardCharsets.UTF_8),
      groupName.getBytes(StandardCharsets.UTF_8),
      consumer.getBytes(StandardCharsets.UTF_8),
      reason.getBytes(StandardCharsets.UTF_8)
    };
    int bytes = TEXTS_AT;
    for (byte[] text : texts) {
      if (text.length > MAX_TEXT_BYTES) {
        throw new IllegalArgumentException("a text of " + text.length + " bytes");
      }
      bytes += Short.BYTES + text.length;
    }
    ByteBuffer out = ByteBuffer.allocate(bytes);
    out.putInt(group).putInt(partition).putLong(offset).putShort((short) attempts);
    for (byte[] text : texts) {
      out.putShort((short) text.length).put(text);
    }
    return out.flip();
  }

  /** That of a frame; null if it holds no dead letters. */
  public static @Nullable LetterOrigin of(StoredFrame frame) {
    return frame.hasFlag(FrameKind.FLAG_DEAD_LETTER) ? read(frame.extension()) : null;
  }

  /** Reads what {@link #toBytes} wrote; null if the bytes are not that. */
  public static @Nullable LetterOrigin read(ByteBuffer extension) {
    ByteBuffer in = extension.duplicate();
    if (in.remaining() < TEXTS_AT) {
      return null;
    }
    int group = in.getInt();
    int partition = in.getInt();
    long offset = in.getLong();
    int attempts = in.getShort() & 0xFFFF;
    String[] texts = new String[TEXTS];
    for (int i = 0; i < TEXTS; i++) {
      String text = text(in);
      if (text == null) {
        return null;
      }
      texts[i] = text;
    }
    return new LetterOrigin(
        group, partition, offset, attempts, texts[0], texts[1], texts[2], texts[3]);
  }

  private static @Nullable String text(ByteBuffer in) {
    int length = in.remaining() < Short.BYTES ? -1 : in.getShort() & 0xFFFF;
    if (length < 0 || length > in.remaining()) {
      return null;
    }
    byte[] bytes = new byte[length];
    in.get(bytes);
    return Utf8.decode(bytes, 0, length);
  }
}

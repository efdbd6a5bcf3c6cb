package io.feige.protocol.frame;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which dead letters a group gets again: the extension of a MESSAGES frame with {@link
 * FrameKind#FLAG_REPLAYED}.
 *
 * @param group number of the group that gets them
 * @param partition number of the partition with the letters
 * @param offset of the frame's first letter there; the others follow it
 * @param dealtWith number of the letters' group that keeps account of those dealt with
 * @param passed numbers of the topic's other groups, which do not get them; at most {@link
 *     #MAX_PASSED}
 */
public record LetterReplay(
    int group, int partition, long offset, int dealtWith, List<Integer> passed) {
  /** The most groups that are passed over. */
  public static final int MAX_PASSED = 1_000;

  private static final int HEAD_BYTES = LetterOrigin.OFFSET_AT + Long.BYTES + Integer.BYTES;

  /**
   * Takes a copy of the list.
   *
   * @throws IllegalArgumentException if it has more than {@link #MAX_PASSED} groups
   */
  public LetterReplay {
    passed = List.copyOf(passed);
    if (passed.size() > MAX_PASSED) {
      throw new IllegalArgumentException(passed.size() + " groups are passed over");
    }
  }

  /** The extension's bytes. */
  public ByteBuffer toBytes() {
    ByteBuffer out = ByteBuffer.allocate(HEAD_BYTES + Short.BYTES + Integer.BYTES * passed.size());
    out.putInt(group).putInt(partition).putLong(offset).putInt(dealtWith);
    out.putShort((short) passed.size());
    passed.forEach(out::putInt);
    return out.flip();
  }

  /** Reads what {@link #toBytes} wrote; null if the bytes are not that. */
  public static @Nullable LetterReplay read(ByteBuffer extension) {
    ByteBuffer in = extension.duplicate();
    if (in.remaining() < HEAD_BYTES + Short.BYTES) {
      return null;
    }
    int group = in.getInt();
    int partition = in.getInt();
    long offset = in.getLong();
    int dealtWith = in.getInt();
    int count = in.getShort() & 0xFFFF;
    if (count > MAX_PASSED || in.remaining() != count * Integer.BYTES) {
      return null;
    }
    List<Integer> passed = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      passed.add(in.getInt());
    }
    return new LetterReplay(group, partition, offset, dealtWith, passed);
  }
}

package io.feige.broker.journal.salvage;

import io.feige.protocol.Crc32c;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a salvage file says of itself.
 *
 * <p>{@code FEIGESLV}, version u16, zero u16, CRC32C of the header with this field 0 u32, length of
 * the header u32, CRC32C of the frames u32, epoch u64, position u64, bytes u64, time u64, pair
 * string, number of topics u32, {partition u32, topic string} ascending. A string is u16 bytes of
 * UTF-8. The frames follow as they stood in the journal.
 *
 * @param pair whose journal was cut
 * @param epoch of the active replica at the time
 * @param position of the first frame
 * @param bytes of all frames
 * @param timeMillis broker's time of the cut
 * @param framesCrc CRC32C of all frames
 * @param topics names by partition, of the partitions that occur
 */
public record SalvageHeader(
    String pair,
    long epoch,
    long position,
    long bytes,
    long timeMillis,
    int framesCrc,
    SortedMap<Integer, String> topics) {
  /** Length of the part that says how long the whole is. */
  static final int FIXED_BYTES = 56;

  private static final int MAX_BYTES = 64 << 20;
  private static final long MAGIC =
      ByteBuffer.wrap("FEIGESLV".getBytes(StandardCharsets.US_ASCII)).getLong();
  private static final short VERSION = 1;
  private static final int CRC_AT = 12;
  private static final int LENGTH_AT = 16;

  public SalvageHeader {
    topics = Collections.unmodifiableSortedMap(new TreeMap<>(topics));
  }

  /** These bytes are no header. */
  static final class DamagedException extends IOException {
    private static final long serialVersionUID = 1L;

    DamagedException(String message) {
      super(message);
    }
  }

  /**
   * Name of the file.
   *
   * @param addition tells it from others of the same epoch and position; usually empty
   */
  String fileName(String addition) {
    return "%d-%d%s%s".formatted(epoch, position, addition, SalvageStore.SUFFIX);
  }

  public ByteBuffer encode() {
    int length = FIXED_BYTES + bytesOf(pair) + Integer.BYTES;
    for (String topic : topics.values()) {
      length = Math.addExact(length, Integer.BYTES + bytesOf(topic));
    }
    ByteBuffer out = ByteBuffer.allocate(length);
    out.putLong(MAGIC).putShort(VERSION).putShort((short) 0).putInt(0).putInt(length);
    out.putInt(framesCrc).putLong(epoch).putLong(position).putLong(bytes).putLong(timeMillis);
    put(out, pair);
    out.putInt(topics.size());
    for (Map.Entry<Integer, String> topic : topics.entrySet()) {
      put(out.putInt(topic.getKey()), topic.getValue());
    }
    return out.flip().putInt(CRC_AT, Crc32c.of(out, 0, length));
  }

  private static int bytesOf(String text) {
    return Short.BYTES + text.getBytes(StandardCharsets.UTF_8).length;
  }

  private static void put(ByteBuffer out, String text) {
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    out.putShort((short) utf8.length).put(utf8);
  }

  /**
   * How long a header is, by its fixed part.
   *
   * @throws DamagedException if these are not the first bytes of a salvage file
   */
  static int length(ByteBuffer fixed) throws DamagedException {
    boolean isOurs =
        fixed.limit() == FIXED_BYTES && fixed.getLong(0) == MAGIC && fixed.getShort(8) == VERSION;
    int length = isOurs ? fixed.getInt(LENGTH_AT) : 0;
    if (length < FIXED_BYTES + Short.BYTES + Integer.BYTES || length > MAX_BYTES) {
      throw new DamagedException("it is no salvage file of this release, or its header is damaged");
    }
    return length;
  }

  /**
   * Reads a whole header.
   *
   * @throws DamagedException if it is damaged
   */
  static SalvageHeader decode(ByteBuffer in) throws DamagedException {
    int crc = in.getInt(CRC_AT);
    if (Crc32c.of(in.putInt(CRC_AT, 0), 0, in.limit()) != crc) {
      throw new DamagedException("the header is damaged");
    }
    in.position(LENGTH_AT + Integer.BYTES);
    int framesCrc = in.getInt();
    long epoch = in.getLong();
    long position = in.getLong();
    long bytes = in.getLong();
    long timeMillis = in.getLong();
    String pair = string(in);
    SortedMap<Integer, String> topics = new TreeMap<>();
    int count = in.getInt();
    for (int i = 0; i < count; i++) {
      int partition = in.getInt();
      topics.put(partition, string(in));
    }
    return new SalvageHeader(pair, epoch, position, bytes, timeMillis, framesCrc, topics);
  }

  private static String string(ByteBuffer in) {
    byte[] utf8 = new byte[in.getShort() & 0xFFFF];
    in.get(utf8);
    return new String(utf8, StandardCharsets.UTF_8);
  }
}

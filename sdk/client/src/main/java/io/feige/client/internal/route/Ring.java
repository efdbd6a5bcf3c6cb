package io.feige.client.internal.route;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.List;

/**
 * The ring of consistent hashing that says which pair a key belongs to. Part of what every client
 * library has to agree on; {@code docs/placement.md} describes it.
 *
 * <p>The ring is the numbers from 0 to 2^64-1. Each pair has {@value #POINTS} points on it: the
 * first eight bytes, read big-endian, of the SHA-256 of {@code <pair>#<i>} in UTF-8, for {@code i}
 * from 0 to 159 in decimal. A key stands at its {@link io.feige.protocol.batch.KeyHash} times 2^32,
 * and belongs to the pair of the first point that is at least as high; above the last point, to
 * that of the lowest. Where two points are equal the pair whose name comes first has it.
 *
 * <p>So a pair that is added takes its keys from all others, a pair that is removed leaves its own
 * to all others, and no other key moves. Immutable.
 */
public final class Ring {
  /** Points of each pair. */
  public static final int POINTS = 160;

  private final long[] points;
  private final int[] owners;

  /** A point and whose it is; the value is flipped, so that signed order is the ring's order. */
  private record Point(long flipped, int owner) {}

  private Ring(long[] points, int[] owners) {
    this.points = points;
    this.owners = owners;
  }

  /** The ring of these pairs, in the order of their names. */
  public static Ring of(List<String> pairs) {
    Point[] all = new Point[pairs.size() * POINTS];
    MessageDigest digest = sha256();
    for (int owner = 0; owner < pairs.size(); owner++) {
      for (int i = 0; i < POINTS; i++) {
        byte[] text = (pairs.get(owner) + "#" + i).getBytes(StandardCharsets.UTF_8);
        long value = ByteBuffer.wrap(digest.digest(text)).getLong();
        all[owner * POINTS + i] = new Point(value ^ Long.MIN_VALUE, owner);
      }
    }
    Arrays.sort(
        all,
        (a, b) -> {
          int byValue = Long.compare(a.flipped, b.flipped);
          return byValue != 0 ? byValue : Integer.compare(a.owner, b.owner);
        });
    long[] points = new long[all.length];
    int[] owners = new int[all.length];
    for (int i = 0; i < all.length; i++) {
      points[i] = all[i].flipped;
      owners[i] = all[i].owner;
    }
    return new Ring(points, owners);
  }

  /** Index of the pair that a key with this hash belongs to. */
  public int owner(int keyHash) {
    long flipped = ((keyHash & 0xFFFF_FFFFL) << Integer.SIZE) ^ Long.MIN_VALUE;
    int low = 0;
    int high = points.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (points[middle] < flipped) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return owners[low == points.length ? 0 : low];
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}

package io.feige.protocol.batch;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Objects;

/**
 * The hash of a message's key: MurmurHash3, x86, 32 bit, seed 0. Part of the stored format, because
 * every program in every language must come to the same number.
 */
public final class KeyHash {
  /** The hash that stands for "no key" (also the hash of an empty key). */
  public static final int NO_KEY = 0;

  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  private KeyHash() {}

  /** The hash of a key. */
  public static int of(byte[] key) {
    return of(key, 0, key.length);
  }

  /** The hash of a range of bytes. */
  public static int of(byte[] bytes, int at, int length) {
    Objects.checkFromIndexSize(at, length, bytes.length);
    int hash = 0;
    int i = at;
    int end = at + length;
    for (; i + 4 <= end; i += 4) {
      hash = Integer.rotateLeft(hash ^ scramble((int) INT.get(bytes, i)), 13) * 5 + 0xe6546b64;
    }
    int tail = 0;
    for (int shift = 0; i < end; i++, shift += 8) {
      tail |= (bytes[i] & 0xFF) << shift;
    }
    return finish(hash ^ scramble(tail) ^ length);
  }

  private static int scramble(int block) {
    return Integer.rotateLeft(block * 0xcc9e2d51, 15) * 0x1b873593;
  }

  private static int finish(int hash) {
    int h = (hash ^ (hash >>> 16)) * 0x85ebca6b;
    h = (h ^ (h >>> 13)) * 0xc2b2ae35;
    return h ^ (h >>> 16);
  }
}

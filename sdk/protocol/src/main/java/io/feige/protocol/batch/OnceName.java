package io.feige.protocol.batch;

import io.feige.protocol.Utf8;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * How a batch is called that is published under an idempotency key: the producer id follows from
 * the key, and the sequence says that it is the only batch of that producer. A node that knows the
 * producer answers with the receipt of that batch, whoever sends it, and stores nothing.
 */
public final class OnceName {
  /** The sequence of every such batch. It lies above those of ordinary producers. */
  public static final long SEQUENCE = BatchHead.MAX_SEQUENCE + 1;

  private OnceName() {}

  /** Whether a batch of this sequence is the only one of its producer. */
  public static boolean isOne(long sequence) {
    return sequence == SEQUENCE;
  }

  /**
   * The producer of a key: the first eight bytes of the SHA-256 of its UTF-8, without the highest
   * bit; 1 where that is 0.
   *
   * @param key any text without half of a surrogate pair, which would be another key's bytes
   * @return 1 to 2^63-1
   * @throws IllegalArgumentException if it holds half of a surrogate pair
   */
  public static long producerId(String key) {
    byte[] hash = sha256().digest(Utf8.encode(key));
    long id = ByteBuffer.wrap(hash).getLong() & Long.MAX_VALUE;
    return id == 0 ? 1 : id;
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform must have SHA-256", e);
    }
  }
}

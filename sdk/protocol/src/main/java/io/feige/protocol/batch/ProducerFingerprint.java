package io.feige.protocol.batch;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * What a node stores in place of a producer id. Whoever may read a topic sees it, and cannot tell
 * from it the id under which the producer goes on: that stays between the producer and the nodes.
 * For one thread.
 */
public final class ProducerFingerprint {
  private final MessageDigest sha256;
  private final ByteBuffer in = ByteBuffer.allocate(Long.BYTES);

  /** Makes fingerprints. */
  public ProducerFingerprint() {
    try {
      sha256 = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform must have SHA-256", e);
    }
  }

  /**
   * That of a producer: the first eight bytes of the SHA-256 of the id's eight bytes, without the
   * highest bit; 1 where that is 0.
   *
   * @param producerId 0: no producer, which has none
   */
  public long of(long producerId) {
    if (producerId == 0) {
      return 0;
    }
    byte[] hash = sha256.digest(in.putLong(0, producerId).array());
    long fingerprint = ByteBuffer.wrap(hash).getLong() & Long.MAX_VALUE;
    return fingerprint == 0 ? 1 : fingerprint;
  }
}

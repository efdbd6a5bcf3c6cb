package io.feige.protocol.batch;

import java.nio.ByteBuffer;

/** Port to the decompression libraries. */
@FunctionalInterface
public interface Decompressor {
  /** What {@link #decompress} returns for damaged bytes, or for a compression it does not have. */
  int DAMAGED = -1;

  /** Knows no compression: uncompressed batches never ask. */
  Decompressor NONE = (compression, source, target) -> DAMAGED;

  /**
   * Decompresses what remains of the source into the target, from its position on, and never beyond
   * its limit. Must not throw because of what the bytes are: they come from elsewhere.
   *
   * @param source may be a direct or a read-only buffer
   * @param target backed by an array, exactly as long as the batch says its payload is
   * @return number of bytes written, or {@link #DAMAGED}
   */
  int decompress(Compression compression, ByteBuffer source, ByteBuffer target);
}

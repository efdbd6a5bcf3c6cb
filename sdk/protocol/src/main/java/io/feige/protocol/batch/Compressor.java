package io.feige.protocol.batch;

import java.nio.ByteBuffer;

/** Port to a compression library, used by one writer at a time. */
public interface Compressor {
  /** Leaves the payload as it is. */
  Compressor NONE =
      new Compressor() {
        @Override
        public Compression compression() {
          return Compression.NONE;
        }

        @Override
        public int maxCompressedBytes(int bytes) {
          return bytes;
        }

        @Override
        public int compress(ByteBuffer source, ByteBuffer target) {
          int length = source.remaining();
          target.put(source);
          return length;
        }
      };

  /** What the compressed bytes are called in the batch's header. */
  Compression compression();

  /** The most bytes that compressing so many can give. */
  int maxCompressedBytes(int bytes);

  /**
   * Compresses what remains of the source into the target, from its position on. Both are backed by
   * arrays.
   *
   * @param target has room for {@link #maxCompressedBytes} of the source
   * @return number of bytes written
   */
  int compress(ByteBuffer source, ByteBuffer target);
}

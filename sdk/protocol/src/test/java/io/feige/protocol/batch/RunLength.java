package io.feige.protocol.batch;

import java.nio.ByteBuffer;

/** A toy compression, pairs of count and byte, that stands for the libraries behind the ports. */
record RunLength(Compression compression) implements Compressor {
  static final Decompressor DECOMPRESSOR = RunLength::decompress;

  @Override
  public int maxCompressedBytes(int bytes) {
    return 2 * bytes;
  }

  @Override
  public int compress(ByteBuffer source, ByteBuffer target) {
    int start = target.position();
    while (source.hasRemaining()) {
      byte value = source.get();
      int count = 1;
      while (count < 255 && source.hasRemaining() && source.get(source.position()) == value) {
        source.get();
        count++;
      }
      target.put((byte) count).put(value);
    }
    return target.position() - start;
  }

  private static int decompress(Compression compression, ByteBuffer source, ByteBuffer target) {
    int start = target.position();
    while (source.remaining() >= 2) {
      int count = source.get() & 0xFF;
      byte value = source.get();
      if (count > target.remaining()) {
        return Decompressor.DAMAGED;
      }
      for (int i = 0; i < count; i++) {
        target.put(value);
      }
    }
    return target.position() - start;
  }
}

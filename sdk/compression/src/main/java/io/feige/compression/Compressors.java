package io.feige.compression;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdException;
import io.feige.protocol.batch.Compression;
import io.feige.protocol.batch.Compressor;
import io.feige.protocol.batch.Decompressor;
import java.nio.ByteBuffer;
import net.jpountz.lz4.LZ4Compressor;
import net.jpountz.lz4.LZ4Exception;
import net.jpountz.lz4.LZ4Factory;
import net.jpountz.lz4.LZ4SafeDecompressor;

/**
 * The compression libraries behind the protocol's ports. Without state: any thread may use them at
 * any time.
 */
public final class Compressors {
  private static final int ZSTD_LEVEL = 1;

  /** Takes apart whatever a publisher may have chosen. */
  public static final Decompressor DECOMPRESSOR = Compressors::decompress;

  private Compressors() {}

  /** Packs as is asked. */
  public static Compressor compressor(Compression compression) {
    return switch (compression) {
      case NONE -> Compressor.NONE;
      case LZ4 -> new Lz4();
      case ZSTD -> new ZStandard();
    };
  }

  private static int decompress(Compression compression, ByteBuffer source, ByteBuffer target) {
    byte[] from = new byte[source.remaining()];
    source.duplicate().get(from);
    byte[] to = target.array();
    int at = target.arrayOffset() + target.position();
    try {
      return switch (compression) {
        case NONE -> Decompressor.DAMAGED;
        case LZ4 -> Lz4.DECOMPRESSOR.decompress(from, 0, from.length, to, at, target.remaining());
        case ZSTD ->
            (int) Zstd.decompressByteArray(to, at, target.remaining(), from, 0, from.length);
      };
    } catch (LZ4Exception | ZstdException e) {
      return Decompressor.DAMAGED;
    }
  }

  private static final class Lz4 implements Compressor {
    private static final LZ4SafeDecompressor DECOMPRESSOR =
        LZ4Factory.fastestInstance().safeDecompressor();

    private final LZ4Compressor compressor = LZ4Factory.fastestInstance().fastCompressor();

    @Override
    public Compression compression() {
      return Compression.LZ4;
    }

    @Override
    public int maxCompressedBytes(int bytes) {
      return compressor.maxCompressedLength(bytes);
    }

    @Override
    public int compress(ByteBuffer source, ByteBuffer target) {
      return compressor.compress(
          source.array(),
          source.arrayOffset() + source.position(),
          source.remaining(),
          target.array(),
          target.arrayOffset() + target.position(),
          target.remaining());
    }
  }

  private static final class ZStandard implements Compressor {
    @Override
    public Compression compression() {
      return Compression.ZSTD;
    }

    @Override
    public int maxCompressedBytes(int bytes) {
      return Math.toIntExact(Zstd.compressBound(bytes));
    }

    @Override
    public int compress(ByteBuffer source, ByteBuffer target) {
      long written =
          Zstd.compressByteArray(
              target.array(),
              target.arrayOffset() + target.position(),
              target.remaining(),
              source.array(),
              source.arrayOffset() + source.position(),
              source.remaining(),
              ZSTD_LEVEL);
      if (Zstd.isError(written)) {
        throw new IllegalStateException("zstd: " + Zstd.getErrorName(written));
      }
      return (int) written;
    }
  }
}

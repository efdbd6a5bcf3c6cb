package io.feige.protocol.batch;

import io.feige.protocol.Hex;
import java.util.List;

/**
 * Batches, byte by byte, as {@code docs/wire-format.md} says; checksums and hashes were computed by
 * another program. The compressed ones are packed with {@link RunLength}, because the libraries are
 * not in this module.
 */
public final class GoldenBatches {
  private GoldenBatches() {}

  /** All of them. */
  public static List<byte[]> all() {
    return List.of(
        withoutColumns(),
        withKeys(),
        withExpiries(),
        withAllColumns(),
        compressedWithLz4(),
        compressedWithZstd());
  }

  static byte[] withoutColumns() {
    return Hex.bytes(
        """
        00 00 00 49              # length 73
        b9 93 a2 3c              # CRC32C
        01                       # format version 1
        00                       # compression 0 none
        00 00                    # columns 0
        00 00 00 02              # records 2
        00 00 00 00 00 00 00 00  # producer 0
        00 00 00 00 00 00 00 00  # sequence 0
        00 00 01 8b cf e5 68 00  # client time 1700000000000
        00 00 00 00 00 00 00 00  # deliverAt 0
        00 00 00 08              # length of columns 8
        00 00 00 09              # length of payload 9
        00 00 00 06              # end of record 6
        00 00 00 09              # end of record 9
        00                       # first: no key
        00                       # number of headers
        00                       # time + 0 ms, zig-zag
        6f 6e 65                 # body "one"
        00                       # second: no key
        00                       # number of headers
        04                       # time + 2 ms, zig-zag
        """);
  }

  /** Three records with keys and a header. */
  public static byte[] withKeys() {
    return Hex.bytes(
        """
        00 00 00 7a              # length 122
        87 37 c4 6f              # CRC32C
        01                       # format version 1
        00                       # compression 0 none
        00 01                    # columns 1
        00 00 00 03              # records 3
        00 00 00 00 00 00 00 4d  # producer 77
        00 00 00 00 00 00 00 05  # sequence 5
        00 00 01 8b cf e5 68 00  # client time 1700000000000
        00 00 01 8b cf e6 52 60  # deliverAt 1700000060000
        00 00 00 18              # length of columns 24
        00 00 00 2a              # length of payload 42
        00 00 00 1b              # end of record 27
        00 00 00 21              # end of record 33
        00 00 00 2a              # end of record 42
        72 13 d2 96              # key hash of "customer-7"
        00 00 00 00              # key hash of no key
        00 00 00 00              # key hash of ""
        0b                       # first: key length + 1
        63 75 73 74 6f 6d 65 72 2d 37 # key "customer-7"
        01                       # number of headers
        04                       # name, length
        74 79 70 65              # "type"
        05                       # value, length
        6f 72 64 65 72           # "order"
        00                       # time + 0 ms, zig-zag
        6f 6e 65                 # body "one"
        00                       # second: no key
        00                       # number of headers
        01                       # time - 1 ms, zig-zag
        74 77 6f                 # body "two"
        01                       # third: key length + 1
        00                       # number of headers
        d8 04                    # time + 300 ms, zig-zag
        74 68 72 65 65           # body "three"
        """);
  }

  static byte[] withExpiries() {
    return Hex.bytes(
        """
        00 00 00 58              # length 88
        c3 21 ee 7d              # CRC32C
        01                       # format version 1
        00                       # compression 0 none
        00 02                    # columns 2
        00 00 00 02              # records 2
        00 00 00 00 00 00 00 4d  # producer 77
        00 00 00 00 00 00 00 06  # sequence 6
        00 00 01 8b cf e5 68 00  # client time 1700000000000
        00 00 00 00 00 00 00 00  # deliverAt 0
        00 00 00 18              # length of columns 24
        00 00 00 08              # length of payload 8
        00 00 00 04              # end of record 4
        00 00 00 08              # end of record 8
        00 00 00 00 00 00 00 00  # expiry 0
        00 00 01 8b cf e5 6b e8  # expiry 1700000001000
        00                       # first: no key
        00                       # number of headers
        00                       # time + 0 ms, zig-zag
        61                       # body "a"
        00                       # second: no key
        00                       # number of headers
        00                       # time + 0 ms, zig-zag
        62                       # body "b"
        """);
  }

  static byte[] withAllColumns() {
    return Hex.bytes(
        """
        00 00 00 62              # length 98
        25 e4 97 bd              # CRC32C
        01                       # format version 1
        00                       # compression 0 none
        00 03                    # columns 3
        00 00 00 02              # records 2
        00 00 00 00 00 00 00 4d  # producer 77
        00 00 00 00 00 00 00 08  # sequence 8
        00 00 01 8b cf e5 68 00  # client time 1700000000000
        00 00 00 00 00 00 00 00  # deliverAt 0
        00 00 00 20              # length of columns 32
        00 00 00 0a              # length of payload 10
        00 00 00 05              # end of record 5
        00 00 00 0a              # end of record 10
        cf bd a5 d1              # key hash of "k"
        cf bd a5 d1              # key hash of "k"
        00 00 01 8b cf e5 68 05  # expiry 1700000000005
        00 00 00 00 00 00 00 00  # expiry 0
        02                       # first: key length + 1
        6b                       # key "k"
        00                       # number of headers
        00                       # time + 0 ms, zig-zag
        61                       # body "a"
        02                       # second: key length + 1
        6b                       # key "k"
        00                       # number of headers
        00                       # time + 0 ms, zig-zag
        62                       # body "b"
        """);
  }

  static byte[] compressedWithLz4() {
    return Hex.bytes(
        """
        00 00 00 40              # length 64
        94 40 8e 33              # CRC32C
        01                       # format version 1
        01                       # compression 1 lz4
        00 00                    # columns 0
        00 00 00 01              # records 1
        00 00 00 00 00 00 00 4d  # producer 77
        00 00 00 00 00 00 00 09  # sequence 9
        00 00 01 8b cf e5 68 00  # client time 1700000000000
        00 00 00 00 00 00 00 00  # deliverAt 0
        00 00 00 04              # length of columns 4
        00 00 00 1b              # length of payload 27
        00 00 00 1b              # end of record 27
        03 00 18 61              # payload, compressed
        """);
  }

  static byte[] compressedWithZstd() {
    return Hex.bytes(
        """
        00 00 00 40              # length 64
        10 f3 01 d7              # CRC32C
        01                       # format version 1
        02                       # compression 2 zstd
        00 00                    # columns 0
        00 00 00 01              # records 1
        00 00 00 00 00 00 00 4d  # producer 77
        00 00 00 00 00 00 00 0a  # sequence 10
        00 00 01 8b cf e5 68 00  # client time 1700000000000
        00 00 00 00 00 00 00 00  # deliverAt 0
        00 00 00 04              # length of columns 4
        00 00 00 1b              # length of payload 27
        00 00 00 1b              # end of record 27
        03 00 18 61              # payload, compressed
        """);
  }
}

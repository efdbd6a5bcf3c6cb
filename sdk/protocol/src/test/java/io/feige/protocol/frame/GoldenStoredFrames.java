package io.feige.protocol.frame;

import io.feige.protocol.Hex;
import io.feige.protocol.batch.GoldenBatches;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * Journal frames, byte by byte, as {@code docs/journal-format.md} says; checksums were computed by
 * another program. The batch in them is {@link GoldenBatches#withKeys}.
 */
public final class GoldenStoredFrames {
  private GoldenStoredFrames() {}

  /** All of them. */
  public static List<byte[]> all() {
    return List.of(messages(), deadLetter(), settle(), delayed());
  }

  static byte[] messages() {
    return withBatch(
        """
        00 00 00 c2              # length 194
        b8 03 1c 95              # CRC32C of the header
        01                       # format version 1
        01                       # kind 1 MESSAGES
        00 00                    # flags 0
        00 00 00 03              # partition 3
        00 00 00 00 00 00 00 02  # epoch 2
        00 00 00 00 00 00 10 00  # position 4096
        00 00 00 00 00 00 08 00  # flushed 2048
        00 00 01 8b cf e5 68 00  # time 1700000000000
        00 00 00 00 00 00 00 64  # base offset 100
        00 00 00 00              # first record 0
        00 00 00 03              # records 3
        00 00 00 00              # length of extension 0
        00 00 00 00              # CRC32C of the extension
        """);
  }

  static byte[] deadLetter() {
    return withBatch(
        """
        00 00 00 e4              # length 228
        1b 4b c0 d7              # CRC32C of the header
        01                       # format version 1
        01                       # kind 1 MESSAGES
        00 02                    # flags 2
        00 00 00 04              # partition 4
        00 00 00 00 00 00 00 02  # epoch 2
        00 00 00 00 00 00 13 88  # position 5000
        00 00 00 00 00 00 08 00  # flushed 2048
        00 00 01 8b cf e5 68 00  # time 1700000000000
        00 00 00 00 00 00 00 07  # base offset 7
        00 00 00 01              # first record 1
        00 00 00 01              # records 1
        00 00 00 22              # length of extension 34
        3c d2 90 fd              # CRC32C of the extension
        00 00 00 01              # origin group 1
        00 00 00 03              # origin partition 3
        00 00 00 00 00 00 00 65  # origin offset 101
        00 10                    # attempts 16
        00 01                    # origin topic, length
        74                       # "t"
        00 01                    # origin group, length
        67                       # "g"
        00 03                    # consumer, length
        63 2d 31                 # "c-1"
        00 03                    # reason, length
        62 61 64                 # "bad"
        """);
  }

  static byte[] settle() {
    return Hex.bytes(
        """
        00 00 00 6d              # length 109
        58 b5 d4 df              # CRC32C of the header
        01                       # format version 1
        02                       # kind 2 SETTLE
        00 00                    # flags 0
        00 00 00 03              # partition 3
        00 00 00 00 00 00 00 02  # epoch 2
        00 00 00 00 00 00 17 70  # position 6000
        00 00 00 00 00 00 10 00  # flushed 4096
        00 00 01 8b cf e5 68 00  # time 1700000000000
        00 00 00 00 00 00 00 00  # base offset 0
        00 00 00 00              # first record 0
        00 00 00 00              # records 0
        00 00 00 25              # length of extension 37
        7b 50 15 83              # CRC32C of the extension
        00 00 00 01              # group 1
        00 00 00 02              # generation 2
        00 01                    # items 1
        01                       # ACKED 1
        00 00 00 00 00 00 00 64  # first 100
        00 00 00 00 00 00 00 65  # last 101
        00 01                    # attempts 1
        00 00 00 00 00 00 00 00  # due 0
        """);
  }

  static byte[] delayed() {
    return withBatch(
        """
        00 00 00 c2              # length 194
        a3 df bd 2a              # CRC32C of the header
        01                       # format version 1
        07                       # kind 7 DELAYED
        00 00                    # flags 0
        00 00 00 03              # partition 3
        00 00 00 00 00 00 00 02  # epoch 2
        00 00 00 00 00 00 1b 58  # position 7000
        00 00 00 00 00 00 10 00  # flushed 4096
        00 00 01 8b cf e5 68 00  # time 1700000000000
        00 00 00 00 00 00 00 00  # base offset 0
        00 00 00 00              # first record 0
        00 00 00 00              # records 0
        00 00 00 00              # length of extension 0
        00 00 00 00              # CRC32C of the extension
        """);
  }

  private static byte[] withBatch(String head) {
    byte[] first = Hex.bytes(head);
    byte[] batch = GoldenBatches.withKeys();
    return ByteBuffer.allocate(first.length + batch.length).put(first).put(batch).array();
  }
}

package io.feige.protocol.codec;

import io.feige.protocol.command.LetterList;
import io.feige.protocol.command.LettersSettled;
import io.feige.protocol.command.ListLetters;
import io.feige.protocol.command.SettleLetters;
import io.feige.protocol.model.LetterAction;
import io.feige.protocol.model.OffsetRange;
import java.nio.ByteBuffer;
import java.util.List;

/** What is asked about dead letters, byte by byte, as {@code docs/wire-format.md} says. */
final class GoldenLetters {
  private GoldenLetters() {}

  static List<Golden> all() {
    return List.of(listLetters(), letterList(), settleLetters(), editLetter(), lettersSettled());
  }

  private static Golden listLetters() {
    return new Golden(
        new ListLetters("orders", 4_711, 100),
        """
        00 00 00 14              # length 20
        01                       # version 1
        24                       # command 36 LETTER_LIST
        00 00                    # flags: request
        00 00 00 07              # correlation id 7
        00 06                    # topic, length
        6f 72 64 65 72 73        # "orders"
        00 00 00 00 00 00 12 67  # from 4711
        00 00 00 64              # limit 100
        """);
  }

  private static Golden letterList() {
    return new Golden(
        new LetterList(List.of(new OffsetRange(4_711, 4_712)), 5_000),
        """
        00 00 00 1a              # length 26
        01                       # version 1
        24                       # command 36 LETTER_LIST
        00 01                    # flags: RESPONSE
        00 00 00 07              # correlation id 7
        00 01                    # letters 1
        00 00 00 00 00 00 12 67  # first 4711
        00 00 00 00 00 00 12 68  # last 4712
        00 00 00 00 00 00 13 88  # next 5000
        """);
  }

  private static Golden settleLetters() {
    return new Golden(
        new SettleLetters("orders", LetterAction.DROP, List.of(new OffsetRange(3, 4)), null),
        """
        00 00 00 1c              # length 28
        01                       # version 1
        25                       # command 37 LETTER_SETTLE
        00 00                    # flags: request
        00 00 00 07              # correlation id 7
        00 06                    # topic, length
        6f 72 64 65 72 73        # "orders"
        02                       # action 2 DROP
        00 01                    # letters 1
        00 00 00 00 00 00 00 03  # first 3
        00 00 00 00 00 00 00 04  # last 4
        00                       # isEdited: no
        """);
  }

  private static Golden editLetter() {
    return new Golden(
        new SettleLetters(
            "orders",
            LetterAction.REPLAY,
            List.of(new OffsetRange(3, 3)),
            ByteBuffer.wrap(new byte[] {'a', 'b'})),
        """
        00 00 00 22              # length 34
        01                       # version 1
        25                       # command 37 LETTER_SETTLE
        00 00                    # flags: request
        00 00 00 07              # correlation id 7
        00 06                    # topic, length
        6f 72 64 65 72 73        # "orders"
        01                       # action 1 REPLAY
        00 01                    # letters 1
        00 00 00 00 00 00 00 03  # first 3
        00 00 00 00 00 00 00 03  # last 3
        01                       # isEdited
        00 00 00 02              # edited, length
        61 62                    # a batch, here two bytes
        """);
  }

  private static Golden lettersSettled() {
    return new Golden(
        new LettersSettled(2, 1, 1, "no", 9),
        """
        00 00 00 18              # length 24
        01                       # version 1
        25                       # command 37 LETTER_SETTLE
        00 01                    # flags: RESPONSE
        00 00 00 07              # correlation id 7
        00 00 00 02              # done 2
        00 00 00 01              # passed 1
        00 00 00 01              # left 1
        00 02                    # why, length
        6e 6f                    # "no"
        00 00 00 00 00 00 00 09  # next 9
        """);
  }
}

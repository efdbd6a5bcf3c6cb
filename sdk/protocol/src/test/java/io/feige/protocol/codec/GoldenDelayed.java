package io.feige.protocol.codec;

import io.feige.protocol.command.CancelDelayed;
import io.feige.protocol.command.DelayedCancelled;
import io.feige.protocol.command.DelayedList;
import io.feige.protocol.command.ListDelayed;
import io.feige.protocol.command.MessageTrace;
import io.feige.protocol.command.TraceMessage;
import io.feige.protocol.model.DelayedEntry;
import io.feige.protocol.model.DelayedPlace;
import io.feige.protocol.model.MessageInGroup;
import io.feige.protocol.model.MessageStage;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * What is asked about delayed messages and about one message, byte by byte, as {@code
 * docs/wire-format.md} says.
 */
final class GoldenDelayed {
  private GoldenDelayed() {}

  static List<Golden> all() {
    return List.of(
        listDelayed(),
        delayedList(),
        cancelDelayed(),
        delayedCancelled(),
        traceMessage(),
        messageTrace());
  }

  static Golden traceMessage() {
    return new Golden(
        new TraceMessage("orders", 4_711, "mail"),
        """
        00 00 00 16              # length 22
        01                       # version 1
        18                       # command 24 TRACE
        00 00                    # flags: request
        00 00 00 07              # correlation id 7
        00 06                    # topic, length
        6f 72 64 65 72 73        # "orders"
        00 00 00 00 00 00 12 67  # offset 4711
        00 04                    # afterGroup, length
        6d 61 69 6c              # "mail"
        """);
  }

  static Golden messageTrace() {
    return new Golden(
        new MessageTrace(
            List.of(
                new MessageInGroup(
                    "mail",
                    MessageStage.HANDED_OUT,
                    2,
                    "w-3",
                    1_700_000_000_000L,
                    1_700_000_030_000L,
                    17,
                    0)),
            "mail"),
        """
        00 00 00 38              # length 56
        01                       # version 1
        18                       # command 24 TRACE
        00 01                    # flags: RESPONSE
        00 00 00 07              # correlation id 7
        00 01                    # groups 1
        00 04                    # group, length
        6d 61 69 6c              # "mail"
        03                       # stage 3 HANDED_OUT
        00 00 00 02              # attempts 2
        00 03                    # consumer, length
        77 2d 33                 # "w-3"
        00 00 01 8b cf e5 68 00  # sinceMillis 1700000000000
        00 00 01 8b cf e5 dd 30  # untilMillis 1700000030000
        00 00 00 00 00 00 00 11  # before 17
        00 00 00 00 00 00 00 00  # letter: none
        00 04                    # nextGroup, length
        6d 61 69 6c              # "mail"
        """);
  }

  static Golden listDelayed() {
    return new Golden(
        new ListDelayed("orders", 100, new DelayedPlace(1_700_000_000_000L, 4_711, 3)),
        """
        00 00 00 20              # length 32
        01                       # version 1
        12                       # command 18 DELAYED_LIST
        00 00                    # flags: request
        00 00 00 07              # correlation id 7
        00 06                    # topic, length
        6f 72 64 65 72 73        # "orders"
        00 00 00 64              # limit 100
        00 00 01 8b cf e5 68 00  # from: dueMillis 1700000000000
        00 00 00 00 00 00 12 67  # id 4711
        00 00 00 03              # index 3
        """);
  }

  static Golden delayedList() {
    return new Golden(
        new DelayedList(
            List.of(
                new DelayedEntry(
                    4_711,
                    3,
                    1_700_000_000_000L,
                    1_699_999_999_999L,
                    ByteBuffer.wrap(new byte[] {'c', '7'}),
                    20),
                new DelayedEntry(4_711, 4, 1_700_000_000_000L, 1_699_999_999_999L, null, 21)),
            new DelayedPlace(1_700_000_000_001L, 5_000, 0)),
        """
        00 00 00 5e              # length 94
        01                       # version 1
        12                       # command 18 DELAYED_LIST
        00 01                    # flags: RESPONSE
        00 00 00 07              # correlation id 7
        00 02                    # messages 2
        00 00 00 00 00 00 12 67  # id 4711
        00 00 00 03              # index 3
        00 00 01 8b cf e5 68 00  # dueMillis 1700000000000
        00 00 01 8b cf e5 67 ff  # publishedMillis 1699999999999
        01                       # hasKey
        00 00 00 02              # key, length
        63 37                    # "c7"
        00 00 00 14              # bodyLength 20
        00 00 00 00 00 00 12 67  # id 4711
        00 00 00 04              # index 4
        00 00 01 8b cf e5 68 00  # dueMillis 1700000000000
        00 00 01 8b cf e5 67 ff  # publishedMillis 1699999999999
        00                       # hasKey: no
        00 00 00 15              # bodyLength 21
        00 00 01 8b cf e5 68 01  # next: dueMillis 1700000000001
        00 00 00 00 00 00 13 88  # id 5000
        00 00 00 00              # index 0
        """);
  }

  static Golden cancelDelayed() {
    return new Golden(
        new CancelDelayed("orders", 4_711, 3),
        """
        00 00 00 14              # length 20
        01                       # version 1
        13                       # command 19 DELAYED_CANCEL
        00 00                    # flags: request
        00 00 00 07              # correlation id 7
        00 06                    # topic, length
        6f 72 64 65 72 73        # "orders"
        00 00 00 00 00 00 12 67  # id 4711
        00 00 00 03              # index 3
        """);
  }

  static Golden delayedCancelled() {
    return new Golden(
        new DelayedCancelled(),
        """
        00 00 00 00              # length 0
        01                       # version 1
        13                       # command 19 DELAYED_CANCEL
        00 01                    # flags: RESPONSE
        00 00 00 07              # correlation id 7
        """);
  }
}

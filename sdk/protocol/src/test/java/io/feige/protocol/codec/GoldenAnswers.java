package io.feige.protocol.codec;

import io.feige.protocol.command.Challenge;
import io.feige.protocol.command.DeliveredBatch;
import io.feige.protocol.command.Pong;
import io.feige.protocol.command.Published;
import io.feige.protocol.command.PullCancelled;
import io.feige.protocol.command.Pulled;
import io.feige.protocol.command.ReadBatches;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.command.Routes;
import io.feige.protocol.command.Settled;
import io.feige.protocol.command.Welcome;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.model.Durability;
import io.feige.protocol.model.OffsetRange;
import io.feige.protocol.model.OrderMode;
import io.feige.protocol.model.PairRoute;
import io.feige.protocol.model.Secret;
import io.feige.protocol.model.Selection;
import io.netty.buffer.Unpooled;
import java.util.List;

/** Answers to what clients do, byte by byte, as {@code docs/wire-format.md} says. */
final class GoldenAnswers {
  private GoldenAnswers() {}

  static List<Golden> all() {
    return List.of(
        welcome(),
        pong(),
        routes(),
        published(),
        pulled(),
        settled(),
        pullCancelled(),
        readBatches(),
        refusal(),
        challenge());
  }

  static Golden welcome() {
    return new Golden(
        new Welcome(1, "node-a", 16_777_216, 8_388_608, 60_000, Secret.of("v=ok")),
        """
        00 00 00 1d              # length 29
        01                       # version 1
        01                       # command 1 HELLO
        00 01                    # flags: RESPONSE
        00 00 00 07              # correlation id 7
        01                       # version 1
        00 06                    # nodeId, length
        6e 6f 64 65 2d 61        # "node-a"
        01 00 00 00              # maxFrameBytes 16777216
        00 80 00 00              # maxBatchBytes 8388608
        00 00 ea 60              # idleTimeoutMillis 60000
        00 00 00 04              # proof, length
        76 3d 6f 6b              # proof
        """);
  }

  static Golden challenge() {
    return new Golden(
        new Challenge(Secret.of("r=ab")),
        """
        00 00 00 08              # length 8
        01                       # version 1
        15                       # command 21 AUTHENTICATE
        00 01                    # flags: RESPONSE
        00 00 00 07              # correlation id 7
        00 00 00 04              # message, length
        72 3d 61 62              # message
        """);
  }

  static Golden pong() {
    return new Golden(
        new Pong(),
        """
        00 00 00 00              # length 0
        01                       # version 1
        02                       # command 2 PING
        00 01                    # flags: RESPONSE
        00 00 00 07              # correlation id 7
        """);
  }

  static Golden routes() {
    return new Golden(
        new Routes(
            42,
            List.of(
                new PairRoute("p1", 3, "node-a", "127.0.0.1", 7700, true),
                new PairRoute("p2", 1, "node-b", "b.example", 7701, false))),
        """
        00 00 00 4e              # length 78
        01                       # version 1
        03                       # command 3 ROUTE
        00 01                    # flags: RESPONSE
        00 00 00 07              # correlation id 7
        00 00 00 00 00 00 00 2a  # version 42
        00 02                    # pairs 2
        00 02                    # pair, length
        70 31                    # "p1"
        00 00 00 00 00 00 00 03  # epoch 3
        00 06                    # nodeId, length
        6e 6f 64 65 2d 61        # "node-a"
        00 09                    # host, length
        31 32 37 2e 30 2e 30 2e 31 # "127.0.0.1"
        1e 14                    # port 7700
        01                       # acceptsPublishes true
        00 02                    # pair, length
        70 32                    # "p2"
        00 00 00 00 00 00 00 01  # epoch 1
        00 06                    # nodeId, length
        6e 6f 64 65 2d 62        # "node-b"
        00 09                    # host, length
        62 2e 65 78 61 6d 70 6c 65 # "b.example"
        1e 15                    # port 7701
        00                       # acceptsPublishes false
        """);
  }

  static Golden published() {
    return new Golden(
        new Published(
            3, Published.OFFSET_UNKNOWN, 4_096, 1_700_000_000_000L, Durability.REPLICATED, true),
        """
        00 00 00 22              # length 34
        01                       # version 1
        04                       # command 4 PUBLISH
        00 01                    # flags: RESPONSE
        00 00 00 07              # correlation id 7
        00 00 00 00 00 00 00 03  # epoch 3
        7f ff ff ff ff ff ff ff  # offset: not known, 9223372036854775807
        00 00 00 00 00 00 10 00  # position 4096
        00 00 01 8b cf e5 68 00  # storedAtMillis 1700000000000
        03                       # durability REPLICATED 3
        01                       # duplicate true
        """);
  }

  static Golden pulled() {
    return new Golden(
        new Pulled(3, 2, 30_000, OrderMode.BY_KEY, deliveries()),
        """
        00 00 00 42              # length 66
        01                       # version 1
        05                       # command 5 PULL
        00 01                    # flags: RESPONSE
        00 00 00 07              # correlation id 7
        00 00 00 00 00 00 00 03  # epoch 3
        00 00 00 02              # generation 2
        00 00 75 30              # leaseMillis 30000
        01                       # order BY_KEY 1
        00 02                    # deliveries 2
        00 02                    # selections 2
        00 00 00 00              # first 0
        00 00 00 03              # count 3
        00 01                    # attempt 1
        00 00 00 05              # first 5
        00 00 00 01              # count 1
        00 02                    # attempt 2
        00 00 00 04              # frame, length 4
        ca fe ba be              # frame
        00 01                    # selections 1
        00 00 00 00              # first 0
        00 00 00 01              # count 1
        00 01                    # attempt 1
        00 00 00 01              # frame, length 1
        2a                       # frame
        """);
  }

  static Golden settled() {
    return new Golden(
        new Settled(List.of(new OffsetRange(10, 12), new OffsetRange(20, 20)), 5),
        """
        00 00 00 24              # length 36
        01                       # version 1
        06                       # command 6 SETTLE
        00 01                    # flags: RESPONSE
        00 00 00 07              # correlation id 7
        00 02                    # stale 2
        00 00 00 00 00 00 00 0a  # first 10
        00 00 00 00 00 00 00 0c  # last 12
        00 00 00 00 00 00 00 14  # first 20
        00 00 00 00 00 00 00 14  # last 20
        00 05                    # restMillis 5
        """);
  }

  static Golden pullCancelled() {
    return new Golden(
        new PullCancelled(),
        """
        00 00 00 00              # length 0
        01                       # version 1
        07                       # command 7 CANCEL_PULL
        00 01                    # flags: RESPONSE
        00 00 00 07              # correlation id 7
        """);
  }

  static Golden readBatches() {
    return new Golden(
        new ReadBatches(3, 12, 254, 500, deliveries()),
        """
        00 00 00 4d              # length 77
        01                       # version 1
        08                       # command 8 READ
        00 01                    # flags: RESPONSE
        00 00 00 07              # correlation id 7
        00 00 00 00 00 00 00 03  # epoch 3
        00 00 00 0c              # partition 12
        00 00 00 00 00 00 00 fe  # nextOffset 254
        00 00 00 00 00 00 01 f4  # endOffset 500
        00 02                    # deliveries 2
        00 02                    # selections 2
        00 00 00 00              # first 0
        00 00 00 03              # count 3
        00 01                    # attempt 1
        00 00 00 05              # first 5
        00 00 00 01              # count 1
        00 02                    # attempt 2
        00 00 00 04              # frame, length 4
        ca fe ba be              # frame
        00 01                    # selections 1
        00 00 00 00              # first 0
        00 00 00 01              # count 1
        00 01                    # attempt 1
        00 00 00 01              # frame, length 1
        2a                       # frame
        """);
  }

  static Golden refusal() {
    return new Golden(
        new Refusal(ErrorCode.NOT_ACTIVE, "node-a is standby", "b.example:7701", 250),
        """
        00 00 00 29              # length 41
        01                       # version 1
        04                       # command 4 PUBLISH
        00 03                    # flags: RESPONSE and ERROR
        00 00 00 07              # correlation id 7
        00 16                    # code NOT_ACTIVE 22
        00 11                    # message, length
        6e 6f 64 65 2d 61 20 69 73 20 73 74 61 6e 64 62 # "node-a is standby"
        79
        00 0e                    # hint, length
        62 2e 65 78 61 6d 70 6c 65 3a 37 37 30 31 # "b.example:7701"
        00 00 00 fa              # retryAfterMillis 250
        """);
  }

  private static List<DeliveredBatch> deliveries() {
    return List.of(
        new DeliveredBatch(
            List.of(new Selection(0, 3, 1), new Selection(5, 1, 2)),
            Unpooled.wrappedBuffer(
                new byte[] {(byte) 0xCA, (byte) 0xFE, (byte) 0xBA, (byte) 0xBE})),
        new DeliveredBatch(
            List.of(new Selection(0, 1, 1)), Unpooled.wrappedBuffer(new byte[] {42})));
  }
}

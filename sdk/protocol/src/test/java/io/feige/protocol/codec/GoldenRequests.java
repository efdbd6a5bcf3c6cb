package io.feige.protocol.codec;

import io.feige.protocol.command.AlterTopic;
import io.feige.protocol.command.Authenticate;
import io.feige.protocol.command.CancelPull;
import io.feige.protocol.command.CreateTopic;
import io.feige.protocol.command.DeleteGroup;
import io.feige.protocol.command.DeleteTopic;
import io.feige.protocol.command.FindRoute;
import io.feige.protocol.command.GetDisk;
import io.feige.protocol.command.GetStatus;
import io.feige.protocol.command.Hello;
import io.feige.protocol.command.ListGroups;
import io.feige.protocol.command.ListTopics;
import io.feige.protocol.command.Ping;
import io.feige.protocol.command.Publish;
import io.feige.protocol.command.Pull;
import io.feige.protocol.command.Read;
import io.feige.protocol.command.ResetGroup;
import io.feige.protocol.command.Settle;
import io.feige.protocol.model.ClientKind;
import io.feige.protocol.model.Durability;
import io.feige.protocol.model.LeaseStage;
import io.feige.protocol.model.OrderMode;
import io.feige.protocol.model.ReadFrom;
import io.feige.protocol.model.Secret;
import io.feige.protocol.model.StartAt;
import io.feige.protocol.model.TopicPlace;
import io.feige.protocol.model.TopicSpec;
import io.feige.protocol.model.Verdict;
import io.netty.buffer.Unpooled;
import java.util.List;

/** Every request, byte by byte, as {@code docs/wire-format.md} says. */
final class GoldenRequests {
  private GoldenRequests() {}

  static List<Golden> all() {
    return List.of(
        hello(),
        ping(),
        findRoute(),
        publish(),
        pull(),
        settle(),
        cancelPull(),
        read(),
        createTopic(),
        alterTopic(),
        deleteTopic(),
        listTopics(),
        listGroups(),
        resetGroup(),
        deleteGroup(),
        getStatus(),
        getDisk(),
        authenticate());
  }

  static Golden hello() {
    return new Golden(
        new Hello(1, 1, ClientKind.SDK, "feige-java/0.1", "pair-1", "token", Secret.of("s3cret")),
        """
        00 00 00 2c              # length 44
        01                       # version 1
        01                       # command 1 HELLO
        00 00                    # flags: request
        00 00 00 07              # correlation id 7
        01                       # minVersion 1
        01                       # maxVersion 1
        01                       # kind SDK 1
        00 0e                    # software, length
        66 65 69 67 65 2d 6a 61 76 61 2f 30 2e 31 # "feige-java/0.1"
        00 06                    # pair, length
        70 61 69 72 2d 31        # "pair-1"
        00 05                    # scheme, length
        74 6f 6b 65 6e           # "token"
        00 00 00 06              # secret, length
        73 33 63 72 65 74        # secret
        """);
  }

  static Golden authenticate() {
    return new Golden(
        new Authenticate("scram-sha-256", Secret.of("n,,n=ann,r=ab")),
        """
        00 00 00 20              # length 32
        01                       # version 1
        15                       # command 21 AUTHENTICATE
        00 00                    # flags: request
        00 00 00 07              # correlation id 7
        00 0d                    # scheme, length
        73 63 72 61 6d 2d 73 68 61 2d 32 35 36 # "scram-sha-256"
        00 00 00 0d              # message, length
        6e 2c 2c 6e 3d 61 6e 6e 2c 72 3d 61 62 # message
        """);
  }

  static Golden ping() {
    return new Golden(
        new Ping(),
        """
        00 00 00 00              # length 0
        01                       # version 1
        02                       # command 2 PING
        00 00                    # flags: request
        00 00 00 07              # correlation id 7
        """);
  }

  static Golden findRoute() {
    return new Golden(
        new FindRoute(41, 5_000),
        """
        00 00 00 0c              # length 12
        01                       # version 1
        03                       # command 3 ROUTE
        00 00                    # flags: request
        00 00 00 07              # correlation id 7
        00 00 00 00 00 00 00 29  # knownVersion 41
        00 00 13 88              # waitMillis 5000
        """);
  }

  static Golden publish() {
    return new Golden(
        new Publish(
            "orders", 3, Durability.LOCAL, 17, Unpooled.wrappedBuffer(new byte[] {1, 2, 3})),
        """
        00 00 00 1c              # length 28
        01                       # version 1
        04                       # command 4 PUBLISH
        00 00                    # flags: request
        00 00 00 07              # correlation id 7
        00 06                    # topic, length
        6f 72 64 65 72 73        # "orders"
        00 00 00 00 00 00 00 03  # epoch 3
        02                       # durability LOCAL 2
        00 00 00 00 00 00 00 11  # resolvedBelow 17
        01 02 03                 # batch: the rest
        """);
  }

  static Golden pull() {
    return new Golden(
        new Pull(
            "orders",
            3,
            "billing",
            "c-1",
            0x0123456789abcdefL,
            StartAt.EARLIEST,
            100,
            1_048_576,
            5_000,
            30_000,
            LeaseStage.UNSTARTED),
        """
        00 00 00 38              # length 56
        01                       # version 1
        05                       # command 5 PULL
        00 00                    # flags: request
        00 00 00 07              # correlation id 7
        00 06                    # topic, length
        6f 72 64 65 72 73        # "orders"
        00 00 00 00 00 00 00 03  # epoch 3
        00 07                    # group, length
        62 69 6c 6c 69 6e 67     # "billing"
        00 03                    # consumer, length
        63 2d 31                 # "c-1"
        01 23 45 67 89 ab cd ef  # holder
        01                       # start EARLIEST 1
        00 00 00 64              # maxMessages 100
        00 10 00 00              # maxBytes 1048576
        00 00 13 88              # waitMillis 5000
        00 00 75 30              # leaseMillis 30000
        01                       # stage UNSTARTED 1
        """);
  }

  private static List<Verdict> eachVerdict() {
    return List.of(
        Verdict.ack(10, 19, 1),
        Verdict.nack(20, 20, 2, Verdict.TOPIC_BACK_OFF),
        Verdict.reject(21, 21, 3, "bad"),
        Verdict.extend(22, 23, 1, 60_000),
        Verdict.release(24, 24, 1),
        Verdict.claim(25, 27, 1),
        Verdict.start(28, 28, 2));
  }

  static Golden settle() {
    return new Golden(
        new Settle("orders", 3, "billing", "c-1", 0x0123456789abcdefL, 2, eachVerdict()),
        """
        00 00 00 de              # length 222
        01                       # version 1
        06                       # command 6 SETTLE
        00 00                    # flags: request
        00 00 00 07              # correlation id 7
        00 06                    # topic, length
        6f 72 64 65 72 73        # "orders"
        00 00 00 00 00 00 00 03  # epoch 3
        00 07 62 69 6c 6c 69 6e 67  # group, its length and "billing"
        00 03 63 2d 31           # consumer, its length and "c-1"
        01 23 45 67 89 ab cd ef  # holder
        00 00 00 02              # generation 2
        00 07                    # verdicts 7
        01                       # kind ACK 1
        00 00 00 00 00 00 00 0a 00 00 00 00 00 00 00 13 # first 10, last 19
        00 01                    # attempt 1
        00 00 00 00              # delayMillis 0
        00 00                    # reason, empty
        02                       # kind NACK 2
        00 00 00 00 00 00 00 14 00 00 00 00 00 00 00 14 # first 20, last 20
        00 02                    # attempt 2
        ff ff ff ff              # delayMillis: the topic's back-off, 4294967295
        00 00                    # reason, empty
        03                       # kind REJECT 3
        00 00 00 00 00 00 00 15 00 00 00 00 00 00 00 15 # first 21, last 21
        00 03                    # attempt 3
        00 00 00 00              # delayMillis 0
        00 03                    # reason, length
        62 61 64                 # "bad"
        04                       # kind EXTEND 4
        00 00 00 00 00 00 00 16 00 00 00 00 00 00 00 17 # first 22, last 23
        00 01                    # attempt 1
        00 00 ea 60              # delayMillis 60000
        00 00                    # reason, empty
        05                       # kind RELEASE 5
        00 00 00 00 00 00 00 18 00 00 00 00 00 00 00 18 # first 24, last 24
        00 01                    # attempt 1
        00 00 00 00              # delayMillis 0
        00 00                    # reason, empty
        06                       # kind CLAIM 6
        00 00 00 00 00 00 00 19 00 00 00 00 00 00 00 1b # first 25, last 27
        00 01                    # attempt 1
        00 00 00 00              # delayMillis 0
        00 00                    # reason, empty
        07                       # kind START 7
        00 00 00 00 00 00 00 1c 00 00 00 00 00 00 00 1c # first 28, last 28
        00 02                    # attempt 2
        00 00 00 00              # delayMillis 0
        00 00                    # reason, empty
        """);
  }

  static Golden cancelPull() {
    return new Golden(
        new CancelPull(0xFFFF_FFFE),
        """
        00 00 00 04              # length 4
        01                       # version 1
        07                       # command 7 CANCEL_PULL
        00 00                    # flags: request
        00 00 00 07              # correlation id 7
        ff ff ff fe              # correlation id of the pull 4294967294
        """);
  }

  static Golden read() {
    return new Golden(
        new Read("orders", 3, 12, ReadFrom.timeMillis(1_700_000_000_000L), 65_536, 250),
        """
        00 00 00 25              # length 37
        01                       # version 1
        08                       # command 8 READ
        00 00                    # flags: request
        00 00 00 07              # correlation id 7
        00 06                    # topic, length
        6f 72 64 65 72 73        # "orders"
        00 00 00 00 00 00 00 03  # epoch 3
        00 00 00 0c              # partition 12
        04                       # from TIME_MILLIS 4
        00 00 01 8b cf e5 68 00  # value 1700000000000
        00 01 00 00              # maxBytes 65536
        00 00 00 fa              # waitMillis 250
        """);
  }

  static Golden createTopic() {
    return new Golden(
        new CreateTopic(
            new TopicSpec(
                "orders",
                OrderMode.BY_KEY,
                5,
                30_000,
                1_000,
                60_000,
                86_400_000L,
                1_073_741_824L,
                true,
                0,
                TopicPlace.EVERYWHERE,
                List.of()),
            true),
        """
        00 00 00 29              # length 41
        01                       # version 1
        09                       # command 9 TOPIC_CREATE
        00 00                    # flags: request
        00 00 00 07              # correlation id 7
        00 06                    # spec.name, length
        6f 72 64 65 72 73        # "orders"
        01                       # order BY_KEY 1
        00 05                    # maxAttempts 5
        00 00 75 30              # leaseMillis 30000
        00 00 03 e8              # retryDelayMillis 1000
        00 00 ea 60              # retryDelayMaxMillis 60000
        00 00 00 00 05 26 5c 00  # retentionMillis 86400000
        00 00 00 00 40 00 00 00  # retentionBytes 1073741824
        01                       # keepForGroups true
        01                       # ifAbsent true
        """);
  }

  static Golden alterTopic() {
    return new Golden(
        new AlterTopic(
            new TopicSpec(
                "orders",
                OrderMode.BY_KEY,
                5,
                30_000,
                1_000,
                60_000,
                86_400_000L,
                1_073_741_824L,
                true,
                0,
                TopicPlace.EVERYWHERE,
                List.of())),
        """
        00 00 00 28              # length 40
        01                       # version 1
        11                       # command 17 TOPIC_ALTER
        00 00                    # flags: request
        00 00 00 07              # correlation id 7
        00 06                    # spec.name, length
        6f 72 64 65 72 73        # "orders"
        01                       # order BY_KEY 1
        00 05                    # maxAttempts 5
        00 00 75 30              # leaseMillis 30000
        00 00 03 e8              # retryDelayMillis 1000
        00 00 ea 60              # retryDelayMaxMillis 60000
        00 00 00 00 05 26 5c 00  # retentionMillis 86400000
        00 00 00 00 40 00 00 00  # retentionBytes 1073741824
        01                       # keepForGroups true
        """);
  }

  static Golden deleteTopic() {
    return new Golden(
        new DeleteTopic("orders"),
        """
        00 00 00 08              # length 8
        01                       # version 1
        0a                       # command 10 TOPIC_DELETE
        00 00                    # flags: request
        00 00 00 07              # correlation id 7
        00 06                    # topic, length
        6f 72 64 65 72 73        # "orders"
        """);
  }

  static Golden listTopics() {
    return new Golden(
        new ListTopics("", "orders"),
        """
        00 00 00 0a              # length 10
        01                       # version 1
        0b                       # command 11 TOPIC_LIST
        00 00                    # flags: request
        00 00 00 07              # correlation id 7
        00 00                    # topic, empty
        00 06                    # after, length
        6f 72 64 65 72 73        # "orders"
        """);
  }

  static Golden listGroups() {
    return new Golden(
        new ListGroups("orders", "", "orders", "g"),
        """
        00 00 00 15              # length 21
        01                       # version 1
        0c                       # command 12 GROUP_LIST
        00 00                    # flags: request
        00 00 00 07              # correlation id 7
        00 06                    # topic, length
        6f 72 64 65 72 73        # "orders"
        00 00                    # group, empty
        00 06                    # afterTopic, length
        6f 72 64 65 72 73        # "orders"
        00 01                    # afterGroup, length
        67                       # "g"
        """);
  }

  static Golden resetGroup() {
    return new Golden(
        new ResetGroup("orders", "billing", 9, ReadFrom.offset(250)),
        """
        00 00 00 1e              # length 30
        01                       # version 1
        0d                       # command 13 GROUP_RESET
        00 00                    # flags: request
        00 00 00 07              # correlation id 7
        00 06                    # topic, length
        6f 72 64 65 72 73        # "orders"
        00 07                    # group, length
        62 69 6c 6c 69 6e 67     # "billing"
        00 00 00 09              # partition 9
        03                       # to OFFSET 3
        00 00 00 00 00 00 00 fa  # value 250
        """);
  }

  static Golden deleteGroup() {
    return new Golden(
        new DeleteGroup("orders", "billing"),
        """
        00 00 00 11              # length 17
        01                       # version 1
        0e                       # command 14 GROUP_DELETE
        00 00                    # flags: request
        00 00 00 07              # correlation id 7
        00 06                    # topic, length
        6f 72 64 65 72 73        # "orders"
        00 07                    # group, length
        62 69 6c 6c 69 6e 67     # "billing"
        """);
  }

  static Golden getStatus() {
    return new Golden(
        new GetStatus(),
        """
        00 00 00 00              # length 0
        01                       # version 1
        0f                       # command 15 STATUS
        00 00                    # flags: request
        00 00 00 07              # correlation id 7
        """);
  }

  static Golden getDisk() {
    return new Golden(
        new GetDisk(20),
        """
        00 00 00 02              # length 2
        01                       # version 1
        14                       # command 20 DISK
        00 00                    # flags: request
        00 00 00 07              # correlation id 7
        00 14                    # limit 20
        """);
  }
}

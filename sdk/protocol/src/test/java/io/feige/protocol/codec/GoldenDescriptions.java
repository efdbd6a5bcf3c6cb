package io.feige.protocol.codec;

import io.feige.protocol.command.DiskUse;
import io.feige.protocol.command.GroupDeleted;
import io.feige.protocol.command.GroupList;
import io.feige.protocol.command.GroupReset;
import io.feige.protocol.command.NodeStatus;
import io.feige.protocol.command.TopicAltered;
import io.feige.protocol.command.TopicCreated;
import io.feige.protocol.command.TopicDeleted;
import io.feige.protocol.command.TopicList;
import io.feige.protocol.model.DiskHolder;
import io.feige.protocol.model.DiskHolderKind;
import io.feige.protocol.model.GroupDescription;
import io.feige.protocol.model.GroupHolder;
import io.feige.protocol.model.NodeRole;
import io.feige.protocol.model.OrderMode;
import io.feige.protocol.model.TopicDescription;
import io.feige.protocol.model.TopicPlace;
import io.feige.protocol.model.TopicSpec;
import java.util.List;

/** Answers to what operators ask, byte by byte, as {@code docs/wire-format.md} says. */
final class GoldenDescriptions {
  private GoldenDescriptions() {}

  static List<Golden> all() {
    return List.of(
        topicCreated(),
        topicAltered(),
        topicDeleted(),
        topicList(),
        groupList(),
        groupReset(),
        groupDeleted(),
        nodeStatus(),
        diskUse());
  }

  static Golden topicCreated() {
    return new Golden(
        new TopicCreated(
            new TopicDescription(
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
                3,
                10,
                500,
                490,
                65_536,
                2,
                1_700_000_000_000L)),
        """
        00 00 00 58              # length 88
        01                       # version 1
        09                       # command 9 TOPIC_CREATE
        00 01                    # flags: RESPONSE
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
        00 00 00 03              # partition 3
        00 00 00 00 00 00 00 0a  # startOffset 10
        00 00 00 00 00 00 01 f4  # endOffset 500
        00 00 00 00 00 00 01 ea  # committedOffset 490
        00 00 00 00 00 01 00 00  # bytes 65536
        00 00 00 02              # delayed 2
        00 00 01 8b cf e5 68 00  # createdAtMillis 1700000000000
        """);
  }

  static Golden topicAltered() {
    return new Golden(
        new TopicAltered(
            new TopicDescription(
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
                3,
                10,
                500,
                490,
                65_536,
                2,
                1_700_000_000_000L)),
        """
        00 00 00 58              # length 88
        01                       # version 1
        11                       # command 17 TOPIC_ALTER
        00 01                    # flags: RESPONSE
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
        00 00 00 03              # partition 3
        00 00 00 00 00 00 00 0a  # startOffset 10
        00 00 00 00 00 00 01 f4  # endOffset 500
        00 00 00 00 00 00 01 ea  # committedOffset 490
        00 00 00 00 00 01 00 00  # bytes 65536
        00 00 00 02              # delayed 2
        00 00 01 8b cf e5 68 00  # createdAtMillis 1700000000000
        """);
  }

  static Golden topicDeleted() {
    return new Golden(
        new TopicDeleted(),
        """
        00 00 00 00              # length 0
        01                       # version 1
        0a                       # command 10 TOPIC_DELETE
        00 01                    # flags: RESPONSE
        00 00 00 07              # correlation id 7
        """);
  }

  static Golden topicList() {
    return new Golden(
        new TopicList(
            List.of(
                new TopicDescription(
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
                    3,
                    10,
                    500,
                    490,
                    65_536,
                    2,
                    1_700_000_000_000L)),
            "orders"),
        """
        00 00 00 62              # length 98
        01                       # version 1
        0b                       # command 11 TOPIC_LIST
        00 01                    # flags: RESPONSE
        00 00 00 07              # correlation id 7
        00 01                    # topics 1
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
        00 00 00 03              # partition 3
        00 00 00 00 00 00 00 0a  # startOffset 10
        00 00 00 00 00 00 01 f4  # endOffset 500
        00 00 00 00 00 00 01 ea  # committedOffset 490
        00 00 00 00 00 01 00 00  # bytes 65536
        00 00 00 02              # delayed 2
        00 00 01 8b cf e5 68 00  # createdAtMillis 1700000000000
        00 06                    # next, length
        6f 72 64 65 72 73        # "orders"
        """);
  }

  private static GroupHolder holder() {
    return new GroupHolder("c-1", 0x0123456789abcdefL, 4, 2, 1, 1, 1_700_000_000_002L, true);
  }

  static Golden groupList() {
    return new Golden(
        new GroupList(
            List.of(
                new GroupDescription(
                    "orders",
                    "billing",
                    2,
                    100,
                    500,
                    7,
                    8,
                    9,
                    1,
                    1_700_000_000_001L,
                    392,
                    "all leased",
                    List.of(holder()),
                    3)),
            "orders",
            "billing"),
        """
        00 00 00 90              # length 144
        01                       # version 1
        0c                       # command 12 GROUP_LIST
        00 01                    # flags: RESPONSE
        00 00 00 07              # correlation id 7
        00 01                    # groups 1
        00 06                    # topic, length
        6f 72 64 65 72 73        # "orders"
        00 07                    # group, length
        62 69 6c 6c 69 6e 67     # "billing"
        00 00 00 02              # generation 2
        00 00 00 00 00 00 00 64  # floor 100
        00 00 00 00 00 00 01 f4  # endOffset 500
        00 00 00 07              # outstanding 7
        00 00 00 08              # ackedAbove 8
        00 00 00 09              # retrying 9
        00 00 00 01              # parkedPulls 1
        00 00 01 8b cf e5 68 01  # oldestUnsettledMillis 1700000000001
        00 00 00 00 00 00 01 88  # lag 392
        00 0a                    # blockedBecause, length
        61 6c 6c 20 6c 65 61 73 65 64 # "all leased"
        00 01                    # holders 1
        00 03                    # consumer, length
        63 2d 31                 # "c-1"
        01 23 45 67 89 ab cd ef  # holder
        00 00 00 04              # unstarted 4
        00 00 00 02              # claimed 2
        00 00 00 01              # started 1
        00 00 00 01              # waitingPulls 1
        00 00 01 8b cf e5 68 02  # oldestMillis 1700000000002
        01                       # isConnected true
        00 00 00 03              # moreHolders 3
        00 06                    # nextTopic, length
        6f 72 64 65 72 73        # "orders"
        00 07                    # nextGroup, length
        62 69 6c 6c 69 6e 67     # "billing"
        """);
  }

  static Golden groupReset() {
    return new Golden(
        new GroupReset(
            new GroupDescription(
                "orders",
                "billing",
                2,
                100,
                500,
                7,
                8,
                9,
                1,
                1_700_000_000_001L,
                392,
                "all leased",
                List.of(
                    new GroupHolder(
                        "c-1", 0x0123456789abcdefL, 4, 2, 1, 1, 1_700_000_000_002L, true)),
                3)),
        """
        00 00 00 7d              # length 125
        01                       # version 1
        0d                       # command 13 GROUP_RESET
        00 01                    # flags: RESPONSE
        00 00 00 07              # correlation id 7
        00 06                    # topic, length
        6f 72 64 65 72 73        # "orders"
        00 07                    # group, length
        62 69 6c 6c 69 6e 67     # "billing"
        00 00 00 02              # generation 2
        00 00 00 00 00 00 00 64  # floor 100
        00 00 00 00 00 00 01 f4  # endOffset 500
        00 00 00 07              # outstanding 7
        00 00 00 08              # ackedAbove 8
        00 00 00 09              # retrying 9
        00 00 00 01              # parkedPulls 1
        00 00 01 8b cf e5 68 01  # oldestUnsettledMillis 1700000000001
        00 00 00 00 00 00 01 88  # lag 392
        00 0a                    # blockedBecause, length
        61 6c 6c 20 6c 65 61 73 65 64 # "all leased"
        00 01                    # holders 1
        00 03                    # consumer, length
        63 2d 31                 # "c-1"
        01 23 45 67 89 ab cd ef  # holder
        00 00 00 04              # unstarted 4
        00 00 00 02              # claimed 2
        00 00 00 01              # started 1
        00 00 00 01              # waitingPulls 1
        00 00 01 8b cf e5 68 02  # oldestMillis 1700000000002
        01                       # isConnected true
        00 00 00 03              # moreHolders 3
        """);
  }

  static Golden groupDeleted() {
    return new Golden(
        new GroupDeleted(),
        """
        00 00 00 00              # length 0
        01                       # version 1
        0e                       # command 14 GROUP_DELETE
        00 01                    # flags: RESPONSE
        00 00 00 07              # correlation id 7
        """);
  }

  static Golden nodeStatus() {
    return new Golden(
        new NodeStatus(
            "node-a",
            "feige/0.1",
            1_700_000_000_000L,
            3,
            NodeRole.ACTIVE,
            64,
            4_096,
            2_048,
            5,
            6,
            7,
            10_737_418_240L,
            false,
            "disk"),
        """
        00 00 00 57              # length 87
        01                       # version 1
        0f                       # command 15 STATUS
        00 01                    # flags: RESPONSE
        00 00 00 07              # correlation id 7
        00 06                    # nodeId, length
        6e 6f 64 65 2d 61        # "node-a"
        00 09                    # software, length
        66 65 69 67 65 2f 30 2e 31 # "feige/0.1"
        00 00 01 8b cf e5 68 00  # startedAtMillis 1700000000000
        00 00 00 00 00 00 00 03  # epoch 3
        01                       # role ACTIVE 1
        00 00 00 00 00 00 00 40  # journalStart 64
        00 00 00 00 00 00 10 00  # journalEnd 4096
        00 00 00 00 00 00 08 00  # commitPosition 2048
        00 00 00 05              # topics 5
        00 00 00 06              # groups 6
        00 00 00 07              # connections 7
        00 00 00 02 80 00 00 00  # diskFreeBytes 10737418240
        00                       # acceptsPublishes false
        00 04                    # reason, length
        64 69 73 6b              # "disk"
        """);
  }

  static Golden diskUse() {
    return new Golden(
        new DiskUse(
            "node-1",
            NodeRole.ACTIVE,
            0,
            65_536,
            8_192,
            24_576,
            1_048_576,
            4_096,
            true,
            1_700_000_000_000L,
            List.of(
                new DiskHolder(
                    DiskHolderKind.GROUP,
                    "orders",
                    "billing",
                    500,
                    65_280,
                    256,
                    1_700_000_000_000L),
                new DiskHolder(DiskHolderKind.SNAPSHOT, "", "", 1_024, 1_024, 64_512, 0)),
            3),
        """
        00 00 00 9f              # length 159
        01                       # version 1
        14                       # command 20 DISK
        00 01                    # flags: RESPONSE
        00 00 00 07              # correlation id 7
        00 06                    # nodeId, length
        6e 6f 64 65 2d 31        # "node-1"
        01                       # role ACTIVE 1
        00 00 00 00 00 00 00 00  # journalStart 0
        00 00 00 00 00 01 00 00  # journalEnd 65536
        00 00 00 00 00 00 20 00  # neededBytes 8192
        00 00 00 00 00 00 60 00  # limitBytes 24576
        00 00 00 00 00 10 00 00  # diskFreeBytes 1048576
        00 00 00 00 00 00 10 00  # reserveBytes 4096
        01                       # carriesForward true
        00 00 01 8b cf e5 68 00  # lookedAtMillis 1700000000000
        00 02                    # holders 2
        02                       # kind GROUP 2
        00 06 6f 72 64 65 72 73  # topic, its length and "orders"
        00 07 62 69 6c 6c 69 6e 67  # name, its length and "billing"
        00 00 00 00 00 00 01 f4  # bytes 500
        00 00 00 00 00 00 ff 00  # heldBytes 65280
        00 00 00 00 00 00 01 00  # position 256
        00 00 01 8b cf e5 68 00  # sinceMillis 1700000000000
        06                       # kind SNAPSHOT 6
        00 00                    # topic, empty
        00 00                    # name, empty
        00 00 00 00 00 00 04 00  # bytes 1024
        00 00 00 00 00 00 04 00  # heldBytes 1024
        00 00 00 00 00 00 fc 00  # position 64512
        00 00 00 00 00 00 00 00  # sinceMillis 0: not known
        00 00 00 03              # moreHolders 3
        """);
  }
}

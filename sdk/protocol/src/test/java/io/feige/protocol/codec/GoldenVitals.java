package io.feige.protocol.codec;

import io.feige.protocol.command.GetVitals;
import io.feige.protocol.command.NodeVitals;
import io.feige.protocol.model.NodeHealth;
import io.feige.protocol.model.NodeProcess;
import io.feige.protocol.model.NodeRole;
import io.feige.protocol.model.NodeUsage;
import io.feige.protocol.model.ReplicaDisk;
import io.feige.protocol.model.ThreadUse;
import java.util.List;

/** What a node is like, byte by byte, as {@code docs/wire-format.md} says. */
final class GoldenVitals {
  private static final NodeVitals VITALS =
      new NodeVitals(
          "node-1",
          new NodeProcess("feige 1", "25", 1_700_000_000_000L, 1_700_000_060_000L, 4),
          new NodeUsage(
              100, 200, 300, 400, 57, NodeUsage.UNKNOWN, 3, 10_000, 500, NodeUsage.UNKNOWN),
          new NodeHealth(false, List.of("t died"), List.of("x", "")),
          List.of(new ThreadUse("net", 3, 999), new ThreadUse("fl", ThreadUse.NONE, 0)),
          List.of(new ReplicaDisk("pair-1", NodeRole.STANDBY, 4_711, 65_536, 9, 10)));

  private static final String NODE_VITALS =
      """
      00 00 00 c5              # length 197
      01                       # version 1
      1b                       # command 27 VITALS
      00 01                    # flags: RESPONSE
      00 00 00 07              # correlation id 7
      00 06                    # nodeId, length
      6e 6f 64 65 2d 31        # "node-1"
      00 07                    # software, length
      66 65 69 67 65 20 31     # "feige 1"
      00 02                    # javaVersion, length
      32 35                    # "25"
      00 00 01 8b cf e5 68 00  # startedAtMillis 1700000000000
      00 00 01 8b cf e6 52 60  # nowMillis 1700000060000
      00 00 00 04              # processors 4
      00 00 00 00 00 00 00 64  # heapUsed 100
      00 00 00 00 00 00 00 c8  # heapMax 200
      00 00 00 00 00 00 01 2c  # directUsed 300
      00 00 00 00 00 00 01 90  # directMax 400
      00 00 00 00 00 00 00 39  # openFiles 57
      ff ff ff ff ff ff ff ff  # maxOpenFiles -1: not known
      00 00 00 03              # connections 3
      00 00 27 10              # maxConnections 10000
      00 00 00 00 00 00 01 f4  # confirmP50Micros 500
      ff ff ff ff ff ff ff ff  # confirmP99Micros -1: not known
      00                       # isAlive false
      00 01                    # deadThreads 1
      00 06                    # deadThread, length
      74 20 64 69 65 64        # "t died"
      00 02                    # failing 2
      00 01                    # failing, length
      78                       # "x"
      00 00                    # failing, empty
      00 02                    # threads 2
      00 03                    # name, length
      6e 65 74                 # "net"
      00 00 00 03              # connections 3
      03 e7                    # busyPermille 999
      00 02                    # name, length
      66 6c                    # "fl"
      ff ff ff ff              # connections -1: it serves none
      00 00                    # busyPermille 0
      00 01                    # replicas 1
      00 06                    # pair, length
      70 61 69 72 2d 31        # "pair-1"
      02                       # role STANDBY 2
      00 00 00 00 00 00 12 67  # storedBytes 4711
      00 00 00 00 00 01 00 00  # limitBytes 65536
      00 00 00 00 00 00 00 09  # diskFreeBytes 9
      00 00 00 00 00 00 00 0a  # reserveBytes 10
      """;

  private GoldenVitals() {}

  static List<Golden> all() {
    return List.of(getVitals(), nodeVitals());
  }

  static Golden getVitals() {
    return new Golden(
        new GetVitals(),
        """
        00 00 00 00              # length 0
        01                       # version 1
        1b                       # command 27 VITALS
        00 00                    # flags: request
        00 00 00 07              # correlation id 7
        """);
  }

  static Golden nodeVitals() {
    return new Golden(VITALS, NODE_VITALS);
  }
}

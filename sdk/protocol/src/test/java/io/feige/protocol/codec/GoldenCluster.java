package io.feige.protocol.codec;

import io.feige.protocol.cluster.AccessMark;
import io.feige.protocol.cluster.AccessNews;
import io.feige.protocol.cluster.Ask;
import io.feige.protocol.cluster.AskKind;
import io.feige.protocol.cluster.BackupServes;
import io.feige.protocol.cluster.Member;
import io.feige.protocol.cluster.PairOrder;
import io.feige.protocol.cluster.PairState;
import io.feige.protocol.cluster.Publishing;
import io.feige.protocol.cluster.ReplicaReport;
import io.feige.protocol.cluster.ReplicaStory;
import io.feige.protocol.cluster.StoreLag;
import io.feige.protocol.command.Beat;
import io.feige.protocol.command.DeathTaken;
import io.feige.protocol.command.NodeReport;
import io.feige.protocol.command.ProveDeath;
import io.feige.protocol.command.ProxyDone;
import io.feige.protocol.command.ProxyHeard;
import io.feige.protocol.command.ProxyTask;
import io.feige.protocol.command.ReportProxy;
import io.feige.protocol.model.NodeRole;
import io.feige.protocol.model.ProxySession;
import io.feige.protocol.model.ProxyState;
import io.feige.protocol.model.Secret;
import java.util.List;
import java.util.Optional;

/** What Admin and nodes tell each other, byte by byte, as {@code docs/wire-format.md} says. */
final class GoldenCluster {
  private static final Member A = new Member("node-a", "boot-1");
  private static final Member B = new Member("node-b", "boot-2");

  private static final String DEATH = "0a".repeat(32);

  private GoldenCluster() {}

  private static final String NODE_REPORT =
      """
      00 00 01 d8              # length 472
      01                       # version 1
      10                       # command 16 BEAT
      00 01                    # flags: RESPONSE
      00 00 00 07              # correlation id 7
      00 06                    # member.node, length
      6e 6f 64 65 2d 62        # "node-b"
      00 06                    # member.boot, length
      62 6f 6f 74 2d 32        # "boot-2"
      ff ff ff ff ff ff ff fe  # process: any 64 bits, here -2
      00 09                    # clientHost, length
      62 2e 65 78 61 6d 70 6c 65 # "b.example"
      1e 14                    # clientPort 7700
      00 08                    # linkHost, length
      31 30 2e 30 2e 30 2e 32  # "10.0.0.2"
      1e 15                    # linkPort 7701
      00 00 01 90              # leaseMillis 400
      01                       # isLeaving true
      00 40                    # deathMark, length
      30 61 30 61 30 61 30 61 30 61 30 61 30 61 30 61  # "0a0a0a0a0a0a0a0a"
      30 61 30 61 30 61 30 61 30 61 30 61 30 61 30 61  # and so on
      30 61 30 61 30 61 30 61 30 61 30 61 30 61 30 61
      30 61 30 61 30 61 30 61 30 61 30 61 30 61 30 61
      00 04                    # lineage, length
      74 61 62 31              # "tab1"
      00 00 00 00 00 00 00 08  # accessVersion 8
      00 02                    # replicas 2
      00 06                    # pair, length
      70 61 69 72 2d 31        # "pair-1"
      01                       # role ACTIVE 1
      00 00 00 00 00 00 00 03  # epoch 3
      00 00 00 09              # version 9
      01                       # isActing true
      01                       # isServing true
      00                       # promiseLapsed false
      00 00 00 00 00 00 00 03  # lastEpoch 3
      00 00 00 00 00 00 20 00  # end 8192
      00 00 00 00 00 00 18 00  # durable 6144
      00 00 00 00 00 00 10 00  # commit 4096
      00 00 00 00 00 00 08 00  # lagBytes 2048
      00 00 00 00 00 00 02 62  # stallMillis 610
      02                       # publishing NOT_WITHOUT_DISK 2
      00 00 00 00 00 00 00 60  # storeLagBytes 96
      00 00 00 00 00 00 00 19  # storeLagMillis 25
      02                       # ask GROW 2
      00 00 00 09              # askVersion 9
      00 06                    # peer.node, length
      6e 6f 64 65 2d 61        # "node-a"
      00 06                    # peer.boot, length
      62 6f 6f 74 2d 31        # "boot-1"
      00 00 00 00 00 00 00 03  # activatedEpoch 3
      00 00 00 00 00 00 04 00  # activatedAt 1024
      00 00 00 00 00 00 02 00  # commitBefore 512
      00 00 00 00 00 00 00 0e  # servedAfterMillis 14
      00 00 00 00 00 00 00 05  # redelivered 5
      00 00 00 00 00 00 00 02  # cutEpoch 2
      00 00 00 00 00 00 02 80  # cutFrom 640
      00 00 00 00 00 00 00 48  # cutBytes 72
      00 06                    # pair, length
      70 61 69 72 2d 32        # "pair-2"
      03                       # role JOINING 3
      00 00 00 00 00 00 00 00  # epoch 0
      00 00 00 00              # version 0
      00                       # isActing false
      00                       # isServing false
      01                       # promiseLapsed true
      00 00 00 00 00 00 00 00  # lastEpoch 0
      00 00 00 00 00 00 00 00  # end 0
      00 00 00 00 00 00 00 00  # durable 0
      00 00 00 00 00 00 00 00  # commit 0
      ff ff ff ff ff ff ff ff  # lagBytes -1: nobody to compare with
      00 00 00 00 00 00 00 00  # stallMillis 0: the disk answers
      00                       # publishing TAKEN 0
      ff ff ff ff ff ff ff ff  # storeLagBytes -1: it writes no rows
      ff ff ff ff ff ff ff ff  # storeLagMillis -1: it writes no rows
      00                       # ask NONE 0
      00 00 00 00              # askVersion 0
      00 00                    # peer.node, empty
      00 00                    # peer.boot, empty
      00 00 00 00 00 00 00 00  # activatedEpoch 0
      00 00 00 00 00 00 00 00  # activatedAt 0
      00 00 00 00 00 00 00 00  # commitBefore 0
      ff ff ff ff ff ff ff ff  # servedAfterMillis -1: not yet
      00 00 00 00 00 00 00 00  # redelivered 0
      00 00 00 00 00 00 00 00  # cutEpoch 0
      00 00 00 00 00 00 00 00  # cutFrom 0
      00 00 00 00 00 00 00 00  # cutBytes 0
      """;

  private static final String BEAT =
      """
      00 00 01 01              # length 257
      01                       # version 1
      10                       # command 16 BEAT
      00 00                    # flags: request
      00 00 00 07              # correlation id 7
      00 00 00 00 00 00 00 0c  # leaderEpoch 12
      00 02                    # pairs 2
      00 06                    # pair, length
      70 61 69 72 2d 31        # "pair-1"
      00 06                    # master, length
      6e 6f 64 65 2d 61        # "node-a"
      00 06                    # backup, length
      6e 6f 64 65 2d 62        # "node-b"
      00 06                    # active, length
      6e 6f 64 65 2d 62        # "node-b"
      00 00 00 00 00 00 00 03  # epoch 3
      00 02                    # inSync 2
      00 06                    # member.node, length
      6e 6f 64 65 2d 62        # "node-b"
      00 06                    # member.boot, length
      62 6f 6f 74 2d 32        # "boot-2"
      00 06                    # member.node, length
      6e 6f 64 65 2d 61        # "node-a"
      00 06                    # member.boot, length
      62 6f 6f 74 2d 31        # "boot-1"
      01                       # handedOver true
      02                       # backupServes PULLS 2
      00 00 00 09              # version 9
      01                       # handOver true
      00 09                    # peerHost, length
      61 2e 65 78 61 6d 70 6c 65 # "a.example"
      1e 15                    # peerPort 7701
      00 05                    # clientHost, length
      61 2e 70 75 62           # "a.pub"
      1e 14                    # clientPort 7700
      00 40                    # peerDeath, length
      30 61 30 61 30 61 30 61 30 61 30 61 30 61 30 61  # "0a0a0a0a0a0a0a0a"
      30 61 30 61 30 61 30 61 30 61 30 61 30 61 30 61  # and so on
      30 61 30 61 30 61 30 61 30 61 30 61 30 61 30 61
      30 61 30 61 30 61 30 61 30 61 30 61 30 61 30 61
      00 06                    # pair, length
      70 61 69 72 2d 32        # "pair-2"
      00 06                    # master, length
      6e 6f 64 65 2d 62        # "node-b"
      00 00                    # backup, empty
      00 00                    # active, empty
      00 00 00 00 00 00 00 00  # epoch 0
      00 00                    # inSync 0
      00                       # handedOver false
      01                       # backupServes ALL 1
      00 00 00 00              # version 0
      00                       # handOver false
      00 00                    # peerHost, empty
      00 00                    # peerPort 0
      00 00                    # clientHost, empty
      00 00                    # clientPort 0
      00 00                    # peerDeath, empty
      00 04                    # lineage, length
      74 61 62 31              # "tab1"
      00 00 00 00 00 00 00 09  # accessVersion 9
      00 00 00 05              # table, length
      75 73 65 72 73           # table
      ff ff ff ff ff ff ff fe  # drill
      """;

  static List<Golden> all() {
    return List.of(
        beat(),
        nodeReport(),
        proveDeath(),
        deathTaken(),
        reportProxy(),
        proxyHeard(),
        listSessions(),
        endSession(),
        notice(),
        drain());
  }

  private static Beat orders() {
    PairState active =
        new PairState(
            "pair-1", "node-a", "node-b", "node-b", 3, List.of(B, A), true, BackupServes.PULLS, 9);
    PairState fresh = PairState.fresh("pair-2", "node-b", "", BackupServes.ALL);
    return new Beat(
        12,
        List.of(
            new PairOrder(active, true, "a.example", 7701, "a.pub", 7700, DEATH),
            new PairOrder(fresh, false, "", 0, "", 0)),
        new AccessNews(new AccessMark("tab1", 9), Secret.of("users")),
        -2);
  }

  static Golden beat() {
    return new Golden(orders(), BEAT);
  }

  static Golden nodeReport() {
    return new Golden(
        new NodeReport(
                B, -2, "b.example", 7700, "10.0.0.2", 7701, 400, true, List.of(active(), joining()))
            .watchedAs(DEATH)
            .holding(new AccessMark("tab1", 8)),
        NODE_REPORT);
  }

  static Golden proveDeath() {
    return new Golden(
        new ProveDeath("node-a", DEATH),
        """
        00 00 00 4a              # length 74
        01                       # version 1
        1c                       # command 28 DEATH
        00 00                    # flags: request
        00 00 00 07              # correlation id 7
        00 06                    # node, length
        6e 6f 64 65 2d 61        # "node-a"
        00 40                    # proof, length
        30 61 30 61 30 61 30 61 30 61 30 61 30 61 30 61  # "0a0a0a0a0a0a0a0a"
        30 61 30 61 30 61 30 61 30 61 30 61 30 61 30 61  # and so on
        30 61 30 61 30 61 30 61 30 61 30 61 30 61 30 61
        30 61 30 61 30 61 30 61 30 61 30 61 30 61 30 61
        """);
  }

  static Golden deathTaken() {
    return new Golden(
        new DeathTaken(),
        """
        00 00 00 00              # length 0
        01                       # version 1
        1c                       # command 28 DEATH
        00 01                    # flags: RESPONSE
        00 00 00 07              # correlation id 7
        """);
  }

  static Golden reportProxy() {
    return new Golden(
        new ReportProxy(
            "p-1",
            -2,
            List.of("http://a:1", "ws://a:1"),
            1_000,
            ProxyState.STOPPING,
            3,
            2,
            258,
            86_400_000,
            Optional.of(
                new ProxyDone(
                    5, 1, List.of(new ProxySession(9, "a:2", "anna", 1_000, 2, 258, 3)), true))),
        """
        00 00 00 85              # length 133
        01                       # version 1
        1d                       # command 29 PROXY
        00 00                    # flags: request
        00 00 00 07              # correlation id 7
        00 03                    # proxy, length
        70 2d 31                 # "p-1"
        ff ff ff ff ff ff ff fe  # instance -2
        00 02                    # addresses, count
        00 0a                    # address, length
        68 74 74 70 3a 2f 2f 61 3a 31  # "http://a:1"
        00 08                    # address, length
        77 73 3a 2f 2f 61 3a 31  # "ws://a:1"
        00 00 00 00 00 00 03 e8  # startedAtMillis
        02                       # state STOPPING
        00 00 00 03              # connections
        00 00 00 02              # callers
        00 00 00 00 00 00 01 02  # requests
        00 00 00 00 05 26 5c 00  # certificateEndMillis
        01                       # isDone
        00 00 00 00 00 00 00 05  # number
        00 00 00 01              # count
        00 01                    # sessions, count
        00 00 00 00 00 00 00 09  # id
        00 03                    # address, length
        61 3a 32                 # "a:2"
        00 04                    # user, length
        61 6e 6e 61              # "anna"
        00 00 00 00 00 00 03 e8  # startedAtMillis
        00 00 00 02              # subscriptions
        00 00 00 00 00 00 01 02  # behind
        00 00 00 00 00 00 00 03  # owedBytes
        01                       # hasMore
        """);
  }

  static Golden proxyHeard() {
    return heard(
        Optional.empty(),
        """
        00 00 00 05              # length 5
        01                       # version 1
        1d                       # command 29 PROXY
        00 01                    # flags: RESPONSE
        00 00 00 07              # correlation id 7
        00 00 07 d0              # nextMillis
        00                       # no task
        """);
  }

  private static Golden listSessions() {
    return heard(
        Optional.of(new ProxyTask.ListSessions(5, 9, 100)),
        """
        00 00 00 17              # length 23
        01                       # version 1
        1d                       # command 29 PROXY
        00 01                    # flags: RESPONSE
        00 00 00 07              # correlation id 7
        00 00 07 d0              # nextMillis
        01                       # LIST_SESSIONS
        00 00 00 00 00 00 00 05  # number
        00 00 00 00 00 00 00 09  # after
        00 64                    # limit
        """);
  }

  private static Golden endSession() {
    return heard(
        Optional.of(new ProxyTask.EndSession(5, 9)),
        """
        00 00 00 15              # length 21
        01                       # version 1
        1d                       # command 29 PROXY
        00 01                    # flags: RESPONSE
        00 00 00 07              # correlation id 7
        00 00 07 d0              # nextMillis
        02                       # END_SESSION
        00 00 00 00 00 00 00 05  # number
        00 00 00 00 00 00 00 09  # session
        """);
  }

  private static Golden notice() {
    return heard(
        Optional.of(new ProxyTask.Notice(5, "doves")),
        """
        00 00 00 14              # length 20
        01                       # version 1
        1d                       # command 29 PROXY
        00 01                    # flags: RESPONSE
        00 00 00 07              # correlation id 7
        00 00 07 d0              # nextMillis
        03                       # NOTICE
        00 00 00 00 00 00 00 05  # number
        00 05                    # text, length
        64 6f 76 65 73           # "doves"
        """);
  }

  private static Golden drain() {
    return heard(
        Optional.of(new ProxyTask.Drain(5)),
        """
        00 00 00 0d              # length 13
        01                       # version 1
        1d                       # command 29 PROXY
        00 01                    # flags: RESPONSE
        00 00 00 07              # correlation id 7
        00 00 07 d0              # nextMillis
        04                       # DRAIN
        00 00 00 00 00 00 00 05  # number
        """);
  }

  private static Golden heard(Optional<ProxyTask> task, String bytes) {
    return new Golden(new ProxyHeard(2_000, task), bytes);
  }

  private static ReplicaReport active() {
    return new ReplicaReport(
        "pair-1",
        NodeRole.ACTIVE,
        3,
        9,
        true,
        true,
        false,
        3,
        8_192,
        6_144,
        4_096,
        2_048,
        610,
        Publishing.NOT_WITHOUT_DISK,
        new StoreLag(96, 25),
        new Ask(AskKind.GROW, 9, A),
        new ReplicaStory(3, 1_024, 512, 14, 5, 2, 640, 72));
  }

  private static ReplicaReport joining() {
    return new ReplicaReport(
        "pair-2",
        NodeRole.JOINING,
        0,
        0,
        false,
        false,
        true,
        0,
        0,
        0,
        0,
        -1,
        0,
        Publishing.TAKEN,
        StoreLag.NONE,
        Ask.NOTHING,
        ReplicaStory.EMPTY);
  }
}

package io.feige.protocol.codec;

import io.feige.protocol.Hex;
import io.feige.protocol.cluster.Member;
import io.feige.protocol.link.Ack;
import io.feige.protocol.link.Copy;
import io.feige.protocol.link.EpochStart;
import io.feige.protocol.link.Fetch;
import io.feige.protocol.link.Fetched;
import io.feige.protocol.link.Join;
import io.feige.protocol.link.Joined;
import io.feige.protocol.link.LinkAccepted;
import io.feige.protocol.link.LinkChallenge;
import io.feige.protocol.link.LinkProof;
import io.feige.protocol.link.LinkRefused;
import io.feige.protocol.link.LinkToken;
import io.feige.protocol.link.SnapshotPart;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.stream.Stream;

/** Every frame of the replication link, byte by byte, as {@code docs/wire-format.md} says. */
public final class GoldenLink {
  /** The secret under which the proofs were computed. */
  public static final String SECRET = "a secret of the cluster";

  /** What the dialler was asked. */
  public static final LinkChallenge CHALLENGE =
      new LinkChallenge(1, LinkToken.nonce(Hex.bytes("000102030405060708090a0b0c0d0e0f")));

  /** What it answered. */
  public static final LinkProof PROOF =
      new LinkProof(
          LinkToken.nonce(Hex.bytes("f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff")),
          LinkToken.proof(
              Hex.bytes("a0d7c1a6ef0314149195612923e71315e994816feb636acd54951b64bd989ff8")),
          "node-b",
          "pair-1");

  /** What the acceptor proved in turn. */
  public static final LinkToken ACCEPTOR_PROOF =
      LinkToken.proof(
          Hex.bytes("4b0734e842cc29fc168cc01a6540552471af7893624b666c451018b473703a8f"));

  private GoldenLink() {}

  static List<LinkGolden> handshakes() {
    return List.of(challenge(), proof(), accepted(), refused());
  }

  static List<LinkGolden> messages() {
    return List.of(
        join(),
        joined(),
        joinedWithSnapshot(),
        snapshotPart(),
        copy(),
        probe(),
        ack(),
        fetch(),
        fetched());
  }

  static Stream<LinkGolden> all() {
    return Stream.concat(handshakes().stream(), messages().stream());
  }

  static LinkGolden challenge() {
    return new LinkGolden(
        CHALLENGE,
        """
        00 00 00 12              # length 18
        01                       # kind 1 CHALLENGE
        01                       # version 1
        00 01 02 03 04 05 06 07  # nonce
        08 09 0a 0b 0c 0d 0e 0f  # ...
        """);
  }

  static LinkGolden proof() {
    return new LinkGolden(
        PROOF,
        """
        00 00 00 41              # length 65
        02                       # kind 2 PROOF
        f0 f1 f2 f3 f4 f5 f6 f7  # nonce
        f8 f9 fa fb fc fd fe ff  # ...
        a0 d7 c1 a6 ef 03 14 14  # proof: HMAC-SHA256, computed by another program
        91 95 61 29 23 e7 13 15  # ...
        e9 94 81 6f eb 63 6a cd  # ...
        54 95 1b 64 bd 98 9f f8  # ...
        00 06                    # node, length
        6e 6f 64 65 2d 62        # "node-b"
        00 06                    # pair, length
        70 61 69 72 2d 31        # "pair-1"
        """);
  }

  static LinkGolden accepted() {
    return new LinkGolden(
        new LinkAccepted(ACCEPTOR_PROOF),
        """
        00 00 00 21              # length 33
        03                       # kind 3 ACCEPTED
        4b 07 34 e8 42 cc 29 fc  # proof: HMAC-SHA256, computed by another program
        16 8c c0 1a 65 40 55 24  # ...
        71 af 78 93 62 4b 66 6c  # ...
        45 10 18 b4 73 70 3a 8f  # ...
        """);
  }

  static LinkGolden refused() {
    return new LinkGolden(
        new LinkRefused("node-b is not a member of pair-1"),
        """
        00 00 00 23              # length 35
        04                       # kind 4 REFUSED
        00 20                    # why, length
        6e 6f 64 65 2d 62 20 69 73 20 6e 6f 74 20 61 20 6d 65 6d 62 65 72 20 6f 66 20 70 61 69 72 2d 31 # "node-b is not a member of pair-1"
        """);
  }

  static LinkGolden join() {
    return new LinkGolden(
        new Join(
            "pair-1",
            new Member("node-b", "boot-2"),
            3,
            List.of(new EpochStart(1, 0), new EpochStart(2, 4_096)),
            8_192),
        """
        00 00 00 4d              # length 77
        10                       # kind 16 JOIN
        00 06                    # pair, length
        70 61 69 72 2d 31        # "pair-1"
        00 06                    # from.node, length
        6e 6f 64 65 2d 62        # "node-b"
        00 06                    # from.boot, length
        62 6f 6f 74 2d 32        # "boot-2"
        00 00 00 00 00 00 00 03  # epoch 3
        00 02                    # history 2
        00 00 00 00 00 00 00 01  # epoch 1
        00 00 00 00 00 00 00 00  # position 0
        00 00 00 00 00 00 00 02  # epoch 2
        00 00 00 00 00 00 10 00  # position 4096
        00 00 00 00 00 00 20 00  # end 8192
        00 00                    # deathMark, empty
        """);
  }

  static LinkGolden joined() {
    return new LinkGolden(
        new Joined(3, 4_096, 0, -1, 0),
        """
        00 00 00 2b              # length 43
        11                       # kind 17 JOINED
        00 00 00 00 00 00 00 03  # epoch 3
        00 00 00 00 00 00 10 00  # agreed 4096
        00 00 00 00 00 00 00 00  # start 0
        ff ff ff ff ff ff ff ff  # snapshotPosition -1: none follows
        00 00 00 00 00 00 00 00  # snapshotBytes 0
        00 00                    # deathMark, empty
        """);
  }

  static LinkGolden joinedWithSnapshot() {
    return new LinkGolden(
        new Joined(3, 0, 1_048_576, 2_097_152, 65_536, "0a".repeat(32)),
        """
        00 00 00 6b              # length 107
        11                       # kind 17 JOINED
        00 00 00 00 00 00 00 03  # epoch 3
        00 00 00 00 00 00 00 00  # agreed 0
        00 00 00 00 00 10 00 00  # start 1048576
        00 00 00 00 00 20 00 00  # snapshotPosition 2097152
        00 00 00 00 00 01 00 00  # snapshotBytes 65536
        00 40                    # deathMark, length
        30 61 30 61 30 61 30 61 30 61 30 61 30 61 30 61  # "0a0a0a0a0a0a0a0a"
        30 61 30 61 30 61 30 61 30 61 30 61 30 61 30 61  # and so on
        30 61 30 61 30 61 30 61 30 61 30 61 30 61 30 61
        30 61 30 61 30 61 30 61 30 61 30 61 30 61 30 61
        """);
  }

  static LinkGolden snapshotPart() {
    return new LinkGolden(
        new SnapshotPart(3, ByteBuffer.wrap(Hex.bytes("0102030405"))),
        """
        00 00 00 0e              # length 14
        12                       # kind 18 SNAPSHOT_PART
        00 00 00 00 00 00 00 03  # epoch 3
        01 02 03 04 05           # bytes: the rest
        """);
  }

  static LinkGolden copy() {
    return new LinkGolden(
        new Copy(3, 4_096, 8_192, 2_048, -2, ByteBuffer.wrap(Hex.bytes("cafebabe"))),
        """
        00 00 00 2d              # length 45
        13                       # kind 19 COPY
        00 00 00 00 00 00 00 03  # epoch 3
        00 00 00 00 00 00 10 00  # position 4096
        00 00 00 00 00 00 20 00  # end 8192
        00 00 00 00 00 00 08 00  # commit 2048
        ff ff ff ff ff ff ff fe  # sentNanos: any 64 bits, here -2
        ca fe ba be              # frames: the rest
        """);
  }

  static LinkGolden probe() {
    return new LinkGolden(
        new Copy(3, 8_192, 8_192, 8_192, 5_000_000_000L, ByteBuffer.allocate(0)),
        """
        00 00 00 29              # length 41
        13                       # kind 19 COPY
        00 00 00 00 00 00 00 03  # epoch 3
        00 00 00 00 00 00 20 00  # position 8192
        00 00 00 00 00 00 20 00  # end 8192
        00 00 00 00 00 00 20 00  # commit 8192
        00 00 00 01 2a 05 f2 00  # sentNanos: any 64 bits, here 5000000000
        """);
  }

  static LinkGolden ack() {
    return new LinkGolden(
        new Ack(3, 4_100, 4_096, -2, 400),
        """
        00 00 00 25              # length 37
        14                       # kind 20 ACK
        00 00 00 00 00 00 00 03  # epoch 3
        00 00 00 00 00 00 10 04  # written 4100
        00 00 00 00 00 00 10 00  # durable 4096
        ff ff ff ff ff ff ff fe  # sentNanos: any 64 bits, here -2
        00 00 01 90              # promiseMillis 400
        """);
  }

  static LinkGolden fetch() {
    return new LinkGolden(
        new Fetch(3, 4_096, 8_192),
        """
        00 00 00 19              # length 25
        15                       # kind 21 FETCH
        00 00 00 00 00 00 00 03  # epoch
        00 00 00 00 00 00 10 00  # position
        00 00 00 00 00 00 20 00  # end
        """);
  }

  static LinkGolden fetched() {
    return new LinkGolden(
        new Fetched(3, 4_096, ByteBuffer.wrap(new byte[] {1, 2, 3})),
        """
        00 00 00 14              # length 20
        16                       # kind 22 FETCHED
        00 00 00 00 00 00 00 03  # epoch
        00 00 00 00 00 00 10 00  # position
        01 02 03                 # frames
        """);
  }
}

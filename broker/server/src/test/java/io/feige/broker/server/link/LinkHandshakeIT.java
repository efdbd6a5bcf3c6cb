package io.feige.broker.server.link;

import static io.feige.broker.server.link.LinkedNode.PAIR;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

import io.feige.broker.server.net.HostPort;
import io.feige.protocol.codec.LinkCodec;
import io.feige.protocol.link.Ack;
import io.feige.protocol.link.LinkAccepted;
import io.feige.protocol.link.LinkChallenge;
import io.feige.protocol.link.LinkProof;
import io.feige.protocol.link.LinkRefused;
import io.feige.protocol.link.LinkToken;
import io.feige.protocol.model.Secret;
import io.feige.tls.Encryption;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class LinkHandshakeIT {
  private static final String SECRET = "a long and random secret";

  private LinkedNode node;

  @BeforeEach
  void start() throws IOException {
    node = LinkedNode.of("node-1", SECRET);
  }

  @AfterEach
  void stop() {
    node.close();
  }

  @Test
  void peersOfOneClusterOpenALinkAndKnowEachOther() throws IOException {
    try (LinkedNode other = LinkedNode.of("node-2", SECRET)) {
      Recorder dialled = other.dial(node.port(), PAIR);

      LinkSession there = dialled.session();
      LinkSession here = node.accepted.session();
      assertThat(there.isDialled()).isTrue();
      assertThat(there.peerNode()).isEqualTo("node-there");
      assertThat(there.pair()).isEqualTo(PAIR);
      assertThat(here.isDialled()).isFalse();
      assertThat(here.peerNode()).isEqualTo("node-2");
      assertThat(here.pair()).isEqualTo(PAIR);
      assertThat(dialled.threads).containsOnly("feige-pair-1");
      assertThat(node.accepted.threads).containsOnly("feige-pair-1");
      assertThat(node.entrants()).isZero();
      assertThat(node.metric("feige_links_refused_total")).isZero();
    }
  }

  @Test
  void sessionsOfANodeNeverShareAnId() throws IOException {
    try (LinkedNode other = LinkedNode.of("node-2", SECRET)) {
      long first = other.dial(node.port(), PAIR).session().id();
      long second = other.dial(node.port(), PAIR).session().id();
      long accepted = node.accepted.session(1).id();

      assertThat(second).isGreaterThan(first).isPositive();
      assertThat(accepted).isGreaterThan(node.accepted.session(0).id());
    }
  }

  @Test
  void anotherSecretOpensNothingOnEitherSide() throws IOException {
    try (LinkedNode stranger = LinkedNode.of("node-2", "another secret")) {
      Recorder dialled = stranger.dial(node.port(), PAIR);

      assertThat(dialled.failure()).isEqualTo("the other side ended the connection");
      assertThat(dialled.told).containsExactly("dial failed");
      assertNothingHappened(1);
    }
  }

  @Test
  void anEmptySecretIsRefusedAtOnce() {
    assertThatIllegalArgumentException()
        .isThrownBy(() ->
            new LinkSetup(
                "node-1", Secret.NONE, node.loops.controlLoop(), node.metrics, Encryption.NONE));
  }

  @Test
  void whoAcceptsAnyProofAndCannotGiveOneIsNotBelieved() throws Exception {
    try (ServerSocket impostor = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Recorder dialled = node.dial(impostor.getLocalPort(), PAIR);
      try (RawPeer accepted = new RawPeer(impostor.accept())) {
        accepted.send(challenge());
        LinkProof proof = (LinkProof) accepted.receive();
        assertThat(proof.node()).isEqualTo("node-1");
        // Its own proof, sent back to it, is not one of the other side's.
        accepted.send(new LinkAccepted(proof.proof()));

        assertThat(dialled.failure()).isEqualTo("it does not know the cluster's secret");
        assertThat(accepted.isEnded()).isTrue();
      }
      assertThat(dialled.opened).isEmpty();
    }
  }

  @Test
  void whatComesBeforeTheOtherSideHasProvedItselfIsNotTaken() throws Exception {
    try (ServerSocket impostor = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Recorder dialled = node.dial(impostor.getLocalPort(), PAIR);
      try (RawPeer accepted = new RawPeer(impostor.accept())) {
        accepted.send(challenge());
        var _ = accepted.receive();
        accepted.send(RawPeer.bytes(new Ack(1, 2, 3, 4, 5)));

        assertThat(dialled.failure()).contains("kind 20 is not known here");
      }
      assertThat(dialled.opened).isEmpty();
      assertThat(dialled.received).isEmpty();
    }
  }

  @Test
  void aPeerIsToldWhyItIsNotTaken() throws IOException {
    try (LinkedNode other = LinkedNode.of("node-2", SECRET);
        LinkedNode namesake = LinkedNode.of("node-1", SECRET)) {
      assertThat(other.dial(node.port(), "pair-9").failure())
          .isEqualTo("it refused: node node-1 has no replica of pair pair-9 to copy");
      assertThat(namesake.dial(node.port(), PAIR).failure())
          .startsWith("it refused: this node has the name of the one that dials");
      assertNothingHappened(0);
    }
  }

  @Test
  void aRefusalCannotForgeLogLines() throws Exception {
    try (ServerSocket impostor = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Recorder dialled = node.dial(impostor.getLocalPort(), PAIR);
      try (RawPeer accepted = new RawPeer(impostor.accept())) {
        accepted.send(challenge());
        var _ = accepted.receive();
        accepted.send(new LinkRefused("no\nFEIGE-1003 \u001b[2J"));

        assertThat(dialled.failure()).isEqualTo("it refused: no?FEIGE-1003 ?[2J");
      }
    }
  }

  @Test
  void framesOfAnOpenLinkChangeNothingWithoutAProof() throws IOException {
    List<byte[]> forged =
        List.of(
            RawPeer.bytes(Messages.join()),
            RawPeer.bytes(Messages.joined()),
            RawPeer.bytes(Messages.copy(0, ByteBuffer.allocate(100))),
            RawPeer.bytes(Messages.snapshotPart(ByteBuffer.allocate(100))),
            RawPeer.bytes(new Ack(9, 9, 9, 9, 9)),
            RawPeer.bytes(new LinkAccepted(LinkToken.proof(new byte[32]))),
            RawPeer.bytes(challenge()));
    for (byte[] frame : forged) {
      try (RawPeer stranger = RawPeer.connect(node.port())) {
        var _ = stranger.receive();
        stranger.send(frame);
        assertThat(stranger.isEnded()).as("nothing is answered").isTrue();
      }
    }
    assertNothingHappened(forged.size());
  }

  @Test
  void whatFollowsAWrongProofIsNotTakenEither() throws IOException {
    try (RawPeer stranger = RawPeer.connect(node.port())) {
      LinkChallenge challenge = (LinkChallenge) stranger.receive();
      byte[] proof = RawPeer.bytes(RawPeer.proof(challenge, "a guess", "node-2"));
      byte[] join = RawPeer.bytes(Messages.join());
      stranger.send(ByteBuffer.allocate(proof.length + join.length).put(proof).put(join).array());

      assertThat(stranger.isEnded()).isTrue();
    }
    assertNothingHappened(1);
  }

  @Test
  void aProofIsOfNoUseOnAnotherConnection() throws IOException {
    try (RawPeer peer = RawPeer.connect(node.port());
        RawPeer stranger = RawPeer.connect(node.port())) {
      LinkProof seen = RawPeer.proof((LinkChallenge) peer.receive(), SECRET, "node-2");
      var _ = stranger.receive();
      stranger.send(seen);

      assertThat(stranger.isEnded()).isTrue();
      assertNothingHappened(1);
    }
  }

  @Test
  void aProofHoldsForItsNodeAndPairAlone() throws IOException {
    try (RawPeer stranger = RawPeer.connect(node.port())) {
      LinkProof proof = RawPeer.proof((LinkChallenge) stranger.receive(), SECRET, "node-2");
      stranger.send(new LinkProof(proof.nonce(), proof.proof(), "node-3", proof.pair()));

      assertThat(stranger.isEnded()).isTrue();
    }
    assertNothingHappened(1);
  }

  @Test
  void garbageAndLongFramesEndTheConnectionAtOnce() throws IOException {
    int tooLong = LinkCodec.MAX_LENGTH_BEFORE_HANDSHAKE + 1;
    List<byte[]> garbage =
        List.of(
            "GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII),
            new byte[64],
            ByteBuffer.allocate(4).putInt(tooLong).array(),
            ByteBuffer.allocate(4).putInt(LinkCodec.MAX_LENGTH).array(),
            ByteBuffer.allocate(4).putInt(-1).array());
    for (byte[] bytes : garbage) {
      try (RawPeer stranger = RawPeer.connect(node.port())) {
        var _ = stranger.receive();
        stranger.send(bytes);
        assertThat(stranger.isEnded()).isTrue();
      }
    }
    assertNothingHappened(garbage.size());
  }

  @Test
  void randomBytesNeverOpenAnything() throws IOException {
    Random random = new Random(20);
    for (int i = 0; i < 200; i++) {
      byte[] bytes = new byte[1 + random.nextInt(400)];
      random.nextBytes(bytes);
      if (random.nextBoolean() && bytes.length > 5) {
        ByteBuffer.wrap(bytes).putInt(bytes.length - 4).put((byte) random.nextInt(24));
      }
      try (RawPeer stranger = RawPeer.connect(node.port())) {
        stranger.send(bytes);
      }
    }
    await().until(() -> node.metric("feige_links_refused_total") == 200);
    assertNothingHappened(200);
  }

  @Test
  void whoIsSlowWithTheHandshakeHasToGoOnEitherSide() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        RawPeer stranger = RawPeer.connect(node.port())) {
      Recorder dialled = node.dial(silent.getLocalPort(), PAIR);
      try (RawPeer held = new RawPeer(silent.accept())) {
        var _ = stranger.receive();
        // Half of a frame is no sign of progress.
        stranger.send(new byte[] {0, 0});

        assertThat(stranger.isEnded()).isTrue();
        assertThat(dialled.failure()).isEqualTo("no link within 5000 ms");
        assertThat(held.isEnded()).isTrue();
      }
    }
    assertNothingHappened(1);
  }

  @Test
  void silentStrangersCannotKeepAPeerOut() throws IOException {
    List<RawPeer> strangers = new ArrayList<>();
    try (LinkedNode other = LinkedNode.of("node-2", SECRET)) {
      for (int i = 0; i < 3 * Entrants.MOST; i++) {
        RawPeer stranger = RawPeer.connect(node.port());
        strangers.add(stranger);
        var _ = stranger.receive();
        assertThat(node.entrants()).isLessThanOrEqualTo(Entrants.MOST + 32);
      }
      assertThat(strangers.get(0).isEnded()).as("the oldest had to go").isTrue();

      assertThat(other.dial(node.port(), PAIR).session().isDialled()).isTrue();
    } finally {
      for (RawPeer stranger : strangers) {
        stranger.close();
      }
    }
    await().until(() -> node.entrants() == 0);
  }

  @Test
  void aDialThatLeadsNowhereSaysSo() throws IOException {
    try (Socket refusing = refusing()) {
      assertThat(node.dial(refusing.getLocalPort(), PAIR).failure()).contains("refused");
    }
    HostPort nowhere = new HostPort("no-such-host.invalid", 7);
    assertThat(node.dial(nowhere, PAIR).failure()).contains("no-such-host.invalid");
  }

  @Test
  void aDialReturnsBeforeItsOutcomeIsTold() throws IOException {
    Recorder recorder = new Recorder(node.pairLoop);
    try (Socket refusing = refusing()) {
      HostPort to = new HostPort("127.0.0.1", refusing.getLocalPort());
      boolean isTold =
          node.onLoop(() -> {
            node.dialer.dial(to, "node-2", PAIR, recorder);
            return !recorder.told.isEmpty();
          });
      assertThat(isTold).isFalse();
      assertThat(recorder.failure()).isNotEmpty();
    }
  }

  /** It has a port that nobody else can have, and listens at none. */
  private static Socket refusing() throws IOException {
    Socket socket = new Socket();
    socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    return socket;
  }

  @Test
  void namesAreLookedUp() throws IOException {
    try (LinkedNode other = LinkedNode.of("node-2", SECRET)) {
      Recorder dialled = other.dial(new HostPort("localhost", node.port()), PAIR);
      assertThat(dialled.session().isDialled()).isTrue();
    }
  }

  /** No listener was told anything, and so many connections were counted as refused. */
  private void assertNothingHappened(int refused) {
    await()
        .untilAsserted(
            () -> assertThat(node.metric("feige_links_refused_total")).isEqualTo(refused));
    assertThat(node.accepted.told).isEmpty();
    assertThat(node.accepted.received).isEmpty();
    assertThat(node.server.open()).isZero();
  }

  private static LinkChallenge challenge() {
    return new LinkChallenge(
        LinkChallenge.VERSION, LinkToken.nonce(new byte[LinkToken.NONCE_BYTES]));
  }
}

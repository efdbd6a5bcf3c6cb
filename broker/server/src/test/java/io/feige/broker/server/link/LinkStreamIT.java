package io.feige.broker.server.link;

import static io.feige.broker.server.link.LinkedNode.PAIR;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

import io.feige.broker.server.net.HostPort;
import io.feige.protocol.codec.LinkCodec;
import io.feige.protocol.link.Ack;
import io.feige.protocol.link.Copy;
import io.feige.protocol.link.LinkMessage;
import io.feige.testkit.Waits;
import io.netty.buffer.PooledByteBufAllocator;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class LinkStreamIT {
  private static final String SECRET = "a long and random secret";

  private LinkedNode active;
  private LinkedNode joiner;

  @BeforeEach
  void start() throws IOException {
    active = LinkedNode.of("node-1", SECRET);
    joiner = LinkedNode.of("node-2", SECRET);
  }

  @AfterEach
  void stop() {
    joiner.close();
    active.close();
  }

  @Test
  void everyMessageArrivesAsItWasSentAndInOrder() {
    List<LinkMessage> sent =
        List.of(
            Messages.join(),
            Messages.joined(),
            Messages.snapshotPart(random(70_000)),
            Messages.copy(0, random(1)),
            Messages.copy(1, random(300_000)),
            Messages.copy(300_001, ByteBuffer.allocate(0)),
            new Ack(3, 300_001, 4, -5, 400));
    Recorder dialled = joiner.dial(active.port(), PAIR);
    LinkSession out = dialled.session();

    onLoop(joiner, () -> sent.forEach(out::send));

    await().until(() -> active.accepted.received.size() == sent.size());
    assertThat(active.accepted.received).isEqualTo(sent);
  }

  @Test
  void bothSidesSpeak() {
    Recorder dialled = joiner.dial(active.port(), PAIR);
    active.accepted.onReceived =
        (session, message) -> session.send(new Ack(1, 2, 3, message.epoch(), 4));
    LinkSession out = dialled.session();

    onLoop(joiner, () -> out.send(Messages.join()));

    await().until(() -> dialled.received.size() == 1);
    assertThat(dialled.received).containsExactly(new Ack(1, 2, 3, 3, 4));
  }

  @Test
  void aLongStreamArrivesWholeAndTheSenderIsHeldMeanwhile() {
    int copies = 600;
    Random sizes = new Random(3);
    CRC32C sentSum = new CRC32C();
    CRC32C takenSum = new CRC32C();
    AtomicLong taken = new AtomicLong();
    CountDownLatch isHeld = new CountDownLatch(1);
    active.accepted.onReceived =
        (session, message) -> {
          Copy copy = (Copy) message;
          awaitOpen(isHeld);
          assertThat(copy.position()).isEqualTo(taken.get());
          taken.addAndGet(copy.frames().remaining());
          takenSum.update(copy.frames());
        };
    Recorder dialled = joiner.dial(active.port(), PAIR);
    LinkSession out = dialled.session();
    AtomicLong sent = new AtomicLong();
    AtomicInteger left = new AtomicInteger(copies);
    AtomicInteger held = new AtomicInteger();
    await()
        .pollInterval(Duration.ofMillis(5))
        .until(() ->
            joiner.onLoop(() -> {
              while (left.get() > 0 && out.canSend()) {
                ByteBuffer frames = random(sizes.nextInt(600_000));
                sentSum.update(frames.duplicate());
                dialled.isCalling = true;
                out.send(Messages.copy(sent.getAndAdd(frames.remaining()), frames));
                dialled.isCalling = false;
                left.decrementAndGet();
              }
              if (!out.canSend()) {
                held.incrementAndGet();
              }
              if (held.get() > 0 || left.get() == 0) {
                isHeld.countDown();
              }
              return left.get() == 0;
            }));

    await().until(() -> taken.get() == sent.get());
    assertThat(takenSum.getValue()).isEqualTo(sentSum.getValue());
    assertThat(held.get()).isPositive();
    assertThat(dialled.told).noneMatch(line -> line.startsWith("in the middle"));
    double overhead = copies * (double) (LinkCodec.LENGTH_BYTES + LinkCodec.COPY_OVERHEAD);
    String sentBytes = "feige_link_sent_bytes_total{pair=\"pair-1\",peer=\"node-there\"}";
    String takenBytes = "feige_link_received_bytes_total{pair=\"pair-1\",peer=\"node-2\"}";
    await().until(() -> joiner.metric(sentBytes) == sent.get() + overhead);
    await().until(() -> active.metric(takenBytes) == sent.get() + overhead);
  }

  /** On a loop: whoever sends to this side feels it, however fast the machine is. */
  private static void awaitOpen(CountDownLatch latch) {
    try {
      Waits.open(latch);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void aFrameOfTheGreatestLengthPassesAndALongerOneIsNotSent() {
    int most = LinkCodec.MAX_LENGTH - LinkCodec.COPY_OVERHEAD;
    AtomicLong taken = new AtomicLong();
    active.accepted.onReceived =
        (session, message) -> taken.addAndGet(((Copy) message).frames().remaining());
    Recorder dialled = joiner.dial(active.port(), PAIR);
    LinkSession out = dialled.session();

    onLoop(joiner, () -> out.send(Messages.copy(0, ByteBuffer.allocate(most))));
    onLoop(
        joiner,
        () ->
            assertThatIllegalArgumentException()
                .isThrownBy(() -> out.send(Messages.copy(0, ByteBuffer.allocate(most + 1)))));

    await().until(() -> taken.get() == most);
  }

  @Test
  void piecesOfFramesAreOneStream() throws IOException {
    byte[] one = RawPeer.bytes(Messages.copy(0, random(500)));
    try (RawPeer peer = RawPeer.proved(active.port(), SECRET, "node-2")) {
      for (byte each : one) {
        peer.send(new byte[] {each});
      }
      byte[] three = ByteBuffer.allocate(3 * one.length).put(one).put(one).put(one).array();
      peer.send(three);

      await().until(() -> active.accepted.received.size() == 4);
    }
    assertThat(active.accepted.received).containsOnly(active.accepted.received.get(0));
  }

  @Test
  void whoDoesNotTakeWhatItIsSentIsNotSentMoreAndMayGoOnLater() throws IOException {
    try (RawPeer peer = RawPeer.proved(active.port(), SECRET, "node-2")) {
      LinkSession out = active.accepted.session();
      AtomicLong sent = new AtomicLong();
      await()
          .until(() ->
              active.onLoop(() -> {
                out.send(Messages.copy(0, ByteBuffer.allocate(1 << 20)));
                sent.incrementAndGet();
                return !out.canSend();
              }));
      assertThat(sent.get()).isLessThan(30);
      assertThat(active.accepted.told).doesNotContain("writable " + out.id());

      int frameBytes = LinkCodec.LENGTH_BYTES + LinkCodec.COPY_OVERHEAD + (1 << 20);
      peer.skip(sent.get() * frameBytes);

      await().until(() -> active.accepted.told.contains("writable " + out.id()));
      assertThat(active.onLoop(out::canSend)).isTrue();
    }
  }

  @Test
  void whoIsSentMuchMoreThanItTakesLosesItsLinkAndNothingPilesUp() throws IOException {
    long before = PooledByteBufAllocator.DEFAULT.metric().usedDirectMemory();
    try (RawPeer peer = RawPeer.proved(active.port(), SECRET, "node-2")) {
      LinkSession out = active.accepted.session();
      for (int i = 0; i < 200; i++) {
        onLoop(active, () -> out.send(Messages.copy(0, ByteBuffer.allocate(1 << 20))));
      }
      assertThat(active.accepted.closing(out)).isEqualTo("it takes too little of what it is sent");
      assertThat(peer).isNotNull();
    }
    assertThat(PooledByteBufAllocator.DEFAULT.metric().usedDirectMemory() - before)
        .isLessThan(150L << 20);
  }

  @Test
  void whoEndsALinkForWhichSomethingIsWaitingCanDialAtOnce() throws Exception {
    try (LinkedNode other = LinkedNode.of("node-3", SECRET)) {
      Recorder first = joiner.dial(active.port(), PAIR);
      Recorder second = joiner.dial(other.port(), PAIR);
      LinkSession toFirst = active.accepted.session();
      LinkSession toSecond = other.accepted.session();
      // One of them gets the number that the system gave to the socket that ends.
      List<Recorder> again =
          Stream.generate(() -> new Recorder(joiner.pairLoop)).limit(20).toList();
      AtomicInteger heard = new AtomicInteger();
      BiConsumer<LinkSession, LinkMessage> endTheOther =
          (session, message) -> {
            if (heard.getAndIncrement() == 0) {
              Recorder ended = session.equals(first.session()) ? second : first;
              ended.session().hangUp("not needed any more");
              HostPort to = new HostPort("127.0.0.1", active.port());
              again.forEach(each -> joiner.dialer.dial(to, "node-there", PAIR, each));
            }
          };
      first.onReceived = endTheOther;
      second.onReceived = endTheOther;

      // While the loop stands still something comes for both, so that it finds both in one turn.
      CountDownLatch goOn = new CountDownLatch(1);
      Future<?> standing = joiner.pairLoop.submit(() -> awaitOpen(goOn));
      onLoop(active, () -> toFirst.send(Messages.join()));
      onLoop(other, () -> toSecond.send(Messages.join()));
      // In the turn behind it has left: the kernel has it for the other side.
      onLoop(active, () -> {});
      onLoop(other, () -> {});
      goOn.countDown();

      assertThat(again).allMatch(each -> each.session().isDialled() && each.failed.isEmpty());
      Waits.get(standing);
    }
  }

  @Test
  void whoHangsUpIsToldNothingMoreAndTheOtherIsToldOnce() {
    Recorder dialled = joiner.dial(active.port(), PAIR);
    LinkSession here = dialled.session();
    LinkSession there = active.accepted.session();

    onLoop(
        joiner,
        () -> {
          here.send(Messages.join());
          here.hangUp("enough");
          here.hangUp("and again");
          here.send(Messages.join());
        });

    assertThat(active.accepted.closing(there)).isEqualTo("the other side ended the connection");
    assertThat(active.accepted.received).as("what was sent before").hasSize(1);
    assertThat(dialled.told).containsExactly("opened " + here.id());
    assertThat(active.accepted.told).hasSize(2);
    onLoop(active, () -> there.send(Messages.joined()));
    await().until(() -> active.server.open() == 0);
  }

  @Test
  void aListenerMayHangUpInTheMiddleOfAMessage() {
    active.accepted.onReceived =
        (session, message) -> {
          active.accepted.received.add(message);
          session.hangUp("not this one");
          session.send(Messages.joined());
        };
    Recorder dialled = joiner.dial(active.port(), PAIR);
    LinkSession out = dialled.session();

    onLoop(
        joiner,
        () -> {
          out.send(Messages.join());
          out.send(Messages.join());
        });

    assertThat(dialled.closing(out)).isNotEmpty();
    assertThat(active.accepted.received).hasSize(1);
    assertThat(dialled.received).isEmpty();
  }

  @Test
  void aFaultOfOneListenerEndsItsLinkAlone() throws IOException {
    try (LinkedNode third = LinkedNode.of("node-3", SECRET)) {
      active.accepted.onReceived =
          (session, message) -> {
            if (session.peerNode().equals("node-2")) {
              throw new IllegalStateException("a fault");
            }
            session.send(new Ack(1, 1, 1, 1, 1));
          };
      LinkSession faulty = joiner.dial(active.port(), PAIR).session();
      LinkSession there = active.accepted.session();
      Recorder well = third.dial(active.port(), PAIR);
      LinkSession wellSession = well.session();

      onLoop(joiner, () -> faulty.send(Messages.join()));
      assertThat(active.accepted.closing(there)).isEqualTo("a fault");

      onLoop(third, () -> wellSession.send(Messages.join()));
      await().until(() -> well.received.size() == 1);
    }
  }

  @Test
  void bytesThatAreNoMessageEndAnOpenLink() throws IOException {
    try (RawPeer peer = RawPeer.proved(active.port(), SECRET, "node-2")) {
      LinkSession there = active.accepted.session();
      peer.send(new byte[] {0, 0, 0, 1, 99});

      assertThat(active.accepted.closing(there)).contains("kind 99 is not known here");
      assertThat(peer.isEnded()).isTrue();
    }
  }

  @Test
  void aFrameBeyondTheLimitEndsAnOpenLinkBeforeItHasCome() throws IOException {
    try (RawPeer peer = RawPeer.proved(active.port(), SECRET, "node-2")) {
      LinkSession there = active.accepted.session();
      peer.send(ByteBuffer.allocate(4).putInt(LinkCodec.MAX_LENGTH + 1).array());

      assertThat(active.accepted.closing(there)).contains("limit " + LinkCodec.MAX_LENGTH);
    }
  }

  @Test
  void aPeerThatComesAgainReplacesTheLinkItHasLost() throws IOException {
    try (RawPeer half = RawPeer.proved(active.port(), SECRET, "node-2")) {
      LinkSession lost = active.accepted.session(0);
      LinkSession dialled = joiner.dial(active.port(), PAIR).session();
      LinkSession present = active.accepted.session(1);

      assertThat(active.accepted.told)
          .containsExactly(
              "opened " + lost.id(),
              "closed " + lost.id() + ": the peer has opened another one",
              "opened " + present.id());
      assertThat(half.isEnded()).isTrue();
      onLoop(joiner, () -> dialled.send(Messages.join()));
      await().until(() -> active.accepted.received.size() == 1);
      await().until(() -> active.server.open() == 1);
    }
  }

  @Test
  void manyLinksComeAndGoAndLeaveNothingBehind() {
    for (int wave = 0; wave < 10; wave++) {
      List<Recorder> dialled = new ArrayList<>();
      for (int i = 0; i < Entrants.MOST; i++) {
        dialled.add(joiner.dial(active.port(), PAIR));
      }
      dialled.forEach(Recorder::session);
    }
    await().until(() -> active.accepted.opened.size() == 10 * Entrants.MOST);
    await().until(() -> active.server.open() == 1);

    joiner.dialer.close();

    await().until(() -> active.server.open() == 0);
    assertThat(active.entrants()).isZero();
    assertThat(active.metric("feige_links_refused_total")).isZero();
  }

  @Test
  void closingTheServerEndsItsLinksAndGivesThePortBack() {
    Recorder dialled = joiner.dial(active.port(), PAIR);
    LinkSession session = dialled.session();

    active.server.close();

    assertThat(dialled.closing(session)).isEqualTo("the other side ended the connection");
    assertThat(joiner.dial(active.port(), PAIR).failure()).contains("refused");
  }

  private static void onLoop(LinkedNode node, Runnable task) {
    boolean isDone =
        node.onLoop(() -> {
          task.run();
          return true;
        });
    assertThat(isDone).isTrue();
  }

  private static ByteBuffer random(int bytes) {
    byte[] random = new byte[bytes];
    new Random(bytes).nextBytes(random);
    return ByteBuffer.wrap(random);
  }
}

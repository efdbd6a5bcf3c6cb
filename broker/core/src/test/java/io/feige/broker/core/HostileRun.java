package io.feige.broker.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.broker.core.decide.Lifetimes;
import io.feige.broker.core.decide.MachineLimits;
import io.feige.broker.core.decide.MailLimits;
import io.feige.broker.core.group.DispatchLimits;
import io.feige.broker.core.port.Event;
import io.feige.broker.core.port.Handed;
import io.feige.broker.core.port.Handout;
import io.feige.broker.core.port.Ticket;
import io.feige.broker.core.state.DelayedTable;
import io.feige.broker.core.state.GroupState;
import io.feige.broker.core.state.PartitionState;
import io.feige.broker.core.state.ReceiptLimits;
import io.feige.broker.core.state.ReplicaState;
import io.feige.broker.hostile.HostileCommands;
import io.feige.broker.hostile.Known;
import io.feige.protocol.codec.CommandDecoder;
import io.feige.protocol.codec.CommandEncoder;
import io.feige.protocol.codec.FrameHeader;
import io.feige.protocol.codec.PulledEncoder;
import io.feige.protocol.command.Publish;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.command.Request;
import io.feige.protocol.command.Result;
import io.feige.protocol.error.MalformedFrameException;
import io.feige.protocol.model.DelayedPlace;
import io.feige.protocol.model.TopicSpec;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * One sequence of hostile commands, each as it comes off the wire, with time, commits and lost
 * connections in between. Every answer must fit its frame and come once; afterwards replay from the
 * journal and from a snapshot must know what the replica knows, and another client must be served.
 */
final class HostileRun {
  private static final MachineLimits LIMITS =
      new MachineLimits(
          true,
          TopicSpec.named("d").withMaxAttempts(2).withRetryDelay(100, 400),
          7,
          6,
          4,
          5,
          ReceiptLimits.ofEachTopic(3).withBytesOfAPair(1_000),
          new MailLimits(2_000, 3),
          1 << 16,
          1 << 18,
          new DispatchLimits(40, 12, 60),
          Lifetimes.DEFAULT);
  private static final String CALM = "calm";

  /** A client that knows all that the replica knows. */
  private record KnownState(ReplicaState state) implements Known {
    @Override
    public long epoch() {
      return state.epoch();
    }

    @Override
    public long endOffset(String topic) {
      PartitionState partition = state.topic(topic);
      return partition == null ? 3 : partition.endOffset();
    }

    @Override
    public int generation(String topic, String group) {
      PartitionState partition = state.topic(topic);
      GroupState known = partition == null ? null : partition.group(group);
      return known == null ? 1 : known.cursor().generation();
    }

    @Override
    public DelayedPlace delayed() {
      DelayedTable.Waiting first = state.delayed().first();
      return first == null
          ? DelayedPlace.START
          : new DelayedPlace(first.dueMillis(), first.id(), 0);
    }
  }

  private final SplittableRandom random;
  private final HostileCommands commands;
  private final Replica replica = Replica.serving(LIMITS);
  private final ByteBuf wire = Unpooled.buffer();
  private int handedOver;
  private long answered;
  private long asked;
  private boolean isSessionLost;

  HostileRun(long seed) {
    random = new SplittableRandom(seed);
    commands = new HostileCommands(random);
    replica.publish(CALM, Batches.of(1));
    replica.commit();
    replica.pulled(CALM, 1);
    replica.journal.reuseTickets();
    replica.journal.observe(this::answered);
  }

  /** Commands that could be decoded. */
  int handedOver() {
    return handedOver;
  }

  void storm(int steps) {
    for (int step = 0; step < steps; step++) {
      switch (random.nextInt(12)) {
        case 0, 1, 2 -> replica.commitOnce();
        case 3 -> replica.pass(random.nextInt(4) == 0 ? random.nextInt(600_000) : 200);
        case 4 -> happen();
        default -> send();
      }
    }
  }

  private void happen() {
    switch (random.nextInt(8)) {
      case 0 -> {
        replica.decide(new Event.SessionClosed(random.nextInt(3)));
        isSessionLost = true;
      }
      case 1 -> replica.decide(new Event.Fetched((int) commands.extreme()));
      case 2 -> replica.decide(new Event.DiskRoom(random.nextBoolean(), "full"));
      case 3 -> replica.journal.leaveRoomFor(random.nextInt(20_000));
      case 4 -> replica.decide(new Event.TimePassed());
      default -> replica.journal.makeRoom();
    }
  }

  private void send() {
    int correlation = commands.correlation();
    Request request = overTheWire(correlation);
    if (request == null) {
      return;
    }
    handedOver++;
    asked++;
    replica.journal.forgetAnswers();
    Ticket ticket = new Ticket(random.nextInt(3), correlation, request.type());
    replica.decide(
        request instanceof Publish publish
            ? new Event.Publish(
                ticket,
                publish.topic(),
                publish.epoch(),
                publish.durability(),
                publish.resolvedBelow(),
                publish.batch().nioBuffer())
            : new Event.Ask(ticket, request));
  }

  /** A command as the node gets it; null: one that nobody can send. */
  private @Nullable Request overTheWire(int correlation) {
    ByteBuf frame = Unpooled.buffer();
    try {
      Request made =
          commands.request(new KnownState(replica.machine().state()), replica.nowMillis());
      CommandEncoder.request(1, correlation, made, frame);
      return CommandDecoder.request(FrameHeader.read(frame), frame);
    } catch (IllegalArgumentException | MalformedFrameException e) {
      return null;
    }
  }

  private void answered(Ticket ticket, Object answer) {
    answered++;
    wire.clear();
    switch (answer) {
      case Refusal refusal -> CommandEncoder.refusal(1, 7, ticket.command(), refusal, wire);
      case Result result -> CommandEncoder.result(1, 7, result, wire);
      case Handed handed -> write(handed);
      default -> throw new AssertionError("an answer of " + answer.getClass());
    }
    FrameHeader header = FrameHeader.read(wire);
    assertThat(wire.readableBytes()).isLessThan(FrameHeader.DEFAULT_MAX_BODY_BYTES);
    assertThat(CommandDecoder.answer(header, wire)).isNotNull();
  }

  private void write(Handed handed) {
    PulledEncoder encoder =
        switch (handed) {
          case Handed.ToConsumer pulled -> PulledEncoder.pulled(1, 7, pulled.head(), wire);
          case Handed.ToOwner mail -> PulledEncoder.mail(1, 7, mail.head(), wire);
          case Handed.ToReader read -> PulledEncoder.read(1, 7, read.head(), wire);
        };
    for (Handout handout : handed.handouts()) {
      encoder.delivery(handout.selections(), replica.journal.at(handout.position()).bytes());
    }
    encoder.finish();
  }

  /** The storm is over. */
  void check() {
    replica.journal.makeRoom();
    replica.decide(new Event.DiskRoom(true, ""));
    replica.commit();
    ByteBuffer live = replica.machine().snapshot();
    long end = replica.journal.end();
    Replica replayed = replica.replayedUpTo(end);
    assertThat(replayed.machine().snapshot()).as("replayed").isEqualTo(live);
    Replica restored = replica.restoredFrom(live.duplicate(), end);
    assertThat(restored.machine().snapshot()).as("restored").isEqualTo(live);
    replica.machine().tellLags(9, (_, _, lag, _) -> assertThat(lag).isNotNegative());
    assertThat(replica.machine().retention(replica.nowMillis()).keepFromPosition()).isNotNegative();
    serves(replica.restartedWithAll());
    if (isSessionLost) {
      for (int session = 0; session < 3; session++) {
        replica.decide(new Event.SessionClosed(session));
      }
      serves(replica);
    } else {
      assertThat(answered + replica.machine().retire().size())
          .as("answers, and who waits")
          .isEqualTo(asked);
    }
  }

  private static void serves(Replica another) {
    another.journal.forgetAnswers();
    Ticket publish = another.publish(CALM, Batches.of(1));
    another.commit();
    assertThat(another.receipt(publish).offset()).isPositive();
    assertThat(another.pulled(CALM, 9)).isNotEmpty();
    another.acked(CALM, 0, 1);
    assertThat(another.group(CALM).floor()).isEqualTo(2);
  }
}

package io.feige.broker.sim.cluster.client;

import io.feige.broker.hostile.HostileCommands;
import io.feige.broker.hostile.Known;
import io.feige.broker.sim.cluster.wire.ClientDoor;
import io.feige.broker.sim.cluster.wire.World;
import io.feige.broker.sim.net.Delivered;
import io.feige.broker.sim.world.Timeline;
import io.feige.protocol.cluster.PairState;
import io.feige.protocol.codec.CommandDecoder;
import io.feige.protocol.codec.CommandEncoder;
import io.feige.protocol.codec.FrameHeader;
import io.feige.protocol.command.Answer;
import io.feige.protocol.command.Publish;
import io.feige.protocol.command.Pull;
import io.feige.protocol.command.Request;
import io.feige.protocol.error.MalformedFrameException;
import io.feige.protocol.model.LeaseStage;
import io.feige.protocol.model.StartAt;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Sends one pair whatever can be decoded, to topics of its own, and now and then a pull that the
 * node meets a fault of its own with. It must lose nobody anything.
 */
public final class PairVandal extends PairClient implements Known {
  /** Requests of a consumer of that name meet a fault when they are decided. */
  public static final String POISON = "poison";

  /** A consumer's name or a reason may have 64 KiB, and a simulated journal's frames have less. */
  private static final int LONGEST = 48 << 10;

  private static final int POISON_PERCENT = 10;
  private static final int GUESSED_MESSAGES = 40;

  private final HostileCommands commands;
  private final long pauseNanos;

  /**
   * @param pauseNanos between two requests, about
   */
  public PairVandal(String name, long pauseNanos, PairState route, World world) {
    super(name, route, world);
    this.pauseNanos = pauseNanos;
    this.commands = new HostileCommands(new SplittableRandom(chance().id()));
    after(pauseNanos, this::tick);
  }

  @Override
  public long epoch() {
    return spokenEpoch();
  }

  @Override
  public long endOffset(String topic) {
    return chance().between(0, GUESSED_MESSAGES);
  }

  @Override
  public int generation(String topic, String group) {
    return chance().between(1, 2);
  }

  private void tick() {
    if (isDraining()) {
      return;
    }
    Request request = chance().percent(POISON_PERCENT) ? poison() : overTheWire();
    if (request instanceof Publish publish) {
      ClientDoor.Batch batch =
          new ClientDoor.Batch(
              publish.topic(),
              publish.epoch(),
              publish.durability(),
              publish.resolvedBelow(),
              publish.batch().nioBuffer());
      send(batch.bytes().remaining(), (door, number) -> door.publish(number, batch));
    } else if (request != null) {
      send(100, (door, number) -> door.ask(number, request));
    }
    if (misbehaves(2)) {
      cut();
    }
    after(chance().between(0L, 2 * pauseNanos), this::tick);
  }

  private Request poison() {
    String topic = chance().percent(50) ? "a" : "b";
    return new Pull(
        topic, 0, "a", POISON, 7, StartAt.EARLIEST, 10, 1 << 16, 0, 0, LeaseStage.STARTED);
  }

  /** A command as a node gets it; null: one that nobody can send. */
  private @Nullable Request overTheWire() {
    ByteBuf frame = Unpooled.buffer();
    try {
      Request made = commands.request(this, world().wallMillis());
      CommandEncoder.request(1, 1, made, frame);
      return frame.readableBytes() > LONGEST
          ? null
          : CommandDecoder.request(FrameHeader.read(frame), frame);
    } catch (IllegalArgumentException | MalformedFrameException e) {
      return null;
    }
  }

  @Override
  long longestWaitNanos() {
    return Timeline.SECOND;
  }

  @Override
  boolean awaitsAnything() {
    return false;
  }

  @Override
  void connected() {}

  @Override
  void lost() {}

  @Override
  void took(int correlation, Answer answer) {}

  @Override
  void came(int correlation, Delivered delivered) {}
}

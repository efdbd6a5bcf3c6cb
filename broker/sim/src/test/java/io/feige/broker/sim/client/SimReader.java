package io.feige.broker.sim.client;

import io.feige.broker.sim.net.Delivered;
import io.feige.broker.sim.net.Line;
import io.feige.broker.sim.node.SimNode;
import io.feige.broker.sim.world.Chance;
import io.feige.broker.sim.world.Timeline;
import io.feige.broker.sim.world.Violation;
import io.feige.protocol.command.Answer;
import io.feige.protocol.command.Read;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.model.ReadFrom;
import java.util.EnumSet;

/** Reads a topic in order, now and then from another place. */
public final class SimReader extends SimClient {
  private final String topic;
  private long next = -1;

  public SimReader(String name, String topic, Stage stage, Chance chance) {
    super(name, stage, chance);
    this.topic = topic;
  }

  @Override
  void connected() {
    read();
  }

  private void read() {
    Line line = line();
    if (line == null || stage().isDraining()) {
      return;
    }
    int wait = chance().percent(30) ? 0 : chance().between(1, 300);
    line.send(new Read(topic, 0, from(), chance().between(1, 20_000), wait));
  }

  private ReadFrom from() {
    if (next >= 0 && !misbehaves(10)) {
      return ReadFrom.offset(next);
    }
    return switch (chance().between(0, 3)) {
      case 0 -> ReadFrom.earliest();
      case 1 -> ReadFrom.latest();
      case 2 -> ReadFrom.offset(chance().between(0, 50));
      default ->
          ReadFrom.timeMillis(
              SimNode.WALL_MILLIS + chance().between(0L, stage().timeline().millis()));
    };
  }

  @Override
  void lost() {
    // It goes on from where it was.
  }

  @Override
  public void answered(int correlation, Answer answer) {
    expect(
        answer,
        EnumSet.of(
            ErrorCode.TOPIC_NOT_FOUND,
            ErrorCode.TOO_MANY_PARKED_PULLS,
            ErrorCode.OFFSET_OUT_OF_RANGE));
    if (answer instanceof Refusal refusal && refusal.code() == ErrorCode.OFFSET_OUT_OF_RANGE) {
      next = -1; // The topic was made again, or what it asked was made up.
    }
    afterOnThisLine(chance().between(10 * Timeline.MILLI, 50 * Timeline.MILLI), this::read);
  }

  @Override
  public void delivered(int correlation, Delivered delivered) {
    for (Delivered.Run run : delivered.runs()) {
      Violation.unless(run.attempt() == 1, "%s gets attempt %d", name(), run.attempt());
    }
    next = delivered.next();
    afterOnThisLine(chance().between(0L, 30 * Timeline.MILLI), this::read);
  }
}

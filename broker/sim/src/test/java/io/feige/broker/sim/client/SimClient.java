package io.feige.broker.sim.client;

import io.feige.broker.sim.net.Client;
import io.feige.broker.sim.net.Delivered;
import io.feige.broker.sim.net.Line;
import io.feige.broker.sim.world.Chance;
import io.feige.broker.sim.world.Timeline;
import io.feige.broker.sim.world.Violation;
import io.feige.protocol.command.Answer;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.error.ErrorCode;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A client that connects again whenever its line breaks, and sometimes breaks it itself. */
public abstract class SimClient implements Client {
  private final String name;
  private final Stage stage;
  private final Chance chance;
  private @Nullable Line line;
  private int lines;

  SimClient(String name, Stage stage, Chance chance) {
    this.name = name;
    this.stage = stage;
    this.chance = chance;
  }

  final String name() {
    return name;
  }

  final Stage stage() {
    return stage;
  }

  final Chance chance() {
    return chance;
  }

  /** The present line, null while there is none. */
  final @Nullable Line line() {
    return line;
  }

  public final void start() {
    after(chance.between(0L, Timeline.MILLI), this::connect);
  }

  final void after(long nanos, Runnable what) {
    stage.timeline().after(nanos, what);
  }

  /** As {@link #after}, unless the line of now is gone by then. */
  final void afterOnThisLine(long nanos, Runnable what) {
    int now = lines;
    after(
        nanos,
        () -> {
          if (lines == now && line != null) {
            what.run();
          }
        });
  }

  private void connect() {
    line = stage.wire().connect(this);
    if (line == null) {
      after(chance.between(Timeline.MILLI, 10 * Timeline.MILLI), this::connect);
      return;
    }
    lines++;
    stage.trace().note(name + " connects as session %d", line.session());
    connected();
  }

  abstract void connected();

  /** Answers to what was sent will not come any more. */
  abstract void lost();

  @Override
  public final void disconnected() {
    if (line == null) {
      return; // It had hung up just before it heard of it.
    }
    line = null;
    stage.trace().note(name + " has lost its connection");
    lost();
    after(chance.between(Timeline.MILLI, 20 * Timeline.MILLI), this::connect);
  }

  final void cut() {
    Line cut = line;
    if (cut != null) {
      cut.cut();
      disconnected();
    }
  }

  /** Whether it does something that it should not. */
  final boolean misbehaves(int percent) {
    return !stage.isDraining() && chance.percent(percent);
  }

  /** Refuses to go on after a refusal that this client should never see. */
  final void expect(Answer answer, Set<ErrorCode> expected) {
    if (answer instanceof Refusal refusal) {
      Violation.unless(expected.contains(refusal.code()), "%s is refused: %s", name, refusal);
    }
  }

  @Override
  public void delivered(int correlation, Delivered delivered) {
    throw new Violation(name + " gets messages it did not ask for");
  }
}

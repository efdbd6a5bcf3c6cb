package io.feige.broker.sim.pairnet;

import io.feige.broker.sim.world.Chance;
import io.feige.broker.sim.world.Timeline;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/** One direction of a connection: keeps the order of what it carries. */
final class Lane {
  private static final long LONGEST_BACK_OFF_NANOS = 200 * Timeline.MILLI;
  private static final long SOONEST_GIVEN_UP_NANOS = 1_000 * Timeline.MILLI;
  private static final long LATEST_GIVEN_UP_NANOS = 15_000 * Timeline.MILLI;

  private record Parcel(int bytes, @Nullable Runnable content) {}

  private final Timeline timeline;
  private final Chance chance;
  private final Path path;
  private final Path back;
  private final Side from;
  private final Side to;
  private final ArrayDeque<Parcel> stuck = new ArrayDeque<>();
  private long lastArrival;
  private int waitingBytes;
  private int stuckTimes;
  private boolean isOver;

  Lane(Timeline timeline, Chance chance, Path path, Path back, Side from, Side to) {
    this.timeline = timeline;
    this.chance = chance;
    this.path = path;
    this.back = back;
    this.from = from;
    this.to = to;
  }

  /** Bytes that were sent and have not arrived. */
  int waitingBytes() {
    return waitingBytes;
  }

  /** Sends something, or, without a content, the end of the connection. */
  void send(int bytes, @Nullable Runnable content) {
    if (isOver) {
      return;
    }
    waitingBytes += bytes;
    Parcel parcel = new Parcel(bytes, content);
    if (stuck.isEmpty() && !path.isCut()) {
      leave(parcel);
    } else {
      stick(parcel);
    }
  }

  private void leave(Parcel parcel) {
    lastArrival = Math.max(lastArrival, timeline.nanos() + path.delay());
    timeline.after(lastArrival - timeline.nanos(), () -> come(parcel));
  }

  private void stick(Parcel parcel) {
    if (stuck.isEmpty()) {
      path.await(this);
      giveUpLater();
    }
    stuck.add(parcel);
  }

  private void giveUpLater() {
    int times = ++stuckTimes;
    timeline.after(
        chance.between(SOONEST_GIVEN_UP_NANOS, LATEST_GIVEN_UP_NANOS),
        () -> {
          if (!stuck.isEmpty() && stuckTimes == times && !isOver) {
            end();
            from.broken();
          }
        });
  }

  /** The way may be free again. */
  void retransmit() {
    timeline.after(chance.between(0L, LONGEST_BACK_OFF_NANOS), this::flush);
  }

  private void flush() {
    if (stuck.isEmpty() || isOver) {
      return;
    }
    if (path.isCut()) {
      path.await(this);
      return;
    }
    stuckTimes++;
    while (!stuck.isEmpty()) {
      leave(stuck.remove());
    }
  }

  private void come(Parcel parcel) {
    if (isOver) {
      return;
    }
    if (!to.host().hasPower()) {
      if (stuck.isEmpty()) {
        to.host().await(this);
        giveUpLater();
      }
      stuck.add(parcel);
      return;
    }
    waitingBytes -= parcel.bytes();
    if (parcel.content() == null) {
      end();
      to.broken();
    } else if (to.isClosed()) {
      end();
      if (!back.isCut()) {
        timeline.after(back.delay(), from::broken);
      }
    } else {
      to.receive(parcel.content());
    }
    from.drained();
  }

  /** Nothing comes through any more. */
  void end() {
    isOver = true;
    stuck.clear();
    waitingBytes = 0;
  }
}

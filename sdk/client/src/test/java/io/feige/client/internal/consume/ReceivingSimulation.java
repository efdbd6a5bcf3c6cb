package io.feige.client.internal.consume;

import io.feige.client.internal.base.HandlingTime;
import io.feige.client.internal.base.MemoryLimit;
import io.feige.client.node.StoredBatches;
import io.feige.protocol.model.LeaseStage;
import io.feige.protocol.model.Selection;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Random;

/**
 * A listener with one handler and a pair that always has messages, in virtual time: what is asked
 * for, claimed or started comes a round trip later.
 */
final class ReceivingSimulation {
  private static final long MILLI = 1_000_000;
  private static final long LEASE_NANOS = 3_600_000 * MILLI;

  /** Between two moments in which the process is not run. */
  private static final double RUN_NANOS = 100.0 * MILLI;

  /**
   * What is simulated.
   *
   * @param handlerNanos what a message takes
   * @param roundTripNanos what a request takes
   * @param stallNanos for so long the handler is not run, now and then
   */
  record Setting(long handlerNanos, long roundTripNanos, long stallNanos) {
    @Override
    public String toString() {
      return "handler %.2f ms, round trip %.1f ms, stalls of %d ms"
          .formatted(
              (double) handlerNanos / MILLI, (double) roundTripNanos / MILLI, stallNanos / MILLI);
    }
  }

  /**
   * How it went.
   *
   * @param busyShare of the time, that of the handler and its stalls
   * @param claimedMost messages that were claimed and not begun, at most
   */
  record Outcome(double busyShare, int claimedMost) {}

  private record Event(long atNanos, long number, Runnable what) {}

  private final Setting setting;
  private final PriorityQueue<Event> events =
      new PriorityQueue<>(
          Comparator.comparingLong(Event::atNanos).thenComparingLong(Event::number));
  private final Random random = new Random(1);
  private final HandlingTime handlingTime = new HandlingTime(1);
  private final Source source = new Source("t", "pair-1");
  private final DeliveryBuffer buffer;
  private long now = MILLI;
  private long planned;
  private long nextOffset;
  private long nextStall = now;
  private boolean isFree = true;
  private boolean isToWake;
  private long freeSince = now;
  private long waited;
  private long from;
  private int claimed;
  private int claimedMost;

  ReceivingSimulation(Setting setting) {
    this.setting = setting;
    this.buffer =
        new DeliveryBuffer(
            new MemoryLimit(1 << 28), new FetchPlan(20_000, 1 << 26, true), () -> now);
    buffer.addSource();
    buffer.pacedBy(handlingTime);
    buffer.whenReady(() -> after(0, this::handOut));
  }

  /**
   * Runs it.
   *
   * @param warmupNanos so long it is not counted
   */
  Outcome run(long warmupNanos, long nanos) {
    handOut();
    runUntil(now + warmupNanos);
    waited = 0;
    freeSince = now;
    from = now;
    claimedMost = claimed;
    runUntil(now + nanos);
    if (isFree) {
      waited += now - freeSince;
    }
    return new Outcome(1 - (double) waited / (now - from), claimedMost);
  }

  private void runUntil(long end) {
    while (!events.isEmpty() && events.peek().atNanos() <= end) {
      Event next = events.remove();
      now = next.atNanos();
      next.what().run();
    }
    now = end;
  }

  private void after(long nanos, Runnable what) {
    events.add(new Event(now + nanos, planned++, what));
  }

  private void handOut() {
    if (isFree) {
      List<Slice> slices = buffer.poll(1, 1, () -> isToWake = true);
      if (!slices.isEmpty()) {
        isFree = false;
        waited += now - freeSince;
        if (slices.get(0).isOurs()) {
          claimed--;
          handle();
        } else {
          waited += setting.roundTripNanos();
          after(setting.roundTripNanos(), this::handle);
        }
      }
    }
    if (isToWake) {
      isToWake = false;
      askForMore();
    }
  }

  private void handle() {
    long takes = setting.handlerNanos();
    if (setting.stallNanos() > 0 && now + takes >= nextStall) {
      takes += setting.stallNanos();
      nextStall = now + takes + (long) (-RUN_NANOS * Math.log(1 - random.nextDouble()));
    }
    long took = takes;
    after(
        took,
        () -> {
          handlingTime.took(took);
          isFree = true;
          freeSince = now;
          handOut();
        });
  }

  /** As the client's loop does. */
  private void askForMore() {
    for (Ask ask = buffer.nextAsk(source); ask != null; ask = buffer.nextAsk(source)) {
      Ask asked = ask;
      after(setting.roundTripNanos(), () -> answer(asked));
    }
    for (ToClaim claim = buffer.nextClaim(); claim != null; claim = buffer.nextClaim()) {
      ToClaim asked = claim;
      after(
          setting.roundTripNanos(),
          () -> {
            claims(asked.slices().stream().mapToInt(Slice::count).sum());
            Rest unused = buffer.claimed(asked, List.of());
            askForMore();
          });
    }
  }

  private void answer(Ask ask) {
    int count = ask.messages();
    String[] bodies = new String[count];
    Arrays.fill(bodies, "x");
    buffer.answered(source, ask, count);
    buffer.add(
        List.of(
            new Chunk(
                source,
                FakeClaims.claim(1),
                StoredBatches.frame(nextOffset, bodies),
                List.of(new Selection(0, count, 1)),
                new Chunk.Terms(now, LEASE_NANOS, ask.stage()))));
    nextOffset += count;
    if (ask.stage() != LeaseStage.UNSTARTED) {
      claims(count);
    }
    askForMore();
  }

  private void claims(int more) {
    claimed += more;
    claimedMost = Math.max(claimedMost, claimed);
  }
}

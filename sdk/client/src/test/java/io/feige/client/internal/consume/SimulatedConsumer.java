package io.feige.client.internal.consume;

import io.feige.client.internal.base.HandlingTime;
import io.feige.client.internal.base.MemoryLimit;
import io.feige.client.internal.consume.ReceivingSimulation.Setting;
import io.feige.client.node.StoredBatches;
import io.feige.protocol.model.OffsetRange;
import io.feige.protocol.model.Selection;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** A listener with one handler, in virtual time. What it asks for comes a round trip later. */
final class SimulatedConsumer {
  private static final long LEASE_NANOS = 3_600_000_000_000L;

  /** Between two moments in which the process is not run, on average. */
  private static final double RUN_NANOS = 100_000_000;

  private final Setting setting;
  private final VirtualTime time;
  private final SimulatedPair pair;
  private final Random random;
  private final HandlingTime handlingTime = new HandlingTime(1);
  private final Source source = new Source("t", "pair-1");
  private final DeliveryBuffer buffer;
  private long nextStall;
  private boolean isFree = true;
  private boolean isToWake;
  private long freeSince;
  private long countedSince;
  private long waited;
  private long longestWait;
  private long handled;
  private int claimed;
  private int claimedMost;

  SimulatedConsumer(int number, Setting setting, VirtualTime time, SimulatedPair pair) {
    this.setting = setting;
    this.time = time;
    this.pair = pair;
    this.random = new Random(number);
    this.freeSince = time.now();
    this.nextStall = time.now();
    FetchPlan plan = new FetchPlan(20_000, 1 << 26, true);
    this.buffer = new DeliveryBuffer(new MemoryLimit(1 << 28), plan, time::now);
    buffer.addSource();
    buffer.pacedBy(handlingTime);
    buffer.whenReady(() -> time.after(0, this::handOut));
    time.after(0, this::handOut);
  }

  /** Counts from now on. */
  void begin() {
    waited = 0;
    longestWait = 0;
    countedSince = time.now();
    freeSince = Math.max(freeSince, countedSince);
    claimedMost = claimed;
  }

  /** Of the time that counts, what the handler was at work, or not run. */
  double busyShare() {
    long last = isFree ? time.now() - freeSince : 0;
    return 1 - (double) (waited + last) / (time.now() - countedSince);
  }

  /** For how long the handler has waited at a time, before this moment. */
  long longestWaitUntil(long momentNanos) {
    return Math.max(longestWait, isFree ? momentNanos - freeSince : 0);
  }

  /** How many messages were claimed and not begun, at most. */
  int claimedMost() {
    return claimedMost;
  }

  long handled() {
    return handled;
  }

  /** What the pair gives for a pull travels. */
  void answered(Ask ask, long base, int count) {
    time.after(setting.roundTripNanos() / 2, () -> takeIn(ask, base, count));
  }

  private void handOut() {
    if (isFree) {
      List<Slice> slices = buffer.poll(1, 1, () -> isToWake = true);
      if (!slices.isEmpty()) {
        isFree = false;
        Slice next = slices.get(0);
        if (next.isOurs()) {
          claimed--;
          handle();
        } else {
          start(next.firstOffset());
        }
      }
    }
    if (isToWake) {
      isToWake = false;
      askForMore();
    }
  }

  private void start(long offset) {
    atPair(
        List.of(new OffsetRange(offset, offset)),
        gone -> {
          if (gone.isEmpty()) {
            handle();
          } else {
            isFree = true;
            handOut();
          }
        });
  }

  private void handle() {
    long wait = time.now() - freeSince;
    waited += wait;
    longestWait = Math.max(longestWait, wait);
    long takes = setting.handlerNanos();
    if (setting.stallNanos() > 0 && time.now() + takes >= nextStall) {
      takes += setting.stallNanos();
      nextStall = time.now() + takes + (long) (-RUN_NANOS * Math.log(1 - random.nextDouble()));
    }
    long took = takes;
    time.after(
        took,
        () -> {
          handled++;
          handlingTime.took(took);
          isFree = true;
          freeSince = time.now();
          handOut();
        });
  }

  /** As the client's loop does. */
  private void askForMore() {
    for (Ask ask = buffer.nextAsk(source); ask != null; ask = buffer.nextAsk(source)) {
      Ask asked = ask;
      time.after(setting.roundTripNanos() / 2, () -> pair.pull(this, asked));
    }
    for (ToClaim claim = buffer.nextClaim(); claim != null; claim = buffer.nextClaim()) {
      ToClaim asked = claim;
      int count = asked.slices().stream().mapToInt(Slice::count).sum();
      atPair(
          asked.all(),
          gone -> {
            claims(count - gone.stream().mapToInt(each -> (int) each.count()).sum());
            Rest unused = buffer.claimed(asked, gone);
            askForMore();
          });
    }
  }

  private void atPair(
      List<OffsetRange> ranges, java.util.function.Consumer<List<OffsetRange>> answered) {
    long half = setting.roundTripNanos() / 2;
    time.after(
        half,
        () -> {
          List<OffsetRange> gone = pair.claim(this, ranges);
          time.after(
              half,
              () -> {
                source.roundTrip().took(setting.roundTripNanos());
                answered.accept(gone);
              });
        });
  }

  private void takeIn(Ask ask, long base, int count) {
    String[] bodies = new String[count];
    Arrays.fill(bodies, "x");
    buffer.answered(source, ask, count);
    buffer.add(
        List.of(
            new Chunk(
                source,
                FakeClaims.claim(1),
                StoredBatches.frame(base, bodies),
                List.of(new Selection(0, count, setting.attempt())),
                new Chunk.Terms(time.now(), LEASE_NANOS, ask.stage()))));
    if (setting.comesAsOurs(ask.stage())) {
      claims(count);
    }
    askForMore();
  }

  private void claims(int more) {
    claimed += more;
    claimedMost = Math.max(claimedMost, claimed);
  }
}

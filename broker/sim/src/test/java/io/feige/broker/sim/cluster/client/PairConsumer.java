package io.feige.broker.sim.cluster.client;

import io.feige.broker.sim.cluster.wire.World;
import io.feige.broker.sim.net.Delivered;
import io.feige.broker.sim.world.Timeline;
import io.feige.protocol.cluster.PairState;
import io.feige.protocol.command.Answer;
import io.feige.protocol.command.Pull;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.command.Request;
import io.feige.protocol.command.Settle;
import io.feige.protocol.command.Settled;
import io.feige.protocol.model.LeaseStage;
import io.feige.protocol.model.OffsetRange;
import io.feige.protocol.model.StartAt;
import io.feige.protocol.model.Verdict;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Pulls from one pair, thinks for a while, and says what became of it; or forgets to. */
public final class PairConsumer extends PairClient {
  private static final int REQUEST_BYTES = 100;

  /**
   * How it behaves.
   *
   * @param pulls outstanding at once
   * @param thinkNanos for a delivery, at most
   * @param carePercent deliveries that are simply acked
   * @param isAhead whether it fetches ahead, and claims and starts what it handles
   */
  public record Plan(
      String topic,
      String group,
      int pulls,
      int maxMessages,
      int waitMillis,
      long thinkNanos,
      int carePercent,
      boolean isAhead) {}

  private final Plan plan;
  private final Map<Integer, Request> sent = new HashMap<>();
  private final Map<Integer, Delivered> claimed = new HashMap<>();
  private final List<Settle> unsure = new ArrayList<>();

  public PairConsumer(String name, Plan plan, PairState route, World world) {
    super(name, route, world);
    this.plan = plan;
  }

  @Override
  long longestWaitNanos() {
    return plan.waitMillis() * Timeline.MILLI;
  }

  @Override
  boolean awaitsAnything() {
    return !sent.isEmpty();
  }

  @Override
  void connected() {
    List<Settle> again = List.copyOf(unsure);
    unsure.clear();
    again.forEach(settle -> settle(settle.generation(), settle.verdicts()));
    for (int i = 0; i < plan.pulls(); i++) {
      pull();
    }
  }

  private int ask(Request request) {
    int correlation = send(REQUEST_BYTES, (door, number) -> door.ask(number, request));
    if (correlation != 0) {
      sent.put(correlation, request);
    }
    return correlation;
  }

  private int settle(int generation, List<Verdict> verdicts) {
    return ask(
        new Settle(plan.topic(), spokenEpoch(), plan.group(), "", holder(), generation, verdicts));
  }

  private long holder() {
    return 1 + Integer.toUnsignedLong(name().hashCode());
  }

  private void pull() {
    ask(
        new Pull(
            plan.topic(),
            spokenEpoch(),
            plan.group(),
            name(),
            holder(),
            StartAt.EARLIEST,
            isDraining() ? 100 : plan.maxMessages(),
            100_000,
            plan.waitMillis(),
            0,
            stageOfPull()));
  }

  private LeaseStage stageOfPull() {
    if (!plan.isAhead()) {
      return LeaseStage.STARTED;
    }
    return chance().percent(30) ? LeaseStage.CLAIMED : LeaseStage.UNSTARTED;
  }

  @Override
  void lost() {
    for (Request request : sent.values()) {
      if (request instanceof Settle settle && chance().percent(60)) {
        unsure.add(settle);
      }
    }
    sent.clear();
    claimed.clear();
  }

  @Override
  void took(int correlation, Answer answer) {
    Request request = sent.remove(correlation);
    Delivered begun = claimed.remove(correlation);
    if (begun != null && answer instanceof Settled settled) {
      start(begun, settled.stale());
    }
    if (!(answer instanceof Refusal)) {
      return;
    }
    long pause = chance().between(5 * Timeline.MILLI, 50 * Timeline.MILLI);
    if (request instanceof Pull) {
      afterOnThisConnection(pause, this::pull);
    } else if (request instanceof Settle settle && chance().percent(50)) {
      after(pause, () -> settle(settle.generation(), settle.verdicts()));
    }
  }

  @Override
  void came(int correlation, Delivered delivered) {
    sent.remove(correlation);
    if (delivered.runs().isEmpty()) {
      afterOnThisConnection(chance().between(Timeline.MILLI, 40 * Timeline.MILLI), this::pull);
      return;
    }
    long think = isDraining() ? Timeline.MILLI : chance().between(0L, plan.thinkNanos());
    if (plan.isAhead() && !isDraining()) {
      afterOnThisConnection(chance().between(0L, think), () -> claim(delivered));
    } else {
      after(think, () -> settle(delivered));
    }
    afterOnThisConnection(chance().percent(50) ? 0 : think, this::pull);
  }

  /** Claims some of what it fetched, and forgets or gives back the rest. */
  private void claim(Delivered delivered) {
    List<Delivered.Run> kept = new ArrayList<>();
    List<Verdict> verdicts = new ArrayList<>();
    for (Delivered.Run run : delivered.runs()) {
      long last = chance().percent(70) ? run.last() : chance().between(run.first(), run.last());
      if (chance().percent(90)) {
        kept.add(new Delivered.Run(run.first(), last, run.attempt()));
        verdicts.add(Verdict.claim(run.first(), last, run.attempt()));
      } else if (chance().percent(60)) {
        verdicts.add(Verdict.release(run.first(), last, run.attempt()));
      }
    }
    if (!verdicts.isEmpty()) {
      int correlation = settle(delivered.generation(), verdicts);
      claimed.put(correlation, new Delivered(delivered.generation(), 0, kept));
    }
  }

  /** Starts what it claimed and nobody else has, and settles that after a while; or forgets to. */
  private void start(Delivered claim, List<OffsetRange> stale) {
    List<Delivered.Run> mine = new ArrayList<>();
    List<Verdict> verdicts = new ArrayList<>();
    for (Delivered.Run run : claim.runs()) {
      boolean isLost =
          stale.stream().anyMatch(r -> r.first() <= run.last() && run.first() <= r.last());
      if (!isLost && chance().percent(90)) {
        mine.add(run);
        verdicts.add(Verdict.start(run.first(), run.last(), run.attempt()));
      }
    }
    if (!verdicts.isEmpty()) {
      settle(claim.generation(), verdicts);
      long think = isDraining() ? Timeline.MILLI : chance().between(0L, plan.thinkNanos());
      after(think, () -> settle(new Delivered(claim.generation(), 0, mine)));
    }
  }

  private void settle(Delivered delivered) {
    List<Verdict> verdicts = new ArrayList<>();
    for (Delivered.Run run : delivered.runs()) {
      if (isDraining() || chance().percent(plan.carePercent())) {
        verdicts.add(Verdict.ack(run.first(), run.last(), run.attempt()));
      } else if (chance().percent(50)) {
        long delay = chance().between(0L, 300L);
        verdicts.add(Verdict.nack(run.first(), run.last(), run.attempt(), delay));
      }
    }
    if (!verdicts.isEmpty()) {
      settle(delivered.generation(), verdicts);
    }
  }
}

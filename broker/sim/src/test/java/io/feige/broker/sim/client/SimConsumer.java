package io.feige.broker.sim.client;

import io.feige.broker.sim.net.Delivered;
import io.feige.broker.sim.net.Line;
import io.feige.broker.sim.world.Chance;
import io.feige.broker.sim.world.Timeline;
import io.feige.protocol.command.Answer;
import io.feige.protocol.command.CancelPull;
import io.feige.protocol.command.Pull;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.command.Request;
import io.feige.protocol.command.Settle;
import io.feige.protocol.command.Settled;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.model.LeaseStage;
import io.feige.protocol.model.OffsetRange;
import io.feige.protocol.model.Verdict;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Pulls, thinks for a while, and says what became of it; or forgets to. */
public final class SimConsumer extends SimClient {
  private static final Set<ErrorCode> PASSING =
      EnumSet.of(
          ErrorCode.TOPIC_NOT_FOUND,
          ErrorCode.GROUP_NOT_FOUND,
          ErrorCode.STALE_GENERATION,
          ErrorCode.TOO_MANY_PARKED_PULLS,
          ErrorCode.DISK_FULL);

  private final ConsumerPlan plan;
  private final Map<Integer, Request> sent = new HashMap<>();
  private final Map<Integer, Delivered> claimed = new HashMap<>();
  private final List<Settle> unsure = new ArrayList<>();

  public SimConsumer(String name, ConsumerPlan plan, Stage stage, Chance chance) {
    super(name, stage, chance);
    this.plan = plan;
  }

  @Override
  void connected() {
    List<Settle> again = List.copyOf(unsure);
    unsure.clear();
    again.forEach(this::send);
    for (int i = 0; i < plan.pulls(); i++) {
      pull();
    }
  }

  private void send(Request request) {
    Line line = line();
    if (line != null) {
      sent.put(line.send(request), request);
    }
  }

  private void pull() {
    int messages = stage().isDraining() ? Math.max(20, plan.maxMessages()) : plan.maxMessages();
    send(
        new Pull(
            plan.topic(),
            0,
            plan.group(),
            name(),
            plan.holder(),
            plan.start(),
            messages,
            plan.maxBytes(),
            plan.waitMillis(),
            plan.leaseMillis(),
            stageOfPull()));
    if (misbehaves(2)) {
      sent.entrySet().stream()
          .filter(entry -> entry.getValue() instanceof Pull)
          .mapToInt(Map.Entry::getKey)
          .max()
          .ifPresent(
              pull -> afterOnThisLine(chance().between(0L, Timeline.MILLI), () -> cancel(pull)));
    }
  }

  private LeaseStage stageOfPull() {
    if (!plan.isAhead()) {
      return LeaseStage.STARTED;
    }
    return chance().percent(30) ? LeaseStage.CLAIMED : LeaseStage.UNSTARTED;
  }

  private void cancel(int pull) {
    send(new CancelPull(pull));
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
  public void answered(int correlation, Answer answer) {
    expect(answer, PASSING);
    Request request = sent.remove(correlation);
    Delivered begun = claimed.remove(correlation);
    if (begun != null && answer instanceof Settled settled) {
      start(begun, settled.stale());
    }
    if (!(answer instanceof Refusal refusal)) {
      return;
    }
    if (request instanceof Pull) {
      afterOnThisLine(chance().between(5 * Timeline.MILLI, 20 * Timeline.MILLI), this::pull);
    } else if (request instanceof Settle settle && refusal.code() == ErrorCode.DISK_FULL) {
      afterOnThisLine(
          chance().between(5 * Timeline.MILLI, 20 * Timeline.MILLI), () -> send(settle));
    }
  }

  @Override
  public void delivered(int correlation, Delivered delivered) {
    sent.remove(correlation);
    if (delivered.runs().isEmpty()) {
      afterOnThisLine(chance().between(Timeline.MILLI, 40 * Timeline.MILLI), this::pull);
      return;
    }
    long think = stage().isDraining() ? Timeline.MILLI : chance().between(0L, plan.thinkNanos());
    if (plan.isAhead() && !stage().isDraining()) {
      afterOnThisLine(chance().between(0L, plan.thinkNanos()), () -> claim(delivered));
      afterOnThisLine(chance().between(0L, think), this::pull);
    } else if (chance().percent(50)) {
      pull();
      afterOnThisLine(think, () -> settle(delivered));
    } else {
      afterOnThisLine(
          think,
          () -> {
            settle(delivered);
            pull();
          });
    }
    slowDown();
  }

  /** Claims some of what it fetched, and forgets or gives back the rest. */
  private void claim(Delivered delivered) {
    List<Delivered.Run> kept = new ArrayList<>();
    List<Verdict> verdicts = new ArrayList<>();
    for (Delivered.Run run : delivered.runs()) {
      long last = chance().percent(70) ? run.last() : chance().between(run.first(), run.last());
      if (chance().percent(85)) {
        kept.add(new Delivered.Run(run.first(), last, run.attempt()));
        verdicts.add(Verdict.claim(run.first(), last, run.attempt()));
      } else if (chance().percent(50)) {
        verdicts.add(Verdict.release(run.first(), last, run.attempt()));
      }
    }
    Line line = line();
    if (line != null && !verdicts.isEmpty()) {
      Settle claim = settleOf(delivered.generation(), verdicts);
      int correlation = line.send(claim);
      sent.put(correlation, claim);
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
      if (!isLost && chance().percent(85)) {
        mine.add(run);
        verdicts.add(Verdict.start(run.first(), run.last(), run.attempt()));
      }
    }
    if (!verdicts.isEmpty()) {
      send(settleOf(claim.generation(), verdicts));
      long think = stage().isDraining() ? Timeline.MILLI : chance().between(0L, plan.thinkNanos());
      afterOnThisLine(think, () -> settle(new Delivered(claim.generation(), 0, mine)));
    }
  }

  private void slowDown() {
    Line line = line();
    if (line != null && misbehaves(3)) {
      line.slow(true);
      after(chance().between(Timeline.MILLI, 50 * Timeline.MILLI), () -> line.slow(false));
    }
  }

  private void settle(Delivered delivered) {
    List<Verdict> verdicts = new ArrayList<>();
    for (Delivered.Run run : delivered.runs()) {
      long next = run.first();
      while (next <= run.last()) {
        long last = chance().percent(60) ? run.last() : chance().between(next, run.last());
        judge(delivered.generation(), next, last, run.attempt(), verdicts);
        next = last + 1;
      }
    }
    if (misbehaves(2)) {
      cut();
    } else if (!verdicts.isEmpty()) {
      send(settleOf(delivered.generation(), verdicts));
    }
  }

  private void judge(int generation, long first, long last, int attempt, List<Verdict> verdicts) {
    if (stage().isDraining() || chance().percent(plan.carePercent())) {
      verdicts.add(Verdict.ack(first, last, attempt));
      return;
    }
    switch (chance().between(0, 5)) {
      case 0 -> verdicts.add(Verdict.nack(first, last, attempt, delay()));
      case 1 -> {
        if (plan.rejects()) {
          verdicts.add(Verdict.reject(first, last, attempt, "not wanted"));
        }
      }
      case 2 -> verdicts.add(Verdict.release(first, last, attempt));
      case 3 -> extend(generation, first, last, attempt, verdicts);
      case 4 -> {
        // Acked as another attempt, and once more, which changes nothing.
        verdicts.add(Verdict.ack(first, last, chance().between(1, 5)));
        verdicts.add(Verdict.ack(first, last, attempt));
      }
      default -> {
        // Forgotten: the lease ends.
      }
    }
  }

  private long delay() {
    return chance().percent(30) ? Verdict.TOPIC_BACK_OFF : chance().between(0L, 300L);
  }

  private void extend(int generation, long first, long last, int attempt, List<Verdict> verdicts) {
    verdicts.add(Verdict.extend(first, last, attempt, chance().between(1L, 500L)));
    afterOnThisLine(
        chance().between(0L, 400 * Timeline.MILLI),
        () -> send(settleOf(generation, List.of(Verdict.ack(first, last, attempt)))));
  }

  private Settle settleOf(int generation, List<Verdict> verdicts) {
    return new Settle(
        plan.topic(), 0, plan.group(), "", plan.holder(), generation, List.copyOf(verdicts));
  }
}

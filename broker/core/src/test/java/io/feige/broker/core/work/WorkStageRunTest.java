package io.feige.broker.core.work;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.broker.core.port.Ticket;
import io.feige.protocol.command.CommandType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever happens in whatever order: answered once, and never at two workers at once. */
final class WorkStageRunTest {
  private static final int STEPS = 20_000;
  private static final WorkLimits LIMITS = new WorkLimits(20, 3, 150, 30);

  private final Map<Long, Map<Long, Job>> hands = new HashMap<>();
  private final Map<Long, Long> whereIs = new HashMap<>();
  private final Set<Ticket> open = new HashSet<>();
  private final Map<Ticket, Long> deadlineOf = new HashMap<>();
  private final WorkRoom room = new WorkRoom(20_000, 100);
  private Random random = new Random();
  private long now;

  private final WorkSink sink =
      new WorkSink() {
        @Override
        public boolean canHear(long worker) {
          return random.nextInt(10) > 0;
        }

        @Override
        public void assigned(long worker, Job job) {
          assertThat(open).contains(job.work().holder());
          assertThat(whereIs.put(job.id(), worker)).as("at nobody else").isNull();
          assertThat(hands.get(worker)).as("there").isNotNull();
          assertThat(hands.get(worker).put(job.id(), job)).isNull();
          assertThat(job.attempt()).isBetween(1, LIMITS.mostAttempts());
          assertThat(job.work().deadlineNanos()).isGreaterThan(now);
        }

        @Override
        public void refused(Work work, Reason reason) {
          assertThat(open.remove(work.holder())).as("told once: " + reason).isTrue();
          assertThat(reason == Reason.TOO_LATE).isEqualTo(work.deadlineNanos() <= now);
        }

        @Override
        public void unwanted(long worker, Job job) {
          assertThat(hands.get(worker)).containsKey(job.id());
        }
      };

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void itHolds(long seed) {
    random = new Random(seed);
    WorkStage topic = new WorkStage(LIMITS, room);
    int asked = 0;
    for (int i = 0; i < STEPS; i++) {
      now += random.nextInt(5);
      topic.passTime(now, sink);
      long worker = random.nextInt(6);
      switch (random.nextInt(11)) {
        case 0, 1, 2, 3 -> {
          Ticket holder = new Ticket(1, ++asked, CommandType.PUBLISH);
          long deadline = now + random.nextInt(200) - 5;
          open.add(holder);
          var _ = deadlineOf.put(holder, deadline);
          topic.ask(new Work(holder, now, deadline, random.nextInt(100), ""), now, sink);
        }
        case 4 -> {
          var _ = hands.computeIfAbsent(worker, _ -> new HashMap<>());
          topic.offer(worker, 1 + random.nextInt(4), sink);
        }
        case 5 -> {
          if (random.nextInt(4) == 0) {
            lose(worker);
            lose(worker + 1);
            topic.lose(List.of(worker, worker + 1));
          }
        }
        case 6 -> {
          if (random.nextInt(4) == 0) {
            topic.drain(worker, sink);
          }
        }
        case 7 -> {
          List<Ticket> all = new ArrayList<>(open);
          if (!all.isEmpty()) {
            Ticket holder = all.get(random.nextInt(all.size()));
            open.remove(holder);
            topic.cancel(holder, sink);
          }
        }
        case 8 -> topic.told(worker);
        default -> giveBack(topic, worker);
      }
      while (topic.nextNanos() <= now) {
        topic.passTime(now, sink);
      }
      assertThat(topic.waiting() + topic.running()).isEqualTo(open.size());
    }
    assertThat(asked).isGreaterThan(STEPS / 4);
    now += 1_000;
    topic.passTime(now, sink);
    assertThat(open).as("everybody was told").isEmpty();
    assertThat(room.taken()).isZero();
    assertThat(topic.nextNanos()).isEqualTo(Long.MAX_VALUE);
  }

  private void lose(long worker) {
    Map<Long, Job> had = hands.remove(worker);
    if (had != null) {
      had.keySet().forEach(whereIs::remove);
    }
  }

  private void giveBack(WorkStage topic, long worker) {
    Map<Long, Job> inHand = hands.getOrDefault(worker, new HashMap<>());
    List<Job> had = new ArrayList<>(inHand.values());
    if (had.isEmpty()) {
      return;
    }
    Job job = had.get(random.nextInt(had.size()));
    inHand.remove(job.id());
    whereIs.remove(job.id());
    boolean isWanted = open.contains(job.work().holder());
    // Told before it is given back, because what was waiting may come with that.
    if (isWanted) {
      open.remove(job.work().holder());
    }
    Work answered = topic.done(worker, job.id(), sink);
    assertThat(answered != null).isEqualTo(isWanted);
  }
}

package io.feige.broker.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.broker.core.port.Event;
import io.feige.broker.core.port.Ticket;
import io.feige.protocol.command.AskWork;
import io.feige.protocol.command.CancelWork;
import io.feige.protocol.command.FinishWork;
import io.feige.protocol.command.ListTopics;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.command.TakeWork;
import io.feige.protocol.command.TopicList;
import io.feige.protocol.command.WorkAnswered;
import io.feige.protocol.command.WorkTaken;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.model.Job;
import io.feige.protocol.model.TopicPlace;
import io.feige.protocol.model.TopicSpec;
import io.feige.protocol.model.WorkFigures;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Askers and workers of a flow on connections that come and go, and a node that is replaced.
 * Whatever they do in whatever order: who asks is answered once and in its time, no job is at two
 * workers whose connections are open, no worker has more than it asked for, and nothing is left.
 */
final class WorkingRunTest {
  private static final String T = "primes";
  private static final List<String> STAGES = List.of("parse", "compute", "format");
  private static final int CONNECTIONS = 5;
  private static final int STEPS = 1_500;

  /** The more, the longer: {@code -Dfeige.work.seeds=5000}. */
  private static final int SEEDS = Integer.getInteger("feige.work.seeds", 12);

  private static final Set<ErrorCode> HONEST =
      Set.of(ErrorCode.NO_WORKER, ErrorCode.WORK_FULL, ErrorCode.TOO_LATE, ErrorCode.WORKERS_LOST);

  /** A worker, and what it has by what it was told. */
  private static final class Hand {
    final long session;
    final String stage;
    final int number;
    final Map<Long, Job> jobs = new HashMap<>();
    Ticket take;
    int most;

    Hand(long session, String stage, int number, Ticket take) {
      this.session = session;
      this.stage = stage;
      this.number = number;
      this.take = take;
    }
  }

  private Random random = new Random();
  private Replica replica = Replica.withTopic(TopicSpec.named(T).ofWork(TopicPlace.HERE, STAGES));
  private final List<Hand> hands = new ArrayList<>();
  private final Map<Ticket, Long> asked = new HashMap<>();
  private final Set<Ticket> cancelled = new HashSet<>();
  private final Set<Ticket> heard = new HashSet<>();
  private final Map<Long, Hand> whereIs = new HashMap<>();
  private final List<Long> open = new ArrayList<>();
  private long sessions;
  private int answered;

  static LongStream seeds() {
    return LongStream.rangeClosed(1, SEEDS);
  }

  private long session() {
    return open.get(random.nextInt(open.size()));
  }

  private void connect() {
    while (open.size() < CONNECTIONS) {
      open.add(++sessions);
    }
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void itHolds(long seed) {
    random = new Random(seed);
    connect();
    for (int i = 0; i < STEPS; i++) {
      step();
      hear();
    }
    assertThat(answered).isGreaterThan(STEPS / 100);
    List.copyOf(open).forEach(this::close);
    replica.pass(10_000);
    for (WorkFigures stage : stages()) {
      assertThat(stage.waiting() + stage.running() + stage.workers() + stage.places())
          .as(stage.stage())
          .isZero();
    }
    assertThat(replica.machine().parkedPulls()).isZero();
  }

  private List<WorkFigures> stages() {
    Ticket list = replica.ask(new ListTopics(T, ""));
    return replica.answer(list, TopicList.class).topics().getFirst().work();
  }

  private void step() {
    int which = random.nextInt(100);
    if (which < 30) {
      ask();
    } else if (which < 55) {
      take();
    } else if (which < 82) {
      finish();
    } else if (which < 86) {
      cancel();
    } else if (which < 90) {
      close(session());
      connect();
    } else if (which == 90 && random.nextInt(4) == 0) {
      replace();
    } else {
      replica.pass(random.nextInt(60));
    }
  }

  private void ask() {
    int timeout = 1 + random.nextInt(400);
    Ticket ask = replica.ask(session(), new AskWork(T, 0, timeout, Batches.of(1)));
    asked.put(ask, replica.now().nanos() + timeout * 1_000_000L);
  }

  private void take() {
    long session = session();
    String stage = STAGES.get(random.nextInt(3));
    int number = random.nextInt(2);
    int most = random.nextInt(10) == 0 ? 0 : 1 + random.nextInt(3);
    int wait = most == 0 && random.nextBoolean() ? 0 : 1 + random.nextInt(500);
    Hand hand =
        hands.stream()
            .filter(each -> each.session == session)
            .filter(each -> each.stage.equals(stage) && each.number == number)
            .findFirst()
            .orElse(null);
    Ticket before = hand == null ? null : hand.take;
    Ticket ticket = replica.ask(session, new TakeWork(T, 0, stage, number, most, wait));
    if (hand != null && before != null) {
      assertThat(replica.isAnswered(before)).as("a second question answers the first").isTrue();
      hear(hand, before);
    }
    if (most == 0 && wait == 0) {
      if (hand != null) {
        forget(hand);
      }
      return;
    }
    if (hand == null) {
      hand = new Hand(session, stage, number, ticket);
      hands.add(hand);
    }
    hand.take = ticket;
    hand.most = most;
  }

  private void forget(Hand hand) {
    hand.jobs.keySet().forEach(whereIs::remove);
    hands.remove(hand);
  }

  private void finish() {
    List<Hand> busy = hands.stream().filter(each -> !each.jobs.isEmpty()).toList();
    if (busy.isEmpty()) {
      return;
    }
    Hand hand = busy.get(random.nextInt(busy.size()));
    List<Long> ids = new ArrayList<>(hand.jobs.keySet());
    long id = ids.get(random.nextInt(ids.size()));
    int status = List.of(0, 200, 500, FinishWork.NEXT, FinishWork.NEXT).get(random.nextInt(5));
    hand.jobs.remove(id);
    whereIs.remove(id);
    ByteBuffer batch = status == 0 ? ByteBuffer.allocate(0) : Batches.of(1);
    long epoch = replica.machine().state().epoch();
    replica.ask(hand.session, new FinishWork(T, epoch, hand.stage, hand.number, id, status, batch));
  }

  private void cancel() {
    List<Ticket> waiting = new ArrayList<>(asked.keySet());
    if (!waiting.isEmpty()) {
      Ticket ask = waiting.get(random.nextInt(waiting.size()));
      cancelled.add(ask);
      replica.ask(ask.session(), new CancelWork(T, ask.correlation()));
    }
  }

  private void close(long session) {
    hands.stream().filter(each -> each.session == session).toList().forEach(this::forget);
    asked.keySet().removeIf(ask -> ask.session() == session);
    open.remove((Object) session);
    replica.decide(new Event.SessionClosed(session));
  }

  /** Another node: what this one had in memory is gone, and so are its connections. */
  private void replace() {
    replica = replica.restarted();
    hands.clear();
    asked.clear();
    whereIs.clear();
    open.clear();
    connect();
  }

  private void hear() {
    List<Hand> told;
    do {
      told = hands.stream().filter(hand -> replica.isAnswered(hand.take)).toList();
      told.forEach(this::hearAndAskAgain);
    } while (!told.isEmpty());
    long now = replica.now().nanos();
    for (Ticket ask : List.copyOf(asked.keySet())) {
      long deadline = asked.getOrDefault(ask, 0L);
      if (replica.isAnswered(ask)) {
        asked.remove(ask);
        isHonest(ask, deadline, now);
      } else {
        assertThat(deadline).as("%s has no answer in its time", ask).isGreaterThan(now);
      }
    }
  }

  private void hearAndAskAgain(Hand hand) {
    hear(hand, hand.take);
    hand.most = Math.max(1, hand.most);
    int wait = 1 + random.nextInt(500);
    hand.take =
        replica.ask(hand.session, new TakeWork(T, 0, hand.stage, hand.number, hand.most, wait));
  }

  private void hear(Hand hand, Ticket take) {
    if (!heard.add(take)) {
      return;
    }
    WorkTaken taken = replica.answer(take, WorkTaken.class);
    for (Job job : taken.jobs()) {
      assertThat(whereIs.put(job.id(), hand)).as("job %d is at nobody else", job.id()).isNull();
      assertThat(hand.jobs.put(job.id(), job)).isNull();
      assertThat(job.attempt()).isBetween(1, 3);
    }
    assertThat(taken.unwanted()).allSatisfy(id -> assertThat(hand.jobs).containsKey(id));
    if (!taken.jobs().isEmpty()) {
      assertThat(hand.jobs.size()).as("no more than it asked for").isLessThanOrEqualTo(hand.most);
    }
  }

  private void isHonest(Ticket ask, long deadline, long now) {
    if (replica.answerOf(ask) instanceof Refusal refusal) {
      assertThat(refusal.code()).isIn(HONEST);
      if (refusal.code() == ErrorCode.TOO_LATE) {
        assertThat(cancelled.contains(ask) || deadline <= now).isTrue();
      }
    } else {
      assertThat(replica.answer(ask, WorkAnswered.class).status()).isIn(200, 500);
      answered++;
    }
  }
}

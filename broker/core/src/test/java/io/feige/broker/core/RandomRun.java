package io.feige.broker.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.broker.core.decide.Lifetimes;
import io.feige.broker.core.decide.MachineLimits;
import io.feige.broker.core.decide.MailLimits;
import io.feige.broker.core.group.DispatchLimits;
import io.feige.broker.core.port.Event;
import io.feige.broker.core.port.Ticket;
import io.feige.broker.core.record.JournalRecord;
import io.feige.broker.core.record.JournalRecord.SettleItem;
import io.feige.broker.core.record.JournalRecord.Settlement;
import io.feige.broker.core.record.RecordCodec;
import io.feige.broker.core.state.DelayedTable;
import io.feige.broker.core.state.GroupState;
import io.feige.broker.core.state.PartitionState;
import io.feige.broker.core.state.ReceiptLimits;
import io.feige.broker.core.state.SlicedSnapshot;
import io.feige.broker.core.state.SnapshotCodec;
import io.feige.protocol.batch.BatchStamp;
import io.feige.protocol.command.CancelDelayed;
import io.feige.protocol.command.CancelPull;
import io.feige.protocol.command.CreateTopic;
import io.feige.protocol.command.DeleteGroup;
import io.feige.protocol.command.DeleteTopic;
import io.feige.protocol.command.Pull;
import io.feige.protocol.command.Read;
import io.feige.protocol.command.Request;
import io.feige.protocol.command.ResetGroup;
import io.feige.protocol.command.Settle;
import io.feige.protocol.command.SettleLetters;
import io.feige.protocol.frame.FrameKind;
import io.feige.protocol.frame.StoredFrame;
import io.feige.protocol.model.Durability;
import io.feige.protocol.model.LeaseStage;
import io.feige.protocol.model.LetterAction;
import io.feige.protocol.model.OffsetRange;
import io.feige.protocol.model.OrderMode;
import io.feige.protocol.model.ReadFrom;
import io.feige.protocol.model.StartAt;
import io.feige.protocol.model.TopicSpec;
import io.feige.protocol.model.Verdict;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * One seed: topics, limits and a sequence of everything that can happen to a replica; then calm, in
 * which every message must be settled by one consumer for each topic that waits and is woken.
 */
final class RandomRun {
  private static final LeaseStage[] STAGES = LeaseStage.values();
  private static final String[] TOPICS = {"none", "keyed", "whole"};
  private static final List<OrderMode> ORDERS =
      List.of(OrderMode.NONE, OrderMode.BY_KEY, OrderMode.PARTITION);
  private static final int SESSIONS = 3;
  private static final String[] KEYS = {"a", "b", "c", ""};

  private final SplittableRandom random;
  private final DeliveryChecker checker;
  private final boolean hasHistory;
  private Replica replica;
  private ByteBuffer snapshot;
  private long snapshotAt;
  private @Nullable SlicedSnapshot sliced;
  private ByteBuffer begun = ByteBuffer.allocate(0);
  private long sequence;

  RandomRun(long seed) {
    random = new SplittableRandom(seed);
    hasHistory = random.nextBoolean();
    DispatchLimits dispatch = new DispatchLimits(between(1, 60), between(1, 30), between(1, 200));
    MachineLimits limits =
        new MachineLimits(
            true,
            TopicSpec.named("d"),
            9,
            9,
            9,
            6,
            ReceiptLimits.ofEachTopic(between(1, 4)).withBytesOfAPair(between(100, 1_500)),
            new MailLimits(4_000, 3),
            1 << 20,
            1 << 20,
            dispatch,
            Lifetimes.DEFAULT);
    replica = Replica.serving(limits);
    for (int i = 0; i < TOPICS.length; i++) {
      int delay = between(0, 2_000);
      TopicSpec spec =
          TopicSpec.named(TOPICS[i])
              .withOrder(ORDERS.get(i))
              .withMaxAttempts(between(1, 5))
              .withRetryDelay(delay, delay * 4);
      replica.ask(new CreateTopic(spec, false));
    }
    replica.commit();
    checker = new DeliveryChecker(replica);
    snapshot = replica.machine().snapshot();
    snapshotAt = replica.journal.end();
  }

  private int between(int least, int most) {
    return random.nextInt(least, most + 1);
  }

  private String topic() {
    return TOPICS[random.nextInt(TOPICS.length)];
  }

  long deliveries() {
    return checker.deliveries();
  }

  /** The storm. */
  void storm(int steps) {
    for (int step = 0; step < steps; step++) {
      step();
    }
  }

  private void step() {
    int dice = random.nextInt(100);
    if (dice < 22) {
      publish();
    } else if (dice < 47) {
      long session = session();
      askOver(session, pull(session, topic(), random.nextInt(4) == 0 ? 0 : 60_000));
    } else if (dice < 70) {
      settle();
    } else if (dice < 84) {
      replica.commitOnce();
    } else if (dice < 92) {
      replica.pass(random.nextInt(5) == 0 ? between(0, 40_000) : between(0, 500));
    } else if (dice < 94) {
      crash();
    } else {
      mischief();
    }
  }

  private void mischief() {
    switch (random.nextInt(20)) {
      case 0 -> ask(new ResetGroup(topic(), Replica.GROUP, ReadFrom.offset(between(0, 50))));
      case 1 -> ask(new DeleteGroup(topic(), Replica.GROUP));
      case 2 ->
          ask(random.nextInt(4) == 0 ? new DeleteTopic(topic()) : new CancelPull(between(0, 99)));
      case 3 -> replica.decide(new Event.SessionClosed(session()));
      case 4 -> replica.decide(new Event.DiskRoom(random.nextInt(3) > 0, "full"));
      case 5 -> replica.journal.leaveRoomFor(between(0, 5_000));
      case 6 -> ask(new Read(topic(), 0, ReadFrom.offset(between(0, 50)), 500, between(0, 1_000)));
      case 7 -> takeSnapshot();
      case 8 -> retain();
      case 9 -> replica.bring();
      case 10, 11 -> cancelDelayed();
      case 12, 13, 14, 15 -> writeSlice();
      case 16, 17, 18 -> settleLetters();
      default -> replica.journal.makeRoom();
    }
  }

  private void cancelDelayed() {
    DelayedTable.Waiting waiting = replica.machine().state().delayed().first();
    if (waiting != null) {
      ask(new CancelDelayed(topic(), waiting.id(), between(0, waiting.records())));
    }
  }

  private void settleLetters() {
    boolean drops = !hasHistory && random.nextInt(4) == 0;
    LetterAction action = drops ? LetterAction.DROP : LetterAction.REPLAY;
    long first = between(0, 20);
    ask(new SettleLetters(topic(), action, List.of(new OffsetRange(first, first + 5)), null));
  }

  /** Each session but the last is a consumer with a number of its own. */
  private long session() {
    return between(1, SESSIONS);
  }

  private static long holder(long session) {
    return session == SESSIONS ? 0 : 100 + session;
  }

  private Pull pull(long session, String topic, int waitMillis) {
    return new Pull(
        topic,
        0,
        Replica.GROUP,
        "c",
        holder(session),
        StartAt.EARLIEST,
        between(1, 12),
        1 << 20,
        waitMillis,
        30_000,
        STAGES[random.nextInt(STAGES.length)]);
  }

  private Ticket ask(Request request) {
    return askOver(Replica.SESSION, request);
  }

  private Ticket askOver(long session, Request request) {
    // Known before it is decided on, because the answer may come at once.
    Ticket ticket = replica.nextTicket(session, request.type());
    checker.asks(ticket, request);
    replica.decide(new Event.Ask(ticket, request));
    return ticket;
  }

  private void publish() {
    replica.publish(topic(), batch(), Durability.REPLICATED, random.nextInt(3) == 0 ? sequence : 0);
  }

  private ByteBuffer batch() {
    int records = between(1, 6);
    return switch (random.nextInt(8)) {
      case 0 -> Batches.delayed(records, replica.nowMillis() + between(0, 5_000));
      case 1 -> {
        long[] expiries = new long[records];
        for (int i = 0; i < records; i++) {
          expiries[i] = random.nextBoolean() ? 0 : replica.nowMillis() + between(0, 10_000);
        }
        yield Batches.expiring(expiries);
      }
      case 2 -> {
        sequence += between(-1, 2);
        sequence = Math.max(0, sequence);
        yield Batches.of(records, new BatchStamp(between(1, 4), sequence, 0));
      }
      default -> {
        String[] keys = new String[records];
        for (int i = 0; i < records; i++) {
          keys[i] = KEYS[random.nextInt(KEYS.length)];
        }
        yield Batches.keyed(keys);
      }
    };
  }

  private void settle() {
    String topic = topic();
    List<DeliveryChecker.Held> held = checker.held(topic);
    List<Verdict> verdicts = new ArrayList<>();
    int generation = 1;
    long session = session();
    for (int left = held.isEmpty() ? 0 : between(1, 8); left > 0; left--) {
      DeliveryChecker.Held one = held.get(random.nextInt(held.size()));
      session = random.nextInt(8) == 0 ? session : one.pull().session();
      generation = one.generation();
      long first = one.delivered().offset();
      long last = first + (random.nextInt(4) == 0 ? between(0, 5) : 0);
      int attempt = one.delivered().attempt() + (random.nextInt(10) == 0 ? 1 : 0);
      verdicts.add(verdict(first, last, attempt));
    }
    if (!verdicts.isEmpty()) {
      askOver(
          session, new Settle(topic, 0, Replica.GROUP, "c", holder(session), generation, verdicts));
    }
  }

  private Verdict verdict(long first, long last, int attempt) {
    return switch (random.nextInt(9)) {
      case 0 -> Verdict.nack(first, last, attempt, between(0, 900));
      case 1 -> Verdict.nack(first, last, attempt, Verdict.TOPIC_BACK_OFF);
      case 2 -> Verdict.reject(first, last, attempt, "no");
      case 3 -> Verdict.extend(first, last, attempt, between(0, 50_000));
      case 4 -> Verdict.release(first, last, attempt);
      case 5, 6 -> Verdict.claim(first, last, attempt);
      case 7 -> Verdict.start(first, last, attempt);
      default -> Verdict.ack(first, last, attempt);
    };
  }

  private void crash() {
    List<Long> ends = new ArrayList<>(List.of(replica.journal.committed()));
    replica.journal.forEachFrame(frame -> {
      long end = frame.position() + frame.length();
      if (end > replica.journal.committed()) {
        ends.add(end);
      }
    });
    long end = ends.get(random.nextInt(ends.size()));
    replica = replica.restartedFrom(end);
    sliced = null;
    if (end < snapshotAt) {
      takeSnapshot();
    }
    checker.restarted(replica);
  }

  private void takeSnapshot() {
    snapshot = replica.machine().snapshot();
    snapshotAt = replica.journal.end();
  }

  /** A snapshot that is written in slices has the state of when it began. */
  private void writeSlice() {
    SlicedSnapshot now = sliced;
    if (now == null) {
      begun = replica.machine().snapshot();
      now = replica.machine().state().beginSnapshot();
      sliced = now;
    }
    if (now.step(between(1, 200))) {
      sliced = null;
      assertThat(rewritten(now.bytes())).as("written in slices").isEqualTo(begun);
    }
  }

  private static ByteBuffer rewritten(List<ByteBuffer> parts) {
    ByteBuffer whole = ByteBuffer.allocate(parts.stream().mapToInt(ByteBuffer::remaining).sum());
    parts.forEach(whole::put);
    return SnapshotCodec.write(SnapshotCodec.read(whole.flip(), ReceiptLimits.ofEachTopic(9)));
  }

  /**
   * Retention may take what is committed and what no group needs any more; sometimes more. Where
   * there is a history, it takes anything that is committed.
   */
  private void retain() {
    for (PartitionState partition : replica.machine().state().partitions()) {
      if (hasHistory) {
        int below = between(0, (int) partition.endOffset());
        replica.journal.moveToHistory(partition.id(), below);
        continue;
      }
      long floor = Math.min(partition.lowestFloor(), partition.endOffset());
      long below = random.nextInt(4) == 0 ? floor + 3 : floor;
      replica.journal.removeMessagesBelow(partition.id(), Math.min(below, partition.endOffset()));
    }
  }

  /** Whoever applied the same records knows the same. */
  void checkReplay() {
    ByteBuffer live = replica.machine().snapshot();
    Replica replayed = replica.replayedUpTo(replica.journal.end());
    assertThat(replayed.machine().snapshot()).as("replayed").isEqualTo(live);
    Replica restored = replica.restoredFrom(snapshot, snapshotAt);
    assertThat(restored.machine().snapshot()).as("restored and replayed").isEqualTo(live);
  }

  /** The storm is over: everything is settled in a bounded time, by consumers that only wait. */
  void calm() {
    replica.journal.makeRoom();
    replica.decide(new Event.DiskRoom(true, ""));
    for (long session = 1; session <= SESSIONS; session++) {
      replica.decide(new Event.SessionClosed(session));
    }
    Ticket[] pulls = new Ticket[TOPICS.length];
    for (int round = 0; !isSettled(); round++) {
      assertThat(round).as("rounds until everything is settled").isLessThan(3_000);
      boolean isProgress = false;
      for (int i = 0; i < TOPICS.length; i++) {
        isProgress |= pullAndAck(i, pulls);
      }
      replica.commit();
      isProgress |= replica.bring();
      if (!isProgress) {
        assertThat(replica.passToNextWake()).as("somebody waits for nothing").isTrue();
      }
    }
  }

  /** Where there is a history, nothing was passed over but what expired. */
  void checkNothingWasMissed() {
    if (!hasHistory) {
      return;
    }
    replica.journal.forEachFrame(frame -> {
      if (frame.kind() == FrameKind.SETTLE
          && RecordCodec.read(frame) instanceof JournalRecord.Settle settle) {
        for (SettleItem item : settle.items()) {
          if (item.kind() == Settlement.DROPPED) {
            checkExpired(settle.partition(), item);
          }
        }
      }
    });
  }

  private void checkExpired(int partition, SettleItem dropped) {
    for (long offset = dropped.first(); offset <= dropped.last(); offset++) {
      StoredFrame frame = replica.journal.stored(partition, offset);
      assertThat(frame).as("message %d of partition %d", offset, partition).isNotNull();
      int record = frame.recordFirst() + (int) (offset - frame.baseOffset());
      assertThat(frame.batch().expiryMillis(record)).as("%d expires", offset).isPositive();
    }
  }

  private boolean pullAndAck(int topic, Ticket[] pulls) {
    if (replica.machine().state().topic(TOPICS[topic]) == null) {
      return false;
    }
    boolean isAnswered = pulls[topic] != null && replica.isAnswered(pulls[topic]);
    if (isAnswered) {
      List<Verdict> acks = new ArrayList<>();
      for (Delivered each : replica.deliveriesOf(pulls[topic])) {
        acks.add(Verdict.ack(each.offset(), each.offset(), each.attempt()));
      }
      ask(new Settle(TOPICS[topic], 0, Replica.GROUP, "c", 0, generation(topic), acks));
    }
    if (isAnswered || pulls[topic] == null) {
      pulls[topic] = ask(Replica.pullOf(TOPICS[topic], 5, Integer.MAX_VALUE));
      return true;
    }
    return false;
  }

  private int generation(int topic) {
    PartitionState partition = replica.machine().state().topic(TOPICS[topic]);
    GroupState group = partition == null ? null : partition.group(Replica.GROUP);
    return group == null ? 1 : group.cursor().generation();
  }

  private boolean isSettled() {
    for (String topic : TOPICS) {
      PartitionState partition = replica.machine().state().topic(topic);
      if (partition == null) {
        continue; // Nothing was published to it.
      }
      GroupState group = partition.group(Replica.GROUP);
      if (group == null || group.cursor().floor() < partition.endOffset()) {
        return false;
      }
    }
    return replica.machine().state().delayed().size() == 0;
  }
}

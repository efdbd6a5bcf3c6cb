package io.feige.broker.server.pair;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.broker.core.PartitionMachine;
import io.feige.broker.core.decide.Lifetimes;
import io.feige.broker.core.decide.MachineLimits;
import io.feige.broker.core.decide.MailLimits;
import io.feige.broker.core.group.DispatchLimits;
import io.feige.broker.core.port.Event;
import io.feige.broker.core.port.Handed;
import io.feige.broker.core.port.Handout;
import io.feige.broker.core.port.Now;
import io.feige.broker.core.port.Sink;
import io.feige.broker.core.port.Ticket;
import io.feige.broker.core.record.RecordDraft;
import io.feige.broker.core.state.ReceiptLimits;
import io.feige.broker.core.state.RetentionNeeds;
import io.feige.broker.core.turn.Needed;
import io.feige.broker.journal.Journal;
import io.feige.broker.journal.disk.DiskFiles;
import io.feige.broker.journal.live.Holding;
import io.feige.broker.journal.segment.JournalConfig;
import io.feige.broker.server.pair.store.CarryDuty;
import io.feige.broker.server.pair.store.JournalLog;
import io.feige.broker.server.pair.store.NeededRetention;
import io.feige.broker.server.pair.store.OpenStore;
import io.feige.broker.server.pair.store.Replaying;
import io.feige.protocol.batch.BatchStamp;
import io.feige.protocol.batch.BatchWriter;
import io.feige.protocol.batch.Compressor;
import io.feige.protocol.command.Answer;
import io.feige.protocol.command.CommandType;
import io.feige.protocol.command.Pull;
import io.feige.protocol.command.Request;
import io.feige.protocol.command.Settle;
import io.feige.protocol.frame.StoredFrame;
import io.feige.protocol.model.DiskHolderKind;
import io.feige.protocol.model.Durability;
import io.feige.protocol.model.LeaseStage;
import io.feige.protocol.model.Selection;
import io.feige.protocol.model.StartAt;
import io.feige.protocol.model.TopicSpec;
import io.feige.protocol.model.Verdict;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A few messages that are needed for long, at the beginning of a journal that rolls on. */
class OldMessagesIT {
  private static final int SEGMENT = 256 << 10;
  private static final JournalConfig CONFIG = new JournalConfig(SEGMENT, 128 << 10, 96 << 10, 0);
  private static final int ROLLED = 20;
  private static final int BATCH = 16 << 10;
  private static final long DAY_MILLIS = 86_400_000;
  private static final MachineLimits LIMITS =
      new MachineLimits(
          true,
          TopicSpec.named("default").withRetention(1_000, 0, true).withMaxAttempts(3),
          100,
          100,
          100,
          100,
          ReceiptLimits.ofEachTopic(100),
          new MailLimits(1 << 20, 100),
          BATCH * 2,
          1 << 20,
          DispatchLimits.ofEach(10_000, 10_000),
          Lifetimes.DEFAULT);

  private final Path directory;
  private long millis = 1_700_000_000_000L;
  private final List<Handed> handed = new ArrayList<>();
  private Journal journal;
  private PartitionMachine machine;
  private CarryDuty duty;
  private long snapshotAt;
  private int correlation;

  OldMessagesIT(@TempDir Path directory) throws IOException {
    this.directory = directory;
    open();
  }

  private void open() throws IOException {
    JournalLog log = new JournalLog();
    machine = new PartitionMachine(LIMITS, log);
    journal =
        Journal.open(
            DiskFiles.open(directory),
            CONFIG,
            () -> Instant.ofEpochMilli(millis),
            new Replaying(machine));
    log.opened(journal);
    snapshotAt = journal.end();
    duty = new CarryDuty(journal, machine, new CarryDuty.Bounds(4, 64 << 10, 1 << 20));
    decide(new Event.Activated(machine.state().epoch() + 1, "node-a", "boot"));
    commit();
  }

  private final class Taking implements Sink {
    @Override
    public boolean hasRoomFor(long bytes) {
      return journal.reserve(bytes);
    }

    @Override
    public long append(RecordDraft draft, long epoch, long timeMillis) {
      return journal.append(OpenStore.frame(draft, epoch, timeMillis));
    }

    @Override
    public long end() {
      return journal.end();
    }

    @Override
    public void answer(Ticket ticket, Answer answer) {}

    @Override
    public void answerWhenCommitted(Ticket ticket, Answer answer) {}

    @Override
    public boolean canTake(Ticket ticket) {
      return true;
    }

    @Override
    public void fault(Throwable cause) {
      throw new AssertionError(cause);
    }

    @Override
    public void handOut(Ticket ticket, Handed messages) {
      handed.add(messages);
    }
  }

  private void decide(Event event) {
    machine.decide(event, new Now(millis * 1_000_000, millis), new Taking());
  }

  private void commit() {
    do {
      journal.write();
      journal.force();
      decide(new Event.Committed(journal.durable()));
    } while (journal.durable() < journal.end());
  }

  private void ask(Request request) {
    decide(new Event.Ask(new Ticket(1, ++correlation, request.type()), request));
    commit();
  }

  private void publish(String topic, int bytes, long deliverAt) {
    BatchWriter writer = BatchWriter.withLimit(BATCH * 2);
    writer.add(null, List.of(), new byte[bytes], millis, 0);
    ByteBuffer batch = writer.finish(new BatchStamp(0, 0, deliverAt), Compressor.NONE);
    decide(
        new Event.Publish(
            new Ticket(1, ++correlation, CommandType.PUBLISH),
            topic,
            0,
            Durability.REPLICATED,
            0,
            batch));
    commit();
  }

  /** Pulls what there is for a group; returns the offsets. */
  private List<Long> pull(String topic, int messages) {
    handed.clear();
    ask(
        new Pull(
            topic,
            0,
            "g",
            "c",
            0,
            StartAt.EARLIEST,
            messages,
            1 << 20,
            60_000,
            30_000,
            LeaseStage.STARTED));
    List<Long> offsets = new ArrayList<>();
    for (Handed each : handed) {
      for (Handout handout : each.handouts()) {
        StoredFrame frame = journal.reader().frameAt(handout.position());
        for (Selection selection : handout.selections()) {
          offsets.add(frame.baseOffset() + selection.first() - frame.recordFirst());
        }
      }
    }
    return offsets;
  }

  private void settle(String topic, Verdict verdict) {
    int generation = ((Handed.ToConsumer) handed.getFirst()).generation();
    ask(new Settle(topic, 0, "g", "c", 0, generation, List.of(verdict)));
  }

  /** What is done now and then, with or without carrying forward. */
  private void keepHouse(boolean carries) {
    millis += 100;
    duty.look(millis);
    Event.Carry due = duty.turn(journal.durable(), millis);
    if (carries && due != null) {
      decide(due);
    }
    commit();
    if (journal.end() - snapshotAt >= SEGMENT) {
      snapshotAt = journal.end();
      journal.saveSnapshot(snapshotAt, machine.snapshot());
    }
    while (journal.upkeep() != Journal.IDLE) {
      // Until there is nothing left.
    }
    RetentionNeeds needs = machine.needs(millis);
    journal.removeSegments(new NeededRetention(new Needed(needs, needs, Long.MAX_VALUE)));
  }

  /** One rejected, one delayed by 300 days, and a group that stopped after 5 of 10. */
  private void beginWithFewThatAreNeeded() {
    publish("work", 100, 0);
    pull("work", 1);
    settle("work", Verdict.reject(0, 0, 1, "no such customer"));
    publish("later", 100, millis + 300 * DAY_MILLIS);
    for (int i = 0; i < 10; i++) {
      publish("small", 100, 0);
    }
    pull("small", 10);
    settle("small", Verdict.ack(0, 4, 1));
  }

  private void rollOn(boolean carries) {
    long until = journal.end() + (long) ROLLED * SEGMENT;
    while (journal.end() < until) {
      publish("work", BATCH, 0);
      long offset = pull("work", 1).getFirst();
      settle("work", Verdict.ack(offset, offset, 1));
      keepHouse(carries);
    }
    for (int i = 0; i < 100; i++) {
      keepHouse(carries);
    }
  }

  /** Looks through all of the journal as a node does that carries nothing forward. */
  private List<Holding> holdings() {
    CarryDuty looking = new CarryDuty(journal, machine, CarryDuty.Bounds.NONE);
    looking.look(millis);
    long before = looking.space().holdings().number();
    while (looking.space().holdings().number() == before) {
      looking.look(millis);
    }
    return looking.space().holdings().first();
  }

  private Holding held(DiskHolderKind kind, String topic) {
    int partition = Objects.requireNonNull(machine.state().topic(topic)).id();
    return holdings().stream()
        .filter(each -> each.kind() == kind && each.partition() == partition)
        .findFirst()
        .orElseThrow();
  }

  private long stored() {
    return journal.end() - journal.start();
  }

  @Test
  void withoutCarryingForwardTheyKeepEverything() {
    beginWithFewThatAreNeeded();

    rollOn(false);

    assertThat(stored()).isGreaterThan((ROLLED - 1L) * SEGMENT);
    journal.close();
  }

  @Test
  void whoeverKeepsEverythingIsNamed() {
    long began = millis;
    beginWithFewThatAreNeeded();
    rollOn(false);

    Holding delayed = held(DiskHolderKind.DELAYED, "later");
    Holding group = held(DiskHolderKind.GROUP, "small");
    Holding letters = held(DiskHolderKind.TOPIC, "work.dlq");

    assertThat(holdings().getFirst()).isIn(delayed, group, letters);
    assertThat(List.of(delayed, group, letters)).allMatch(each -> each.sinceMillis() == began);
    assertThat(List.of(delayed, group, letters)).allMatch(each -> each.position() < SEGMENT);
    assertThat(List.of(delayed, group, letters)).allMatch(each -> each.bytes() < 2_000);
    assertThat(group.bytes()).isGreaterThan(5 * 100);
    int work = Objects.requireNonNull(machine.state().topic("work")).id();
    assertThat(holdings())
        .filteredOn(each -> each.partition() == work)
        .allMatch(each -> each.position() > stored() / 2);
    journal.close();
  }

  @Test
  void theyKeepNoMoreThanAFewSegmentsAndAreAllThereAfterARestart() throws IOException {
    beginWithFewThatAreNeeded();
    rollOn(true);
    long kept = stored();
    System.out.printf(
        "%d bytes published, %d kept, of which %d are needed; %d bytes copied%n",
        journal.end(), kept, duty.space().needed(), journal.carriedBytes());

    assertThat(kept).isLessThan(7L * SEGMENT);
    assertThat(journal.carriedBytes()).isLessThan(journal.end() / 10);
    journal.close();
    open();
    millis += 60_000;
    decide(new Event.TimePassed());
    commit();

    assertThat(pull("small", 10)).containsExactly(5L, 6L, 7L, 8L, 9L);
    assertThat(pull("work.dlq", 10)).containsExactly(0L);
    assertThat(pull("later", 10)).isEmpty();
    millis += 300 * DAY_MILLIS;
    decide(new Event.TimePassed());
    commit();
    assertThat(pull("later", 10)).containsExactly(0L);
    journal.close();
  }
}

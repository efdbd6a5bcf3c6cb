package io.feige.broker.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.broker.core.decide.Lifetimes;
import io.feige.broker.core.decide.MachineLimits;
import io.feige.broker.core.decide.MailLimits;
import io.feige.broker.core.group.DispatchLimits;
import io.feige.broker.core.port.Event;
import io.feige.broker.core.port.Handed;
import io.feige.broker.core.port.Now;
import io.feige.broker.core.port.Ticket;
import io.feige.broker.core.state.ReceiptLimits;
import io.feige.protocol.command.CommandType;
import io.feige.protocol.command.CreateTopic;
import io.feige.protocol.command.GroupList;
import io.feige.protocol.command.ListGroups;
import io.feige.protocol.command.Published;
import io.feige.protocol.command.Pull;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.command.Request;
import io.feige.protocol.command.Settle;
import io.feige.protocol.command.Settled;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.model.Durability;
import io.feige.protocol.model.GroupDescription;
import io.feige.protocol.model.LeaseStage;
import io.feige.protocol.model.StartAt;
import io.feige.protocol.model.TopicSpec;
import io.feige.protocol.model.Verdict;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A machine with its journal and its clocks, for tests that read given, when, then. Time stands
 * still unless a test lets it pass.
 */
final class Replica {
  static final long SESSION = 1;
  static final long OTHER = 2;
  static final int MAIL_BYTES = 100_000;
  static final String GROUP = "g";
  static final long MAX_WAIT_MILLIS = 1_000_000;

  static final DispatchLimits DISPATCH = DispatchLimits.ofEach(10_000, 10_000);
  static final MachineLimits LIMITS = limits(DISPATCH);

  final JournalDouble journal;
  private final MachineLimits limits;
  private final PartitionMachine machine;
  private long nanos;
  private long millis;
  private int correlation;

  private Replica(MachineLimits limits, JournalDouble journal, long millis) {
    this.limits = limits;
    this.journal = journal;
    this.machine = new PartitionMachine(limits, journal);
    this.millis = millis;
    // No meaning: only differences count, and they may be below zero.
    this.nanos = -3_000_000_000L;
  }

  static MachineLimits limits(DispatchLimits dispatch) {
    TopicSpec defaults = TopicSpec.named("default").withRetryDelay(1_000, 8_000);
    return new MachineLimits(
        true,
        defaults,
        100,
        100,
        100,
        100,
        ReceiptLimits.ofEachTopic(100),
        new MailLimits(MAIL_BYTES, 3),
        1 << 20,
        1 << 20,
        dispatch,
        Lifetimes.DEFAULT);
  }

  /** A replica that begins to serve with an empty journal. */
  static Replica serving() {
    return serving(LIMITS);
  }

  static Replica serving(MachineLimits limits) {
    return new Replica(limits, new JournalDouble(), 1_000_000_000_000L).activated();
  }

  /** A replica in which a topic exists. */
  static Replica withTopic(TopicSpec spec) {
    return withTopic(spec, LIMITS);
  }

  static Replica withTopic(TopicSpec spec, MachineLimits limits) {
    Replica replica = serving(limits);
    replica.ask(new CreateTopic(spec, false));
    replica.commit();
    return replica;
  }

  private Replica activated() {
    decide(new Event.Activated(machine.state().epoch() + 1, "node-a", "boot-1"));
    commit();
    return this;
  }

  /** As after a crash: what was not committed is lost, and another activation begins. */
  Replica restarted() {
    return restartedFrom(journal.committed());
  }

  /** As when another node takes over whose clock says something else. */
  Replica restartedWhenItIs(long otherMillis) {
    Replica next = replayedUpTo(journal.committed());
    next.millis = otherMillis;
    return next.activated();
  }

  /** As after a clean restart: everything in the journal is there. */
  Replica restartedWithAll() {
    return restartedFrom(journal.end());
  }

  Replica restartedFrom(long position) {
    return replayedUpTo(position).activated();
  }

  /** A standby that applied the journal up to a position. */
  Replica replayedUpTo(long position) {
    Replica next = new Replica(limits, journal.copyUpTo(position), millis);
    next.journal.forEachFrame(next.machine::replay);
    return next;
  }

  /** A standby that began from a snapshot of a position and applied what follows. */
  Replica restoredFrom(ByteBuffer snapshot, long position) {
    Replica next = new Replica(limits, journal.copyUpTo(journal.end()), millis);
    next.machine.restore(snapshot);
    next.journal.forEachFrame(frame -> {
      if (frame.position() >= position) {
        next.machine.replay(frame);
      }
    });
    return next;
  }

  PartitionMachine machine() {
    return machine;
  }

  /** Somebody sets the wall clock; monotonic time goes on as if nothing had happened. */
  void stepWallClock(long stepMillis) {
    millis += stepMillis;
  }

  long nowMillis() {
    return millis;
  }

  Now now() {
    return new Now(nanos, millis);
  }

  void decide(Event event) {
    journal.nextDecision();
    machine.decide(event, now(), journal);
  }

  Ticket ask(Request request) {
    return ask(SESSION, request);
  }

  Ticket nextTicket(CommandType type) {
    return nextTicket(SESSION, type);
  }

  Ticket nextTicket(long session, CommandType type) {
    return new Ticket(session, ++correlation, type);
  }

  Ticket ask(long session, Request request) {
    Ticket ticket = nextTicket(session, request.type());
    decide(new Event.Ask(ticket, request));
    return ticket;
  }

  Ticket publish(String topic, ByteBuffer batch) {
    return publish(topic, batch, Durability.REPLICATED, 0);
  }

  Ticket publish(String topic, ByteBuffer batch, Durability durability, long resolvedBelow) {
    Ticket ticket = nextTicket(CommandType.PUBLISH);
    decide(new Event.Publish(ticket, topic, 0, durability, resolvedBelow, batch));
    return ticket;
  }

  /** Publishes so many messages, and commits them. */
  void published(String topic, int records) {
    publish(topic, Batches.of(records));
    commit();
  }

  Ticket pull(String topic, int maxMessages) {
    return ask(pullOf(topic, maxMessages));
  }

  static Pull pullOf(String topic, int maxMessages) {
    return pullOf(topic, maxMessages, 60_000);
  }

  static Pull pullOf(String topic, int maxMessages, int waitMillis) {
    return new Pull(
        topic,
        0,
        GROUP,
        "c",
        0,
        StartAt.EARLIEST,
        maxMessages,
        1 << 20,
        waitMillis,
        30_000,
        LeaseStage.STARTED);
  }

  /** Pulls, commits what is needed for that, and returns what came. */
  List<Delivered> pulled(String topic, int maxMessages) {
    Ticket ticket = pull(topic, maxMessages);
    commit();
    return deliveriesOf(ticket);
  }

  Ticket settle(String topic, Verdict... verdicts) {
    return settle(topic, GROUP, verdicts);
  }

  Ticket settle(String topic, String group, Verdict... verdicts) {
    int generation = group(topic, group).generation();
    return ask(new Settle(topic, 0, group, "c", 0, generation, List.of(verdicts)));
  }

  /** Acknowledges, and commits that. */
  void acked(String topic, long first, long last) {
    settle(topic, Verdict.ack(first, last, 1));
    commit();
  }

  GroupDescription group(String topic) {
    return group(topic, GROUP);
  }

  private GroupDescription group(String topic, String group) {
    Ticket ticket = ask(new ListGroups(topic, group));
    return answer(ticket, GroupList.class).groups().getFirst();
  }

  /** Commits once: what that gives rise to is appended and not yet committed. */
  void commitOnce() {
    journal.commitUpTo(journal.end());
    decide(new Event.Committed(journal.end()));
    journal.releaseAnswers();
  }

  /** Commits until nothing is left. */
  void commit() {
    do {
      commitOnce();
    } while (journal.committed() < journal.end());
  }

  /** Lets time pass, waking the machine whenever it wants to be. */
  void pass(long passMillis) {
    long untilNanos = nanos + passMillis * 1_000_000;
    for (int wakes = 0; machine.nextWakeNanos(now()) <= untilNanos; wakes++) {
      assertThat(wakes).as("wake-ups within %d ms", passMillis).isLessThan(10_000);
      goTo(Math.max(nanos, machine.nextWakeNanos(now())));
      decide(new Event.TimePassed());
    }
    goTo(untilNanos);
  }

  /** Jumps to when the machine wants to be woken; false when it does not want to be. */
  boolean passToNextWake() {
    long wake = machine.nextWakeNanos(now());
    if (wake == Long.MAX_VALUE) {
      return false;
    }
    goTo(Math.max(nanos, wake));
    decide(new Event.TimePassed());
    return true;
  }

  private void goTo(long newNanos) {
    millis += Math.ceilDiv(newNanos - nanos, 1_000_000L);
    nanos = newNanos;
  }

  /** Brings what was asked for of the history; false when that was nothing. */
  boolean bring() {
    Set<Integer> brought = journal.history().bring();
    brought.forEach(partition -> decide(new Event.Fetched(partition)));
    return !brought.isEmpty();
  }

  boolean isAnswered(Ticket ticket) {
    return journal.answerOf(ticket) != null;
  }

  /** Null: there is no answer yet. */
  @Nullable Object answerOf(Ticket ticket) {
    return journal.answerOf(ticket);
  }

  <A> A answer(Ticket ticket, Class<A> type) {
    @Nullable Object answer = journal.answerOf(ticket);
    assertThat(answer).as("answer of %s", ticket).isInstanceOf(type);
    return type.cast(Objects.requireNonNull(answer));
  }

  Published receipt(Ticket ticket) {
    return answer(ticket, Published.class);
  }

  ErrorCode refusal(Ticket ticket) {
    return answer(ticket, Refusal.class).code();
  }

  String hint(Ticket ticket) {
    return answer(ticket, Refusal.class).hint();
  }

  Settled settled(Ticket ticket) {
    return answer(ticket, Settled.class);
  }

  List<Delivered> deliveriesOf(Ticket ticket) {
    return journal.delivered(answer(ticket, Handed.class));
  }

  List<Long> offsetsOf(Ticket ticket) {
    return deliveriesOf(ticket).stream().map(Delivered::offset).toList();
  }
}

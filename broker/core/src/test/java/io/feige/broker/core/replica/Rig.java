package io.feige.broker.core.replica;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.broker.core.replica.FakePort.Committed;
import io.feige.broker.core.replica.FakePort.Dialled;
import io.feige.broker.core.replica.FakePort.Effect;
import io.feige.broker.core.replica.FakePort.HungUp;
import io.feige.broker.core.replica.FakePort.Sent;
import io.feige.protocol.cluster.Ask;
import io.feige.protocol.cluster.BackupServes;
import io.feige.protocol.cluster.Death;
import io.feige.protocol.cluster.Member;
import io.feige.protocol.cluster.PairState;
import io.feige.protocol.cluster.ReplicaReport;
import io.feige.protocol.link.Ack;
import io.feige.protocol.link.Copy;
import io.feige.protocol.link.Join;
import io.feige.protocol.link.Joined;
import io.feige.protocol.link.LinkMessage;
import java.util.ArrayList;
import java.util.List;

/**
 * One replica machine with its world, for tests that read given, when, then. The machine under test
 * is the one on node "a" unless a test says otherwise; the other member is "b". Time stands still
 * unless a test lets it pass, and then the machine is woken exactly when it wants to be.
 */
final class Rig {
  static final String PAIR = "pair-1";
  static final Member A = new Member("a", "a-boot-1");
  static final Member B = new Member("b", "b-boot-1");
  static final Member B_REBOOTED = new Member("b", "b-boot-2");
  static final int LEASE = 400;
  static final int COUNTED = 360;
  static final int TIMEOUT = 1_000;
  static final int GRACE = 100;
  static final int PROBE = 50;
  static final int CANCEL = 2_000;
  static final long WAY_BACK = 77;
  static final int WINDOW = 96;
  static final int CHUNK = 32;
  static final int FSYNC = 500;
  static final int LAG = 200;
  static final int LAG_FOR = 5_000;
  static final CopyRules COPIES = new CopyRules(FSYNC, LAG, LAG_FOR, 1);
  static final ReplicaSettings SETTINGS =
      new ReplicaSettings(LEASE, TIMEOUT, GRACE, PROBE, CANCEL, WINDOW, CHUNK, 0, false, COPIES);

  final FakePort port;
  final ReplicaMachine machine;
  private final List<Effect> effects = new ArrayList<>();
  private long nowNanos;
  private long lastSession;

  Rig(FakeJournal journal, Member self, long nowNanos) {
    this(journal, self, nowNanos, SETTINGS);
  }

  Rig(FakeJournal journal, Member self, long nowNanos, ReplicaSettings settings) {
    this.port = new FakePort(journal);
    this.nowNanos = nowNanos;
    this.machine = new ReplicaMachine(PAIR, self, settings, nowNanos);
  }

  /** A process of node "a" that has just started, on a journal. */
  static Rig started(FakeJournal journal) {
    return new Rig(journal, A, -3_000_000_000L);
  }

  /** The same journal, machine and time, and a new process. */
  Rig restarted() {
    return new Rig(port.journal.afterProcessEnd(), A, nowNanos);
  }

  static PairState state(int version, long epoch, String active, Member... inSync) {
    return new PairState(
        PAIR, "a", "b", active, epoch, List.of(inSync), false, BackupServes.ALL, version);
  }

  static PairState handedOver(int version, long epoch, String active, Member... inSync) {
    return new PairState(
        PAIR, "a", "b", active, epoch, List.of(inSync), true, BackupServes.ALL, version);
  }

  /** Serves as the active of epoch 1, alone in sync, with an otherwise empty journal. */
  static Rig alone() {
    Rig rig = started(new FakeJournal());
    rig.pass(LEASE);
    rig.learn(state(1, 1, "a", A));
    rig.save();
    assertThat(rig.mayServe()).isTrue();
    rig.takeEffects();
    return rig;
  }

  /** Serves as the active of epoch 2, in sync with b, which copies on the session returned. */
  static Rig withStandby() {
    Rig rig = alone();
    rig.learn(state(2, 1, "a", A, B));
    rig.joins(B);
    rig.ackAll();
    rig.takeEffects();
    assertThat(rig.mayServe()).isTrue();
    return rig;
  }

  /** Copies from b, the active of epoch 1, and is in sync with it. */
  static Rig standby() {
    return standbyOf(Death.NONE);
  }

  /** The same of an active whose process has that mark. */
  static Rig standbyOf(String deathMark) {
    Rig rig = started(FakeJournal.of(1, 1));
    rig.learn(state(1, 1, "b", A, B));
    rig.accepted();
    rig.hears(new Joined(1, rig.port.journal.end(), 0, -1, 0, deathMark));
    rig.copies(1, 0);
    rig.takeEffects();
    return rig;
  }

  long nowNanos() {
    return nowNanos;
  }

  /** The connection that was opened last. */
  long session() {
    return lastSession;
  }

  List<Effect> decide(ReplicaEvent event) {
    machine.decide(event, nowNanos, port);
    List<Effect> now = port.takeEffects();
    effects.addAll(now);
    return now;
  }

  List<Effect> learn(PairState state) {
    return decide(new ReplicaEvent.Learned(state, false));
  }

  /** The way back opens at once, on {@link #WAY_BACK}. */
  void learnHandOver(PairState state) {
    if (learnHandOverOnly(state).contains(new Dialled())) {
      decide(new ReplicaEvent.LinkOpened(WAY_BACK, true));
    }
  }

  List<Effect> learnHandOverOnly(PairState state) {
    return decide(new ReplicaEvent.Learned(state, true));
  }

  /** Lets time pass, waking the machine whenever it wants to be. */
  void pass(long millis) {
    long until = nowNanos + millis * 1_000_000;
    for (int wakes = 0; machine.nextWakeNanos(nowNanos) <= until; wakes++) {
      assertThat(wakes).as("wake-ups within %d ms", millis).isLessThan(1_000);
      nowNanos = Math.max(nowNanos, machine.nextWakeNanos(nowNanos));
      decide(new ReplicaEvent.TimePassed());
    }
    nowNanos = until;
  }

  /** The clock goes on, and the node does not run. */
  void hold(long millis) {
    nowNanos += millis * 1_000_000;
  }

  /** Lets time pass, and the other member acknowledges everything that is sent, at once. */
  void passWithAcks(long millis) {
    for (long left = millis; left > 0; left -= 10) {
      pass(Math.min(10, left));
      ackAll();
    }
  }

  /** Everything appended is written and durable. */
  void save() {
    port.journal.save();
    decide(new ReplicaEvent.JournalMoved());
  }

  void write() {
    port.journal.write();
    decide(new ReplicaEvent.JournalMoved());
  }

  /** The partition machine appends, and it is made durable. */
  void publish(int messages) {
    port.journal.append(machine.epoch(), messages);
    save();
  }

  void ready() {
    port.becomeReady();
    decide(new ReplicaEvent.JournalReady());
  }

  /** The dial of this machine succeeds. */
  void accepted() {
    assertThat(takeEffects()).contains(new Dialled());
    decide(new ReplicaEvent.LinkOpened(++lastSession, true));
  }

  void refused() {
    assertThat(takeEffects()).contains(new Dialled());
    decide(new ReplicaEvent.LinkClosed(0));
  }

  void closes() {
    decide(new ReplicaEvent.LinkClosed(lastSession));
  }

  List<Effect> hears(LinkMessage message) {
    return hears(lastSession, message);
  }

  List<Effect> hears(long session, LinkMessage message) {
    return decide(new ReplicaEvent.Received(session, message));
  }

  /** A member that holds the same journal dials and joins. */
  void joins(Member from) {
    joins(from, port.journal, port.journal.end());
  }

  /** The same from a process of that mark. */
  void joinsAs(Member from, String deathMark) {
    decide(new ReplicaEvent.LinkOpened(++lastSession, false));
    FakeJournal holding = port.journal;
    hears(new Join(PAIR, from, machine.epoch(), holding.history(), holding.end(), deathMark));
  }

  List<Effect> joins(Member from, FakeJournal holding, long end) {
    return joins(from, machine.epoch(), holding, end);
  }

  List<Effect> joins(Member from, long epoch, FakeJournal holding, long end) {
    decide(new ReplicaEvent.LinkOpened(++lastSession, false));
    return hears(new Join(PAIR, from, epoch, holding.history(), end));
  }

  /** The other member acknowledges the newest copy that was sent over the newest connection. */
  void ackAll() {
    List<Copy> copies = copiesSent();
    if (!copies.isEmpty()) {
      ack(copies.getLast());
    }
  }

  void ack(Copy copy) {
    hears(ackOf(copy));
  }

  Ack ackOf(Copy copy) {
    long end = copy.position() + copy.frames().remaining();
    return new Ack(copy.epoch(), end, end, copy.sentNanos(), LEASE);
  }

  /** The active sends messages of an epoch, and the journal writes and flushes them. */
  void copies(long epoch, int messages) {
    FakeJournal more = new FakeJournal();
    more.append(epoch, messages);
    more.save();
    hears(copy(epoch, messages));
    save();
  }

  Copy copy(long epoch, int messages) {
    FakeJournal more = port.journal.copy();
    long from = more.end();
    more.append(epoch, messages);
    more.save();
    java.nio.ByteBuffer frames =
        messages == 0
            ? java.nio.ByteBuffer.allocate(0)
            : more.bytes(from, messages * FakeJournal.FRAME);
    return new Copy(epoch, from, more.end(), 0, 1_000_000L + nowNanos, frames);
  }

  boolean mayServe() {
    return machine.mayServe(nowNanos);
  }

  ReplicaReport report() {
    return machine.report(nowNanos, port);
  }

  Ask ask() {
    return report().ask();
  }

  /** What the machine did since this was asked last. */
  List<Effect> takeEffects() {
    List<Effect> taken = List.copyOf(effects);
    effects.clear();
    return taken;
  }

  List<Copy> copiesSent() {
    return sent(Copy.class);
  }

  <M extends LinkMessage> List<M> sent(Class<M> type) {
    List<M> found = new ArrayList<>();
    for (Effect effect : effects) {
      if (effect instanceof Sent sent
          && sent.session() == lastSession
          && type.isInstance(sent.message())) {
        found.add(type.cast(sent.message()));
      }
    }
    return found;
  }

  boolean didHangUp(long session) {
    return effects.stream().anyMatch(each -> each instanceof HungUp up && up.session() == session);
  }

  boolean did(Class<? extends Effect> type) {
    return effects.stream().anyMatch(type::isInstance);
  }

  /** The highest position that was confirmed since the effects were taken; -1: none. */
  long committed() {
    long highest = -1;
    for (Effect effect : effects) {
      if (effect instanceof Committed committed) {
        highest = Math.max(highest, committed.position());
      }
    }
    return highest;
  }
}

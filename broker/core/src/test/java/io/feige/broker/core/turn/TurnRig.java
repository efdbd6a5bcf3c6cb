package io.feige.broker.core.turn;

import io.feige.broker.core.decide.Lifetimes;
import io.feige.broker.core.decide.MachineLimits;
import io.feige.broker.core.decide.MailLimits;
import io.feige.broker.core.group.DispatchLimits;
import io.feige.broker.core.port.Event;
import io.feige.broker.core.port.Handed;
import io.feige.broker.core.port.Now;
import io.feige.broker.core.port.Ticket;
import io.feige.broker.core.replica.CopyRules;
import io.feige.broker.core.replica.ReplicaEvent;
import io.feige.broker.core.replica.ReplicaNote;
import io.feige.broker.core.replica.ReplicaPort.SnapshotAt;
import io.feige.broker.core.replica.ReplicaSettings;
import io.feige.broker.core.state.ReceiptLimits;
import io.feige.protocol.batch.BatchStamp;
import io.feige.protocol.batch.BatchWriter;
import io.feige.protocol.batch.Compressor;
import io.feige.protocol.cluster.BackupServes;
import io.feige.protocol.cluster.Death;
import io.feige.protocol.cluster.Member;
import io.feige.protocol.cluster.PairState;
import io.feige.protocol.cluster.StoreLag;
import io.feige.protocol.command.Answer;
import io.feige.protocol.command.CommandType;
import io.feige.protocol.command.CreateTopic;
import io.feige.protocol.command.HoldsBuffers;
import io.feige.protocol.command.Pull;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.command.Request;
import io.feige.protocol.link.Ack;
import io.feige.protocol.link.Copy;
import io.feige.protocol.link.EpochStart;
import io.feige.protocol.link.Join;
import io.feige.protocol.link.LinkMessage;
import io.feige.protocol.model.Durability;
import io.feige.protocol.model.LeaseStage;
import io.feige.protocol.model.StartAt;
import io.feige.protocol.model.TopicSpec;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A turn over an {@link EmptyStore}, called by hand; notes what it does. */
final class TurnRig implements TurnLoop, TurnWatch, Clients, Rows, Moves, PairLinks {
  static final Member SELF = new Member("node-1", "boot-1");
  static final Member OTHER = new Member("node-2", "boot-2");
  static final int MAX_PENDING_BYTES = 150;
  static final int FSYNC_MILLIS = 500;
  private static final String PAIR = "pair-1";
  private static final long LINK = 1;

  final EmptyStore store =
      new EmptyStore(
          new MachineLimits(
              true,
              TopicSpec.named("default"),
              10,
              10,
              10,
              10,
              ReceiptLimits.ofEachTopic(10),
              new MailLimits(1 << 20, 9),
              1 << 20,
              1 << 20,
              DispatchLimits.ofEach(10, 10),
              Lifetimes.DEFAULT));
  final PairTurn turn;
  final List<Answer> answers = new ArrayList<>();
  final List<Long> stopped = new ArrayList<>();
  final List<Long> durables = new ArrayList<>();
  String takesNone = "";
  boolean isMemoryShort;
  long confirmed;
  private long nanos;
  private long sentNanos;
  private int correlation;
  private boolean wantsDrain;

  TurnRig() {
    this(1);
  }

  TurnRig(int minCopies) {
    CopyRules copies = new CopyRules(FSYNC_MILLIS, 200, 5_000, minCopies);
    ReplicaSettings replica =
        new ReplicaSettings(400, 1_000, 100, 100, 300, 1 << 20, 1 << 16, 0, false, copies);
    TurnSettings settings =
        new TurnSettings(
            PAIR,
            SELF,
            Death.NONE,
            replica,
            "here",
            MAX_PENDING_BYTES,
            100,
            1 << 20,
            1 << 20,
            1 << 20,
            1);
    turn = new PairTurn(settings, new TurnPorts(this, this, this, this, this), store);
    turn.linkBy(this);
    turn.begin();
  }

  /** It is alone, and serves. */
  void serveAlone() {
    learn(state(SELF, "", 1, List.of(SELF)));
    burst();
    forced();
  }

  /** Both are in sync, and the other one has everything that is written. */
  void serveWithOther() {
    serveAlone();
    learn(state(SELF, OTHER.node(), 1, List.of(SELF, OTHER), 2));
    turn.decide(new ReplicaEvent.LinkOpened(LINK, false));
    List<EpochStart> history = store.machine().state().epochs();
    Join join = new Join(PAIR, OTHER, 1, history, store.end());
    turn.decide(new ReplicaEvent.Received(LINK, join));
    Ack ack = new Ack(1, store.end(), store.end(), sentNanos, 400);
    turn.decide(new ReplicaEvent.Received(LINK, ack));
  }

  /** The other member was given up. */
  void learnThatItIsAlone() {
    learn(state(SELF, OTHER.node(), 1, List.of(SELF), 3));
  }

  /** It is the active one of an epoch. */
  void learnThatItIsActive(long epoch) {
    learn(state(SELF, OTHER.node(), epoch, List.of(SELF)));
  }

  /** The other member is the active one of an epoch. */
  void learnThatOtherIsActive(long epoch) {
    learn(state(OTHER, OTHER.node(), epoch, List.of(OTHER)));
  }

  private static PairState state(Member active, String backup, long epoch, List<Member> inSync) {
    return state(active, backup, epoch, inSync, 1);
  }

  private static PairState state(
      Member active, String backup, long epoch, List<Member> inSync, int version) {
    return new PairState(
        PAIR, SELF.node(), backup, active.node(), epoch, inSync, true, BackupServes.ALL, version);
  }

  private void learn(PairState state) {
    turn.decide(new ReplicaEvent.Learned(state, false));
  }

  /** Whether it wants to write, behind what can be read now. */
  boolean wantsDrain() {
    return wantsDrain;
  }

  /** The burst is over. */
  void burst() {
    if (wantsDrain) {
      wantsDrain = false;
      turn.drain();
    }
  }

  /** The disk has what is written. */
  void forced() {
    store.force();
    turn.durable(store);
  }

  void createTopic(long session, String name) {
    Ticket ticket = new Ticket(session, ++correlation, CommandType.TOPIC_CREATE);
    turn.take(ticket, new Event.Ask(ticket, new CreateTopic(TopicSpec.named(name), false)), null);
  }

  void publish(long session) {
    publish(session, ByteBuffer.allocate(64), null);
  }

  void publish(long session, ByteBuffer batch, @Nullable HoldsBuffers lent) {
    Ticket ticket = new Ticket(session, ++correlation, CommandType.PUBLISH);
    turn.take(
        ticket, new Event.Publish(ticket, "orders", 0, Durability.REPLICATED, 0, batch), lent);
  }

  /** A batch that is taken. */
  static ByteBuffer batch() {
    BatchWriter writer = BatchWriter.withLimit(1_000);
    writer.add(null, List.of(), new byte[1], 1_000, 0);
    return writer.finish(new BatchStamp(0, 0, 0), Compressor.NONE);
  }

  void pull(long session, int waitMillis) {
    Ticket ticket = new Ticket(session, ++correlation, CommandType.PULL);
    Pull pull =
        new Pull(
            "orders", 0, "g", "c", 0, StartAt.LATEST, 1, 1_000, waitMillis, 0, LeaseStage.STARTED);
    turn.take(ticket, new Event.Ask(ticket, pull), null);
  }

  /** So long nothing else happens. */
  void pass(int millis) {
    nanos += millis * 1_000_000L;
    turn.replicaDue();
  }

  @Override
  public Now now() {
    return new Now(nanos(), 1_700_000_000_000L);
  }

  @Override
  public long nanos() {
    return nanos++;
  }

  @Override
  public void drainSoon() {
    wantsDrain = true;
  }

  @Override
  public void wakePartitionsBy(long at) {}

  @Override
  public void wakeReplicaBy(long at) {}

  @Override
  public void report() {}

  @Override
  public void failed(Throwable cause, String words) {
    throw new IllegalStateException("the turn fails", cause);
  }

  @Override
  public void close(boolean isWell) {}

  @Override
  public void serves(boolean isServing) {}

  @Override
  public void published(int records, long bytes) {}

  @Override
  public void settled(long messages) {}

  @Override
  public void written(long position) {}

  @Override
  public void confirmed(long position) {
    confirmed = position;
  }

  @Override
  public void room(String because, boolean isNews) {}

  @Override
  public void takesNone(String because) {
    takesNone = because;
  }

  @Override
  public void removed(int parts) {}

  @Override
  public void swept(Now now) {}

  @Override
  public void fault(Throwable cause) {
    throw new IllegalStateException("a decision fails", cause);
  }

  @Override
  public void note(ReplicaNote note, String words) {}

  @Override
  public void answer(Ticket ticket, Answer answer, long position) {
    answers.add(answer);
  }

  @Override
  public void handOut(Ticket ticket, Handed handed) {}

  @Override
  public boolean canTake(Ticket ticket) {
    return true;
  }

  @Override
  public boolean isMemoryShort(Ticket ticket) {
    return isMemoryShort;
  }

  @Override
  public boolean holdsBack(Ticket ticket, Request request) {
    return false;
  }

  @Override
  public void stopReading(long session) {
    stopped.add(session);
  }

  @Override
  public void resumeReading() {
    stopped.clear();
  }

  @Override
  public @Nullable Refusal whyNotStored() {
    return null;
  }

  @Override
  public void activated(long epoch, long end) {}

  @Override
  public void retired() {}

  @Override
  public void confirmed(long position, boolean isAwaited) {}

  @Override
  public void durable(long position) {
    durables.add(position);
  }

  @Override
  public long keepFrom(boolean isFull) {
    return Long.MAX_VALUE;
  }

  @Override
  public String keeps() {
    return "";
  }

  @Override
  public StoreLag lag() {
    return StoreLag.NONE;
  }

  @Override
  public long sharedEnd() {
    return 0;
  }

  @Override
  public void cut(long position, long epoch) {}

  @Override
  public void wipe(long agreed, long epoch) {}

  @Override
  public void beginSpool(long start, SnapshotAt snapshot) {}

  @Override
  public String spool(ByteBuffer bytes) {
    return "";
  }

  @Override
  public void restoreSpooled() {}

  @Override
  public void wantTakeOver(long epoch) {}

  @Override
  public void takeOver() {}

  @Override
  public void dial() {}

  @Override
  public boolean canSend(long session) {
    return true;
  }

  @Override
  public void send(long session, LinkMessage message) {
    if (message instanceof Copy copy) {
      sentNanos = copy.sentNanos();
    }
  }

  @Override
  public void hangUp(long session, String why) {}
}

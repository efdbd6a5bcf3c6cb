package io.feige.broker.core.replica;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.protocol.cluster.StoreLag;
import io.feige.protocol.link.Copy;
import io.feige.protocol.link.EpochStart;
import io.feige.protocol.link.LinkMessage;
import io.feige.protocol.link.SnapshotPart;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The world of a machine under test: a journal in memory, and a record of what was asked for. */
final class FakePort implements ReplicaPort {
  /** What a machine did. */
  sealed interface Effect {}

  record Sent(long session, LinkMessage message) implements Effect {}

  record HungUp(long session, String why) implements Effect {}

  record Dialled() implements Effect {}

  record Activated(long epoch) implements Effect {}

  record Retired(String activeNode) implements Effect {}

  record Committed(long position) implements Effect {}

  record Reported() implements Effect {}

  record LeftUnknown() implements Effect {}

  record WasCut(long position, long epoch) implements Effect {}

  record Wiped(long agreed, long epoch) implements Effect {}

  record Spooling(long start, SnapshotAt snapshot) implements Effect {}

  record Restored() implements Effect {}

  record TakenOver(long epoch) implements Effect {}

  record Mended(long position, int bytes) implements Effect {}

  record LeftForLater(long position) implements Effect {}

  final FakeJournal journal;
  final Set<Long> full = new HashSet<>();
  final List<Long> cutAway = new ArrayList<>();
  final List<String> notes = new ArrayList<>();
  StoreLag storeLag = StoreLag.NONE;
  private final List<Effect> effects = new ArrayList<>();
  long sharedEnd;
  @Nullable Damaged damaged;
  boolean isSoundAtHand = true;
  private boolean isBusy;
  private String copyFails = "";
  private boolean hasRoom = true;
  private long redelivered;
  private @Nullable SnapshotAt stored;
  private @Nullable SnapshotAt spooling;
  private long spoolStart;
  private boolean isSnapshotDamaged;
  private List<EpochStart> spooledHistory = List.of();

  FakePort(FakeJournal journal) {
    this.journal = journal;
  }

  List<Effect> takeEffects() {
    List<Effect> taken = List.copyOf(effects);
    effects.clear();
    return taken;
  }

  void store(SnapshotAt snapshot) {
    stored = snapshot;
  }

  /** What the snapshot that comes says of epochs. */
  void spooledHistoryIs(List<EpochStart> history) {
    spooledHistory = history;
  }

  void damageSnapshot() {
    isSnapshotDamaged = true;
  }

  void failCopies(String why) {
    copyFails = why;
  }

  void roomIs(boolean newHasRoom) {
    hasRoom = newHasRoom;
  }

  void redeliver(long messages) {
    redelivered = messages;
  }

  /** The journal can be asked again. */
  void becomeReady() {
    isBusy = false;
  }

  boolean isBusy() {
    return isBusy;
  }

  private FakeJournal ask() {
    assertThat(isBusy).as("the journal is asked while it is put right").isFalse();
    return journal;
  }

  @Override
  public long start() {
    return ask().start();
  }

  @Override
  public long end() {
    return ask().end();
  }

  @Override
  public long written() {
    return ask().written();
  }

  @Override
  public long durable() {
    return ask().durable();
  }

  @Override
  public List<EpochStart> history() {
    return ask().history();
  }

  @Override
  public ByteBuffer frames(long position, int maxBytes) {
    assertThat(position).isBetween(ask().start(), journal.written() - FakeJournal.FRAME);
    return journal.bytes(position, maxBytes);
  }

  @Override
  public @Nullable Damaged damaged() {
    return damaged;
  }

  @Override
  public void mend(long position, ByteBuffer frames) {
    effects.add(new Mended(position, frames.remaining()));
  }

  @Override
  public void mendLater(Damaged later) {
    effects.add(new LeftForLater(later.from()));
  }

  @Override
  public @Nullable ByteBuffer soundFrames(long position, int maxBytes) {
    if (!isSoundAtHand) {
      return null;
    }
    boolean isHeld = position >= ask().start() && position < journal.written();
    return isHeld && damaged == null ? journal.bytes(position, maxBytes) : ByteBuffer.allocate(0);
  }

  @Override
  public String copy(ByteBuffer frames) {
    if (copyFails.isEmpty()) {
      ask().copyFrom(frames);
    }
    return copyFails;
  }

  @Override
  public void cut(long position, long epoch) {
    assertThat(position).isBetween(ask().start(), journal.end());
    keep(position);
    journal.cut(position);
    isBusy = true;
    effects.add(new WasCut(position, epoch));
  }

  @Override
  public void wipe(long agreed, long epoch) {
    assertThat(agreed).isLessThanOrEqualTo(ask().end());
    keep(agreed);
    journal.clear();
    isBusy = true;
    effects.add(new Wiped(agreed, epoch));
  }

  private void keep(long from) {
    for (long at = Math.max(from, journal.start()); at < journal.end(); at += FakeJournal.FRAME) {
      cutAway.add(journal.frame(at));
    }
  }

  @Override
  public @Nullable SnapshotAt openSnapshot() {
    return stored;
  }

  @Override
  public ByteBuffer snapshotPart(long at, int maxBytes) {
    long bytes = stored == null ? 0 : stored.bytes();
    return ByteBuffer.allocate((int) Math.min(maxBytes, bytes - at));
  }

  @Override
  public void beginSpool(long start, SnapshotAt snapshot) {
    assertThat(ask().end()).isZero();
    spooling = snapshot;
    spoolStart = start;
    effects.add(new Spooling(start, snapshot));
  }

  @Override
  public String spool(ByteBuffer bytes) {
    bytes.position(bytes.limit());
    return copyFails;
  }

  @Override
  public void restoreSpooled() {
    assertThat(spooling).isNotNull();
    if (spooling != null && !isSnapshotDamaged) {
      ask().beginAt(spoolStart, spooling.position(), spooledHistory);
    }
    isBusy = true;
    effects.add(new Restored());
  }

  @Override
  public void takeOver(long epoch) {
    isBusy = true;
    effects.add(new TakenOver(epoch));
  }

  @Override
  public long sharedEnd() {
    return sharedEnd;
  }

  @Override
  public boolean isWhole() {
    return ask().isWhole();
  }

  @Override
  public boolean activate(long epoch) {
    assertThat(ask().durable()).as("what is held is durable first").isEqualTo(journal.end());
    assertThat(journal.isWhole()).isTrue();
    if (hasRoom) {
      journal.activate(epoch);
      effects.add(new Activated(epoch));
    }
    return hasRoom;
  }

  @Override
  public void retire(String activeNode) {
    effects.add(new Retired(activeNode));
  }

  @Override
  public void commit(long position) {
    assertThat(position).as("confirmed is durable").isLessThanOrEqualTo(ask().durable());
    effects.add(new Committed(position));
  }

  @Override
  public void leavePublishesUnknown() {
    effects.add(new LeftUnknown());
  }

  @Override
  public long redelivered() {
    return redelivered;
  }

  @Override
  public StoreLag storeLag() {
    return storeLag;
  }

  @Override
  public void dial() {
    effects.add(new Dialled());
  }

  @Override
  public void hangUp(long session, String why) {
    effects.add(new HungUp(session, why));
  }

  @Override
  public boolean canSend(long session) {
    return !full.contains(session);
  }

  @Override
  public void send(long session, LinkMessage message) {
    assertThat(full).as("a connection that takes no more").doesNotContain(session);
    effects.add(new Sent(session, consumed(message)));
  }

  /** As the message goes out, with bytes of its own; those given are consumed. */
  private static LinkMessage consumed(LinkMessage message) {
    if (message instanceof Copy copy) {
      ByteBuffer bytes = taken(copy.frames());
      return new Copy(
          copy.epoch(), copy.position(), copy.end(), copy.commit(), copy.sentNanos(), bytes);
    }
    return message instanceof SnapshotPart part
        ? new SnapshotPart(part.epoch(), taken(part.bytes()))
        : message;
  }

  private static ByteBuffer taken(ByteBuffer bytes) {
    return ByteBuffer.allocate(bytes.remaining()).put(bytes).flip();
  }

  @Override
  public void report() {
    effects.add(new Reported());
  }

  @Override
  public void note(ReplicaNote note, String words) {
    notes.add(note + ": " + words);
  }
}

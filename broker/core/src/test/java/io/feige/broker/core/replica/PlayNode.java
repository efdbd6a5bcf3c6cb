package io.feige.broker.core.replica;

import io.feige.broker.core.replica.FakePort.Committed;
import io.feige.broker.core.replica.FakePort.Dialled;
import io.feige.broker.core.replica.FakePort.Effect;
import io.feige.broker.core.replica.FakePort.HungUp;
import io.feige.broker.core.replica.FakePort.Reported;
import io.feige.broker.core.replica.FakePort.Restored;
import io.feige.broker.core.replica.FakePort.Sent;
import io.feige.broker.core.replica.FakePort.WasCut;
import io.feige.broker.core.replica.FakePort.Wiped;
import io.feige.protocol.cluster.Member;
import io.feige.protocol.cluster.ReplicaReport;
import io.feige.protocol.link.Joined;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One node of a random play: a machine, its journal, its clock, its crashes. */
final class PlayNode {
  private static ReplicaSettings settings(boolean sharesStore) {
    return new ReplicaSettings(
        LEASE_MILLIS,
        1_000,
        sharesStore ? 1_000 : 100,
        50,
        800,
        40 * FakeJournal.FRAME,
        8 * FakeJournal.FRAME,
        0,
        sharesStore,
        Rig.COPIES);
  }

  static final int LEASE_MILLIS = 400;
  private static final int SNAPSHOT_BYTES = 100;

  private final PairPlay play;
  private final int index;
  private final double rate;
  private final long offsetNanos;
  private FakeJournal journal = new FakeJournal();
  private FakePort port = new FakePort(journal);
  private ReplicaMachine machine;
  private int boot;
  private int process;
  private long wakeNanos = Long.MAX_VALUE;
  private long pausedUntilNanos;
  private long hangsUntilNanos;
  private boolean isUp = true;
  private boolean wasServing;
  private @Nullable PlayStoreUser shared;

  PlayNode(PairPlay play, int index, double rate, long offsetNanos) {
    this.play = play;
    this.index = index;
    this.rate = rate;
    this.offsetNanos = offsetNanos;
    this.shared = PlayStoreUser.of(play, this);
    this.machine =
        new ReplicaMachine(Rig.PAIR, member(), settings(play.store() != null), localNanos());
  }

  Member member() {
    return member(index);
  }

  /** The other member as this one knows it. */
  Member other() {
    return play.node(1 - index).member();
  }

  private Member member(int of) {
    return new Member(
        of == 0 ? "a" : "b", play.store() == null ? "boot-" + boot : Member.SHARED_STORE);
  }

  int index() {
    return index;
  }

  private PlayStoreUser shared() {
    return Objects.requireNonNull(shared, "no store is shared");
  }

  int process() {
    return process;
  }

  FakeJournal journal() {
    return journal;
  }

  FakePort port() {
    return port;
  }

  long localNanos() {
    return offsetNanos + (long) (rate * play.nowNanos());
  }

  boolean isRunning() {
    return isUp && play.nowNanos() >= pausedUntilNanos;
  }

  boolean mayServe() {
    return isRunning() && machine.mayServe(localNanos());
  }

  ReplicaReport report() {
    return machine.report(localNanos(), port);
  }

  /** Does something in this process: at once, after a pause, or not at all if it has ended. */
  void run(int ofProcess, Runnable action) {
    if (process != ofProcess || !isUp) {
      return;
    }
    if (isRunning()) {
      action.run();
    } else {
      play.at(pausedUntilNanos, () -> run(ofProcess, action));
    }
  }

  void decide(ReplicaEvent event) {
    machine.decide(event, localNanos(), port);
    for (Effect effect : port.takeEffects()) {
      take(effect);
    }
    if (shared != null) {
      shared.look();
    }
    boolean isServing = mayServe();
    if (isServing && !wasServing) {
      play.checkHoldsConfirmed(this);
    }
    wasServing = isServing;
    wakeLater();
  }

  private void take(Effect effect) {
    switch (effect) {
      case Sent sent -> {
        if (shared == null) {
          play.net().send(index, sent.session(), sent.message());
        } else {
          shared.link().send(sent.session(), sent.message());
        }
      }
      case HungUp up -> {
        if (shared == null) {
          play.net().close(index, up.session(), false);
        } else {
          shared.link().hangUp(up.session());
        }
      }
      case Dialled _ -> play.net().dial(index);
      case Committed committed -> play.confirmed(this, committed.position());
      case Reported _ -> play.admin().report(this);
      case WasCut _, Wiped _, Restored _ -> play.later(1, 30, this::journalReady);
      case FakePort.TakenOver taken -> shared().takeOver(taken.epoch());
      case FakePort.Activated activated -> {
        saveLater();
        if (shared != null) {
          shared.lead(activated.epoch());
        }
      }
      case FakePort.Retired _ -> {
        if (shared != null) {
          shared.rest();
        }
      }
      case FakePort.Spooling _,
          FakePort.LeftUnknown _,
          FakePort.Mended _,
          FakePort.LeftForLater _ -> {
        // Only the journal is of interest here.
      }
    }
  }

  private void journalReady() {
    run(
        process,
        () -> {
          port.becomeReady();
          decide(new ReplicaEvent.JournalReady());
        });
  }

  /** Something arrives over a link. */
  void receive(PlayNode from, long session, io.feige.protocol.link.LinkMessage message) {
    if (message instanceof Joined joined && joined.snapshotPosition() >= 0) {
      port.spooledHistoryIs(
          from.journal.history().stream()
              .filter(each -> each.position() < joined.snapshotPosition())
              .toList());
    }
    decide(new ReplicaEvent.Received(session, message));
    saveLater();
  }

  private void saveLater() {
    int ofProcess = process;
    long end = journal.end();
    play.later(0, play.chance(20) ? 30 : 1, () -> run(ofProcess, () -> written(end)));
  }

  private void written(long end) {
    if (port.isBusy() || journal.end() < end || journal.written() >= end) {
      return;
    }
    journal.write(end);
    decide(new ReplicaEvent.JournalMoved());
    int ofProcess = process;
    FakeJournal flushed = journal;
    play.later(0, play.chance(10) ? 60 : 3, () -> run(ofProcess, () -> flush(flushed)));
  }

  private void flush(FakeJournal flushed) {
    if (play.nowNanos() < hangsUntilNanos) {
      int ofProcess = process;
      play.at(hangsUntilNanos, () -> run(ofProcess, () -> flush(flushed)));
    } else if (!port.isBusy() && flushed.written() > flushed.durable()) {
      flushed.flush();
      decide(new ReplicaEvent.JournalMoved());
    }
  }

  /** The disk makes nothing durable for a while. */
  void hangDisk(long millis) {
    hangsUntilNanos = Math.max(hangsUntilNanos, play.nowNanos() + millis * 1_000_000);
  }

  /** A client publishes, if it is served. */
  void publish(long frame) {
    if (mayServe()) {
      journal.append(machine.epoch() * 1_000_000_000L + frame);
      saveLater();
    }
  }

  /** Takes a snapshot and removes what is older and not needed. */
  void retain() {
    if (mayServe()) {
      long position = journal.durable();
      port.store(new ReplicaPort.SnapshotAt(position, SNAPSHOT_BYTES));
      long unstored = shared == null ? Long.MAX_VALUE : shared.keepFrom();
      long upTo = Math.min(Math.min(position, machine.commit()), machine.keepFrom());
      upTo = Math.min(upTo, unstored);
      journal.removeBelow(upTo - upTo % FakeJournal.FRAME);
    }
  }

  private void wakeLater() {
    long wake = machine.nextWakeNanos(localNanos());
    long at = wake == Long.MAX_VALUE ? wake : (long) ((wake - offsetNanos) / rate) + 1;
    wakeNanos = at;
    if (at != Long.MAX_VALUE) {
      int ofProcess = process;
      play.at(
          Math.max(at, play.nowNanos()),
          () ->
              run(
                  ofProcess,
                  () -> {
                    if (wakeNanos == at) {
                      decide(new ReplicaEvent.TimePassed());
                    }
                  }));
    }
  }

  void pause(long millis) {
    pausedUntilNanos = Math.max(pausedUntilNanos, play.nowNanos() + millis * 1_000_000);
    wasServing = false;
  }

  void crash(boolean isPowerLost) {
    if (!isUp) {
      return;
    }
    isUp = false;
    wasServing = false;
    play.net().closeAll(index);
    if (isPowerLost) {
      long frames = (journal.written() - journal.durable()) / FakeJournal.FRAME;
      long survive = journal.durable() + play.upTo((int) frames) * (long) FakeJournal.FRAME;
      journal = journal.afterPowerLoss(survive);
      boot++;
    } else {
      journal = journal.afterProcessEnd();
    }
    play.later(5, play.chance(50) ? 500 : 4_000, this::start);
  }

  void start() {
    if (isUp) {
      return;
    }
    isUp = true;
    process++;
    pausedUntilNanos = 0;
    FakePort before = port;
    port = new FakePort(journal);
    before.takeEffects();
    shared = PlayStoreUser.of(play, this);
    machine = new ReplicaMachine(Rig.PAIR, member(), settings(play.store() != null), localNanos());
    if (journal.written() > journal.durable()) {
      journal.flush();
    }
    wakeLater();
  }
}

package io.feige.broker.core.replica;

import io.feige.protocol.link.EpochStart;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one process of a play does with the store that it shares: it writes what is durable, one
 * transaction at a time, has the store prove its epoch, and takes over. Every question travels, and
 * every answer; a pause of the process stops neither on its way.
 */
final class PlayStoreUser {
  private static final int TRIES_MILLIS = 100;

  private final PairPlay play;
  private final PlayStore store;
  private final PlayNode node;
  private final int process;
  private final StoreLink link;
  private long leads;
  private long leadsFrom;
  private boolean hasBegun;
  private long storedTo = -1;
  private boolean isWriting;
  private long wanted;
  private boolean isTakingOver;

  private PlayStoreUser(PairPlay play, PlayStore store, PlayNode node) {
    this.play = play;
    this.store = store;
    this.node = node;
    this.process = node.process();
    this.link = new StoreLink(Rig.PAIR, PlayNode.LEASE_MILLIS, new Back());
  }

  static @Nullable PlayStoreUser of(PairPlay play, PlayNode node) {
    PlayStore store = play.store();
    return store == null ? null : new PlayStoreUser(play, store, node);
  }

  StoreLink link() {
    return link;
  }

  private final class Back implements StoreLink.Back {
    @Override
    public void tell(ReplicaEvent event) {
      play.at(play.nowNanos(), () -> node.run(process, () -> node.decide(event)));
    }

    @Override
    public List<EpochStart> history() {
      return node.journal().history();
    }

    @Override
    public void prove(long epoch, Runnable proven, Runnable failed) {
      ask(() -> store.isOf(epoch) ? proven : failed, failed);
    }
  }

  /** What a question is answered by; evaluated where and when it arrives. */
  private interface Question {
    Runnable arrive();
  }

  private void ask(Question question, Runnable failed) {
    boolean isLost = !store.reaches(node.index()) || play.chance(3);
    play.later(
        0,
        play.chance(5) ? 700 : 4,
        () -> {
          Runnable answer = isLost ? failed : question.arrive();
          boolean isAnswerLost = !isLost && play.chance(3);
          play.later(
              0,
              isLost || isAnswerLost ? 300 : 4,
              () -> node.run(process, isAnswerLost ? failed : answer));
        });
  }

  /** The process is active and has an EPOCH record to write; the store hears of it afterwards. */
  void lead(long epoch) {
    link.standsFor(node.other().node());
    link.lead(epoch);
    leads = epoch;
    leadsFrom = node.journal().end();
    hasBegun = false;
    storedTo = -1;
  }

  /** What has no rows stays in the journal. */
  long keepFrom() {
    return Math.max(0, storedTo);
  }

  void rest() {
    leads = 0;
    link.rest();
  }

  private void begin(long epoch) {
    if (leads != epoch) {
      return;
    }
    ask(
        () -> {
          boolean isClaimed = store.claim(epoch);
          long end = store.end();
          return () -> {
            if (isClaimed && leads == epoch) {
              stored(end);
            }
          };
        },
        () -> play.later(1, TRIES_MILLIS, () -> node.run(process, () -> begin(epoch))));
  }

  private void stored(long position) {
    storedTo = position;
    link.stored(position);
    look();
  }

  /** Writes what has become durable. */
  void look() {
    if (leads != 0 && !hasBegun && !node.port().isBusy() && node.journal().durable() >= leadsFrom) {
      hasBegun = true;
      begin(leads);
    }
    if (leads == 0 || storedTo < 0 || isWriting || node.port().isBusy()) {
      return;
    }
    FakeJournal journal = node.journal();
    long from = storedTo;
    long to = journal.durable();
    if (to <= from || from < journal.start()) {
      return;
    }
    long epoch = leads;
    List<Long> rows =
        journal
            .framesBelow(to)
            .subList(
                (int) (from - journal.start()) / FakeJournal.FRAME,
                (int) (to - journal.start()) / FakeJournal.FRAME);
    isWriting = true;
    ask(
        () -> {
          boolean isDone = store.write(epoch, from, rows);
          return () -> {
            isWriting = false;
            if (isDone && leads == epoch) {
              stored(to);
            }
          };
        },
        () -> {
          isWriting = false;
          play.later(1, TRIES_MILLIS, () -> node.run(process, this::look));
        });
  }

  void takeOver(long epoch) {
    wanted = epoch;
    if (!isTakingOver) {
      isTakingOver = true;
      attempt();
    }
  }

  private void attempt() {
    long epoch = wanted;
    if (epoch == 0) {
      end(new ReplicaEvent.TookOver(0, 0, false));
      return;
    }
    List<EpochStart> history = node.journal().history();
    long own = history.isEmpty() ? 0 : history.getLast().epoch();
    ask(
        () -> {
          PlayStore.Claim claim = store.takeOver(epoch, own);
          List<Long> frames = store.frames();
          return () -> tookOver(epoch, claim, frames);
        },
        this::again);
  }

  private void again() {
    play.later(1, TRIES_MILLIS, () -> node.run(process, this::attempt));
  }

  private void tookOver(long epoch, PlayStore.Claim claim, List<Long> frames) {
    long sinceNanos = node.localNanos();
    switch (claim) {
      case REFUSED -> again();
      case OWN -> end(new ReplicaEvent.TookOver(epoch, sinceNanos, false));
      case TAKEN ->
          play.later(
              1,
              200,
              () ->
                  node.run(
                      process,
                      () -> {
                        FakeJournal journal = node.journal();
                        journal.clear();
                        frames.forEach(journal::append);
                        journal.save();
                        end(new ReplicaEvent.TookOver(epoch, sinceNanos, true));
                      }));
    }
  }

  private void end(ReplicaEvent outcome) {
    isTakingOver = false;
    node.port().becomeReady();
    node.decide(outcome);
  }
}

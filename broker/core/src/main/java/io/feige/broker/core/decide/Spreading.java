package io.feige.broker.core.decide;

import io.feige.broker.core.port.Now;
import io.feige.broker.core.port.Sink;
import io.feige.broker.core.record.JournalRecord.MailSpread;
import io.feige.broker.core.state.MailCost;
import io.feige.broker.core.state.MailState;
import io.feige.broker.core.state.Mailboxes;
import io.feige.broker.core.state.PartitionState;
import io.feige.broker.core.state.ReplicaState;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Brings messages of channels into the mailboxes of their subscribers, so many at a time that
 * nothing else waits for it. Owned by one thread.
 */
final class Spreading {
  /**
   * Pieces that are not committed yet, at most: what they bring is remembered one by one until it
   * may be seen.
   */
  private static final int MOST_AHEAD = 16;

  /** A piece is so much smaller while mailboxes are written before they change. */
  private static final int SMALLER = 8;

  /** Messages that are on their way when no more are taken; one batch may be beyond it. */
  private static final int MOST_WAITING = 32_768;

  /** Mailboxes that they go to together, likewise: some seconds of work, between other work. */
  private static final long MOST_STEPS = 20_000_000;

  private static final long RETRY_NANOS = 100_000_000;

  private final ActiveState active;
  private final ArrayDeque<Long> ahead = new ArrayDeque<>();
  private final Map<Integer, Coming> byPartition = new HashMap<>();
  private int last;
  private boolean isPaused;
  private long pausedUntilNanos;

  /** The messages of a partition that are on their way: how far each goes, and all of them. */
  private static final class Coming {
    private final ArrayDeque<Long> reaches = new ArrayDeque<>();
    private long sum;
  }

  /** Begins with what is on its way already. */
  Spreading(ActiveState active) {
    this.active = active;
    for (ActivePartition partition : active.partitions()) {
      Mailboxes mailboxes = partition.state().mailboxes();
      if (mailboxes != null) {
        expect(partition.state().id(), mailboxes.reaches(mailboxes.waitingChannels()));
      }
    }
  }

  /** Everything in front of the position is committed. */
  void committed(long position) {
    while (!ahead.isEmpty() && ahead.element() <= position) {
      ahead.remove();
    }
  }

  /** Does the next piece, if there is one and it may be done now. */
  void goOn(Now now, Sink sink) {
    MailState mail = active.state().mail();
    if (!mayGoOn(now)) {
      return;
    }
    if (!sink.hasRoomFor(ActiveState.ROOM_FOR_RECORD)) {
      isPaused = true;
      pausedUntilNanos = now.nanos() + RETRY_NANOS;
      return;
    }
    last = mail.nextQueued(last);
    int most = active.limits().mail().steps();
    int steps = mail.isKept() ? Math.max(1, most / SMALLER) : most;
    active.write(new MailSpread(last, steps), null, now, sink);
    ahead.add(sink.end());
    forgetWhatCame(last);
  }

  private boolean mayGoOn(Now now) {
    isPaused &= now.nanos() < pausedUntilNanos;
    return !isPaused && active.state().mail().waiting() > 0 && ahead.size() < MOST_AHEAD;
  }

  /** Messages of channels are on their way, each to so many mailboxes at most. */
  void expect(int partition, List<Long> reaches) {
    if (!reaches.isEmpty()) {
      Coming coming = byPartition.computeIfAbsent(partition, _ -> new Coming());
      coming.reaches.addAll(reaches);
      reaches.forEach(each -> coming.sum += each);
    }
  }

  private void forgetWhatCame(int partition) {
    PartitionState state = active.state().partition(partition);
    Mailboxes mailboxes = state == null ? null : state.mailboxes();
    int left = mailboxes == null ? 0 : mailboxes.waiting();
    Coming coming = byPartition.get(partition);
    while (coming != null && coming.reaches.size() > left) {
      coming.sum -= coming.reaches.remove();
    }
    if (left == 0) {
      byPartition.remove(partition);
    }
  }

  /** Whether so much is on its way that no more should be taken now. */
  boolean isBusy() {
    forgetWhatIsGone();
    long sum = byPartition.values().stream().mapToLong(each -> each.sum).sum();
    return active.state().mail().waiting() >= MOST_WAITING || sum >= MOST_STEPS;
  }

  /** Into how many mailboxes of a partition messages come that are on their way, at most. */
  long coming(int partition) {
    Coming coming = byPartition.get(partition);
    return coming == null ? 0 : coming.sum;
  }

  /** How many messages more all mailboxes hold when all have come, at most. */
  long expected() {
    forgetWhatIsGone();
    long expected = 0;
    for (Map.Entry<Integer, Coming> each : byPartition.entrySet()) {
      PartitionState state = active.state().partition(each.getKey());
      Mailboxes mailboxes = state == null ? null : state.mailboxes();
      if (state != null && mailboxes != null) {
        expected += mailboxes.more(each.getValue().sum, state.spec().mailboxCap());
      }
    }
    return expected;
  }

  /** How many bytes more mailboxes may take, when all have come that are on their way. */
  long spareBytes(PartitionState partition) {
    ReplicaState state = active.state();
    // What waits may begin one with each message when its time comes.
    long waiting = partition.delayed() == 0 ? 0 : state.delayed().messages();
    return active.limits().mail().bytes()
        - state.mail().bytes()
        - expected() * MailCost.MESSAGE_BYTES
        - waiting * MailCost.MOST_OF_A_MESSAGE;
  }

  /** Why mailboxes take no more. */
  String whyFull() {
    return active.state().mail().count()
        + " mailboxes, what they hold and what is on its way to them take the memory that they may: "
        + active.limits().mail().bytes()
        + " bytes";
  }

  /** A topic that was deleted took what was on its way with it. */
  private void forgetWhatIsGone() {
    byPartition.keySet().removeIf(each -> active.state().partition(each) == null);
  }

  /** When there is more to do; {@code Long.MAX_VALUE}: nothing, or not before a commit. */
  long nextNanos(Now now) {
    if (mayGoOn(now)) {
      return now.nanos();
    }
    return isPaused ? pausedUntilNanos : Long.MAX_VALUE;
  }
}

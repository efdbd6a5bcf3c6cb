package io.feige.broker.core.replica;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * Two machines, an Admin and a network under random faults, from one seed. Checked after every
 * event: the two never serve at one instant of true time; whoever begins to serve holds everything
 * that was ever confirmed, and confirms nothing else in its place.
 */
final class PairPlay {
  private static final long NANOS_PER_MILLI = 1_000_000;
  private static final int FAULTS_MILLIS = 12_000;
  private static final int HEAL_MILLIS = 20_000;

  private record Due(long atNanos, long serial, Runnable action) {}

  private final Random random;
  private final PriorityQueue<Due> dues =
      new PriorityQueue<>(Comparator.comparingLong(Due::atNanos).thenComparingLong(Due::serial));
  private final List<Long> confirmed = new ArrayList<>();
  private final PlayAdmin admin = new PlayAdmin(this);
  private final PlayNet net = new PlayNet(this);
  private final List<PlayNode> nodes = new ArrayList<>();
  private final @Nullable PlayStore store;
  private long nowNanos;
  private long serial;
  private long frames;
  private boolean isCalm;

  PairPlay(long seed, boolean sharesStore) {
    random = new Random(seed);
    store = sharesStore ? new PlayStore() : null;
    for (int i = 0; i < 2; i++) {
      double rate = 0.96 + random.nextDouble() * 0.08;
      nodes.add(new PlayNode(this, i, rate, upTo(1_000_000) - 500_000L));
    }
  }

  /** What a play came to. */
  record Outcome(int confirmed, long epochs) {}

  Outcome run() {
    for (int i = 0; i < 2; i++) {
      heartbeat(i);
    }
    every(20, admin::tick);
    every(7, () -> nodes.forEach(node -> node.publish(++frames)));
    every(2_500, () -> nodes.get(upTo(1)).retain());
    long at = 300;
    while (at < FAULTS_MILLIS) {
      at += 50 + upTo(1_600);
      at(at * NANOS_PER_MILLI, this::fault);
    }
    runUntil(HEAL_MILLIS);
    isCalm = true;
    runUntil(HEAL_MILLIS + 8_000);
    int before = confirmed.size();
    runUntil(HEAL_MILLIS + 9_000);
    assertThat(nodes.stream().filter(PlayNode::mayServe).count()).as("one serves").isEqualTo(1);
    assertThat(confirmed.size()).as("something is confirmed").isGreaterThan(before);
    return new Outcome(confirmed.size(), admin.epoch());
  }

  private void runUntil(long millis) {
    while (!dues.isEmpty() && dues.peek().atNanos() <= millis * NANOS_PER_MILLI) {
      Due due = dues.remove();
      nowNanos = Math.max(nowNanos, due.atNanos());
      due.action().run();
      assertThat(nodes.get(0).mayServe() && nodes.get(1).mayServe())
          .as("two serve at %d ms", nowNanos / NANOS_PER_MILLI)
          .isFalse();
    }
  }

  private void heartbeat(int index) {
    every(
        100,
        () -> {
          if (nodes.get(index).isRunning()) {
            admin.report(nodes.get(index));
          }
        });
  }

  private void every(int millis, Runnable action) {
    later(
        1,
        2 * millis,
        () -> {
          action.run();
          every(millis, action);
        });
  }

  private void fault() {
    int node = upTo(1);
    switch (upTo(11)) {
      case 0 -> nodes.get(node).crash(false);
      case 1 -> nodes.get(node).crash(true);
      case 2 -> {
        nodes.get(0).crash(chance(50));
        nodes.get(1).crash(chance(50));
      }
      case 3 -> nodes.get(node).pause(List.of(30, 300, 600, 2_500).get(upTo(3)));
      case 4 -> cutLink(node, chance(50));
      case 5 -> cutAdmin(node);
      case 6 -> {
        cutLink(node, true);
        cutAdmin(node);
      }
      case 7 -> {
        // Suspicion first; then the other forgets what it promised.
        cutAdmin(node);
        later(300, 700, () -> nodes.get(1 - node).crash(false));
      }
      case 8, 9 -> nodes.get(node).hangDisk(List.of(300, 700, 2_500, 6_000).get(upTo(3)));
      default -> {
        admin.wantSwitch(true);
        later(50, 3_000, () -> admin.wantSwitch(false));
      }
    }
  }

  /** A planned switch is stored: now and then the old active does not hear of it for a while. */
  void handedOverBy(int node) {
    if (chance(30)) {
      cutLink(node, true);
      cutAdmin(node);
    }
  }

  private void cutLink(int node, boolean isBothWays) {
    if (store != null) {
      store.cut(node, true);
      later(100, 4_000, () -> store.cut(node, false));
      return;
    }
    net.cut(node, true);
    if (isBothWays) {
      net.cut(1 - node, true);
    }
    later(
        100,
        4_000,
        () -> {
          net.cut(0, false);
          net.cut(1, false);
        });
  }

  private void cutAdmin(int node) {
    admin.cut(node, true);
    later(100, 4_000, () -> admin.cut(node, false));
  }

  PlayNode node(int index) {
    return nodes.get(index);
  }

  PlayAdmin admin() {
    return admin;
  }

  /** What the nodes share; null: they copy. */
  @Nullable PlayStore store() {
    return store;
  }

  PlayNet net() {
    return net;
  }

  long nowNanos() {
    return nowNanos;
  }

  int upTo(int most) {
    return random.nextInt(most + 1);
  }

  boolean chance(int percent) {
    return !isCalm && random.nextInt(100) < percent;
  }

  void at(long atNanos, Runnable action) {
    dues.add(new Due(atNanos, ++serial, action));
  }

  void later(int fromMillis, int toMillis, Runnable action) {
    long wait = fromMillis * NANOS_PER_MILLI + upTo((toMillis - fromMillis) * 1_000) * 1_000L;
    at(nowNanos + wait, action);
  }

  /** A node confirms: whatever was confirmed there before must be the same. */
  void confirmed(PlayNode by, long position) {
    FakeJournal journal = by.journal();
    long at = Math.min((long) confirmed.size() * FakeJournal.FRAME, journal.start());
    for (at = Math.max(at, journal.start()); at < position; at += FakeJournal.FRAME) {
      int index = (int) (at / FakeJournal.FRAME);
      if (index < confirmed.size()) {
        assertThat(journal.frame(at)).as("frame at %d", at).isEqualTo(confirmed.get(index));
      } else {
        confirmed.add(journal.frame(at));
      }
    }
  }

  /** A node begins to serve. */
  void checkHoldsConfirmed(PlayNode node) {
    FakeJournal journal = node.journal();
    assertThat(journal.end())
        .as("end of who serves at %d ms", nowNanos / NANOS_PER_MILLI)
        .isGreaterThanOrEqualTo((long) confirmed.size() * FakeJournal.FRAME);
    confirmed(node, (long) confirmed.size() * FakeJournal.FRAME);
  }
}

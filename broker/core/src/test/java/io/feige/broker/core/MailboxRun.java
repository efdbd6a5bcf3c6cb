package io.feige.broker.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.broker.core.port.Handed;
import io.feige.broker.core.port.Ticket;
import io.feige.broker.core.state.Mailbox;
import io.feige.broker.core.state.Mailboxes;
import io.feige.broker.core.state.SlicedSnapshot;
import io.feige.protocol.command.AckMail;
import io.feige.protocol.command.DeleteMailbox;
import io.feige.protocol.command.ReadMailbox;
import io.feige.protocol.command.SubscribeMail;
import io.feige.protocol.model.MailAck;
import io.feige.protocol.model.MailSubscription;
import io.feige.protocol.model.TopicPlace;
import io.feige.protocol.model.TopicSpec;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Owners are written to, read, ack and go, while replicas fall over and snapshots are taken; beside
 * it, what their mailboxes should hold. Deterministic by its seed.
 */
final class MailboxRun {
  private static final String T = "t";
  private static final String[] OWNERS = {"a", "b", "c", "d", "e"};

  private static final String[] CHANNELS = {"x", "x/1", "x/2", "y"};
  private static final String[] FILTERS = {"x", "x/1", "x/+", "x/#", "+", "#", "y"};

  /** Which channels each filter is for, in words of its own. */
  private static final Map<String, List<String>> FIT =
      Map.of(
          "x", List.of("x"),
          "x/1", List.of("x/1"),
          "x/+", List.of("x/1", "x/2"),
          "x/#", List.of("x", "x/1", "x/2"),
          "+", List.of("x", "y"),
          "#", List.of("x", "x/1", "x/2", "y"),
          "y", List.of("y"));

  /**
   * What one owner was confirmed, and how far it was confirmed to have acked. What is sent to the
   * owner may pass what is sent to channels, which comes to one mailbox after the other.
   */
  private static final class Expected {
    private final List<Long> own = new ArrayList<>();
    private final List<Long> ofChannels = new ArrayList<>();
    private final Map<Long, Long> seen = new TreeMap<>();
    private final Set<String> filters = new TreeSet<>();
    private long acked;

    int size() {
      return own.size() + ofChannels.size();
    }

    boolean fits(String channel) {
      return filters.stream().anyMatch(each -> FIT.getOrDefault(each, List.of()).contains(channel));
    }

    /** These came with these numbers: in order, and as they came before. */
    void see(long first, List<Long> offsets) {
      isInOrder(own, offsets);
      isInOrder(ofChannels, offsets);
      for (int i = 0; i < offsets.size(); i++) {
        Long offset = offsets.get(i);
        Long before = seen.put(first + i, offset);
        assertThat(own.contains(offset) || ofChannels.contains(offset)).isTrue();
        assertThat(before == null || before.equals(offset)).as("message %d", first + i).isTrue();
      }
    }

    private static void isInOrder(List<Long> all, List<Long> offsets) {
      List<Long> some = offsets.stream().filter(all::contains).toList();
      int from = some.isEmpty() ? 0 : all.indexOf(some.getFirst());
      assertThat(some).isEqualTo(all.subList(from, from + some.size()));
    }
  }

  private final SplittableRandom random;
  private final int cap;
  private final Map<String, Expected> expected = new TreeMap<>();
  private final List<Runnable> onceCommitted = new ArrayList<>();
  private Replica replica;
  private long end;
  private @Nullable SlicedSnapshot sliced;
  private long slicedAt;
  private boolean isOnItsWay;

  MailboxRun(long seed) {
    random = new SplittableRandom(seed);
    cap = random.nextInt(1, 12);
    replica = Replica.withTopic(TopicSpec.named(T).withMailboxCap(cap).withPlace(TopicPlace.HERE));
    replica.commit();
  }

  void play(int steps) {
    for (int i = 0; i < steps; i++) {
      switch (random.nextInt(16)) {
        case 0, 1, 2, 3 -> send();
        case 12 -> subscribe();
        case 13, 14 -> commitOnce();
        case 15 -> unsubscribe();
        case 4, 5 -> ack();
        case 6, 7 -> commit();
        case 8 -> read();
        case 9 -> snapshot();
        case 10 -> rarely(this::delete);
        default -> rarely(this::failOver);
      }
    }
    commit();
    compare();
  }

  private void rarely(Runnable what) {
    if (random.nextInt(6) == 0) {
      what.run();
    }
  }

  private String owner() {
    return oneOf(OWNERS);
  }

  private String oneOf(String[] some) {
    return some[random.nextInt(some.length)];
  }

  private Expected of(String owner) {
    return expected.computeIfAbsent(owner, _ -> new Expected());
  }

  private void send() {
    String[] to = new String[random.nextInt(1, 5)];
    for (int i = 0; i < to.length; i++) {
      to[i] = random.nextInt(3) > 0 ? owner() : "@" + oneOf(CHANNELS);
    }
    replica.publish(T, Batches.keyed(to));
    long first = end;
    end += to.length;
    onceCommitted.add(() -> {
      for (int i = 0; i < to.length; i++) {
        isConfirmed(to[i], first + i);
      }
    });
  }

  private void isConfirmed(String recipient, long offset) {
    for (String owner : OWNERS) {
      if (recipient.equals(owner)) {
        of(owner).own.add(offset);
      } else if (recipient.startsWith("@") && of(owner).fits(recipient.substring(1))) {
        of(owner).ofChannels.add(offset);
      }
    }
  }

  /** What is on its way is there before, so that who gets it is known. */
  private void subscribe() {
    String owner = owner();
    String filter = oneOf(FILTERS);
    commit();
    replica.ask(
        new SubscribeMail(
            T, 0, owner, List.of(new MailSubscription(filter, random.nextInt(9))), List.of()));
    commit();
    of(owner).filters.add(filter);
  }

  private void unsubscribe() {
    String owner = owner();
    String filter = oneOf(FILTERS);
    commit();
    replica.ask(new SubscribeMail(T, 0, owner, List.of(), List.of(filter)));
    commit();
    of(owner).filters.remove(filter);
  }

  private void ack() {
    if (isOnItsWay) {
      commit();
    }
    String owner = owner();
    long upTo = random.nextLong(0, of(owner).size() + 2L);
    replica.ask(new AckMail(T, 0, List.of(new MailAck(owner, upTo))));
    long seen = upTo <= of(owner).size() ? upTo : 0;
    onceCommitted.add(() -> of(owner).acked = Math.max(of(owner).acked, seen));
  }

  private void delete() {
    String owner = owner();
    commit();
    replica.ask(new DeleteMailbox(T, owner));
    onceCommitted.add(() -> expected.remove(owner));
    commit();
  }

  /** What is sent now may be on its way to some mailboxes still. */
  private void commitOnce() {
    replica.commitOnce();
    isCommitted(true);
  }

  private void commit() {
    replica.commit();
    isCommitted(false);
  }

  private void isCommitted(boolean isSomeOnItsWay) {
    isOnItsWay = isSomeOnItsWay;
    onceCommitted.forEach(Runnable::run);
    onceCommitted.clear();
  }

  /** What is not committed is lost. */
  private void failOver() {
    replica = replica.restarted();
    replica.commit();
    replica.pass(1);
    replica.commit();
    sliced = null;
    isOnItsWay = false;
    onceCommitted.clear();
    end = Objects.requireNonNull(replica.machine().state().topic(T)).endOffset();
    compare();
  }

  private void read() {
    String owner = owner();
    Expected all = of(owner);
    int most = random.nextInt(1, 6);
    long from = random.nextInt(0, all.size() + 2);
    Ticket ticket = replica.ask(new ReadMailbox(T, 0, owner, from, most, 1 << 20, 0));
    Handed.ToOwner mail = replica.answer(ticket, Handed.ToOwner.class);
    List<Long> came = replica.offsetsOf(ticket);
    long first = mail.head().first();
    assertThat(mail.head().end()).isLessThanOrEqualTo(all.size());
    assertThat(mail.head().next()).isEqualTo(first + came.size());
    all.see(first, came);
  }

  private void snapshot() {
    SlicedSnapshot under = sliced;
    if (under == null) {
      sliced = replica.machine().state().beginSnapshot();
      slicedAt = replica.journal.end();
    } else if (under.step(random.nextInt(1, 200))) {
      sliced = null;
      ByteBuffer whole = ByteBuffer.allocate(1 << 20);
      under.bytes().forEach(whole::put);
      Replica restored = replica.restoredFrom(whole.flip(), slicedAt);
      assertThat(restored.machine().snapshot())
          .as("restored from a snapshot in slices")
          .isEqualTo(replica.machine().snapshot());
    }
  }

  /** Everything is committed: what is there is what was confirmed, but what the cap dropped. */
  private void compare() {
    Mailboxes mailboxes =
        Objects.requireNonNull(
            Objects.requireNonNull(replica.machine().state().topic(T)).mailboxes());
    for (String owner : OWNERS) {
      Mailbox mailbox = mailboxes.find(owner);
      Expected all = of(owner);
      if (mailbox == null) {
        assertThat(all.size()).as(owner).isZero();
        continue;
      }
      List<Long> held = new ArrayList<>();
      for (long each = mailbox.oldest(); each <= mailbox.end(); each++) {
        held.add(mailbox.offset(each));
      }
      all.see(mailbox.oldest(), held);
      assertThat(held).as(owner).hasSize(Math.min(cap, all.size()));
      assertThat(mailbox.end()).as(owner).isEqualTo(all.size());
      assertThat(mailbox.acked()).as(owner).isEqualTo(all.acked);
    }
    Replica replayed = replica.restartedFrom(replica.journal.committed());
    assertThat(snapshotOf(replayed)).isEqualTo(snapshotOf(replica.restartedWithAll()));
  }

  private static ByteBuffer snapshotOf(Replica of) {
    return of.machine().snapshot();
  }
}

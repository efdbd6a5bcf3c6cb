package io.feige.broker.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.broker.core.group.Cursor;
import io.feige.broker.core.port.Handed;
import io.feige.broker.core.port.Ticket;
import io.feige.broker.core.state.GroupState;
import io.feige.broker.core.state.PartitionState;
import io.feige.protocol.command.Pull;
import io.feige.protocol.command.Request;
import io.feige.protocol.command.Settle;
import io.feige.protocol.command.Settled;
import io.feige.protocol.frame.StoredFrame;
import io.feige.protocol.model.LeaseStage;
import io.feige.protocol.model.OrderMode;
import io.feige.protocol.model.Verdict;
import io.feige.protocol.model.VerdictKind;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Watches what consumers get and are promised, over restarts, and knows what may never happen: a
 * settled message comes again, a redelivery does not say so, a key is delivered out of order or to
 * two pulls at once.
 */
final class DeliveryChecker {
  private static final Set<VerdictKind> KEEPS =
      EnumSet.of(VerdictKind.EXTEND, VerdictKind.CLAIM, VerdictKind.START);

  private record GroupKey(int group, int generation) {}

  /** A message that a consumer holds, as far as it knows. */
  record Held(String topic, int generation, Delivered delivered, Ticket pull) {}

  private static final class Seen {
    final TreeMap<Long, Integer> attempts = new TreeMap<>();
    final TreeSet<Long> released = new TreeSet<>();
    final TreeSet<Long> unstarted = new TreeSet<>();
    final TreeSet<Long> acked = new TreeSet<>();
    final TreeMap<Long, Held> held = new TreeMap<>();
  }

  private final Map<GroupKey, Seen> groups = new HashMap<>();
  private final Map<Ticket, Request> asked = new HashMap<>();
  private final Map<Ticket, GroupKey> settledGroup = new HashMap<>();
  private Replica replica;
  private long deliveries;

  DeliveryChecker(Replica replica) {
    this.replica = replica;
    replica.journal.observe(this::answered);
  }

  /** The replica was restarted: nobody holds anything, and nothing that was asked is answered. */
  void restarted(Replica next) {
    replica = next;
    replica.journal.observe(this::answered);
    groups
        .values()
        .forEach(seen -> {
          seen.held.clear();
          seen.unstarted.clear();
        });
    asked.clear();
    settledGroup.clear();
  }

  void asks(Ticket ticket, Request request) {
    asked.put(ticket, request);
    if (request instanceof Settle settle) {
      GroupState group = group(settle.topic());
      if (group != null && group.cursor().generation() == settle.generation()) {
        GroupKey key = new GroupKey(group.id(), settle.generation());
        settledGroup.put(ticket, key);
        settle.verdicts().forEach(verdict -> judged(seen(key), verdict));
      }
    }
  }

  private static void judged(Seen seen, Verdict verdict) {
    for (long at = verdict.first(); at <= Math.min(verdict.last(), verdict.first() + 1_000); at++) {
      if (verdict.kind() == VerdictKind.RELEASE) {
        seen.released.add(at);
      }
      boolean keeps = KEEPS.contains(verdict.kind());
      if (!keeps) {
        seen.held.remove(at);
      }
      if (seen.unstarted.remove(at)) {
        // The verdict may be stale: it may be started now, or not.
        seen.released.add(at);
      }
    }
  }

  /** What consumers of a topic hold. */
  List<Held> held(String topic) {
    GroupState group = group(topic);
    return group == null
        ? List.of()
        : new ArrayList<>(
            seen(new GroupKey(group.id(), group.cursor().generation())).held.values());
  }

  long deliveries() {
    return deliveries;
  }

  private Seen seen(GroupKey key) {
    return groups.computeIfAbsent(key, _ -> new Seen());
  }

  private @Nullable GroupState group(String topic) {
    PartitionState partition = replica.machine().state().topic(topic);
    return partition == null ? null : partition.group(Replica.GROUP);
  }

  private void answered(Ticket ticket, Object answer) {
    Request request = asked.get(ticket);
    if (answer instanceof Handed.ToConsumer handed && request instanceof Pull pull) {
      delivered(ticket, pull, handed);
    } else if (answer instanceof Settled settled && request instanceof Settle settle) {
      confirmed(seen(Objects.requireNonNull(settledGroup.get(ticket))), settle, settled);
    }
  }

  private static void confirmed(Seen seen, Settle settle, Settled settled) {
    for (Verdict verdict : settle.verdicts()) {
      for (long at = verdict.first();
          at <= Math.min(verdict.last(), verdict.first() + 1_000);
          at++) {
        long offset = at;
        boolean isStale =
            settled.stale().stream().anyMatch(s -> s.first() <= offset && offset <= s.last());
        if (verdict.kind() == VerdictKind.ACK && !isStale) {
          seen.acked.add(offset);
        }
      }
    }
  }

  private void delivered(Ticket ticket, Pull pull, Handed.ToConsumer handed) {
    String topic = pull.topic();
    PartitionState partition = Objects.requireNonNull(replica.machine().state().topic(topic));
    GroupState group = Objects.requireNonNull(partition.group(Replica.GROUP));
    assertThat(handed.generation()).isEqualTo(group.cursor().generation());
    Seen seen = seen(new GroupKey(group.id(), handed.generation()));
    List<Delivered> delivered = replica.journal.delivered(handed);
    deliveries += delivered.size();
    for (Delivered each : delivered) {
      checkAttempt(seen, each, group.cursor());
      seen.released.remove(each.offset());
      seen.held.put(each.offset(), new Held(topic, handed.generation(), each, ticket));
      boolean isClaimed = pull.stage() == LeaseStage.CLAIMED && each.attempt() == 1;
      if (pull.stage() != LeaseStage.STARTED && !isClaimed) {
        seen.unstarted.add(each.offset());
      } else {
        seen.unstarted.remove(each.offset());
      }
    }
    if (partition.spec().order() != OrderMode.NONE) {
      delivered.forEach(each -> checkOrder(partition, group.cursor(), seen, ticket, each.offset()));
    }
  }

  private static void checkAttempt(Seen seen, Delivered each, Cursor cursor) {
    assertThat(seen.acked).as("acked and confirmed").doesNotContain(each.offset());
    assertThat(cursor.isSettled(each.offset())).as("%s is settled", each).isFalse();
    Integer before = seen.attempts.put(each.offset(), each.attempt());
    if (before != null && seen.unstarted.contains(each.offset())) {
      assertThat(each.attempt()).as("attempt of %s, never started", each).isEqualTo(before);
    } else if (before != null && !seen.released.contains(each.offset())) {
      assertThat(each.attempt()).as("attempt of %s, delivered before", each).isGreaterThan(1);
    }
  }

  private void checkOrder(
      PartitionState partition, Cursor cursor, Seen seen, Ticket ticket, long offset) {
    int key = keyOf(partition, offset);
    if (key == 0) {
      return;
    }
    for (long other = cursor.floor(); other < partition.endOffset(); other++) {
      Held held = seen.held.get(other);
      boolean isSameKey = !cursor.isSettled(other) && keyOf(partition, other) == key;
      boolean isHere = held != null && held.pull().equals(ticket);
      if (isSameKey && other < offset) {
        assertThat(isHere).as("%d goes before %d", offset, other).isTrue();
      }
    }
  }

  private int keyOf(PartitionState partition, long offset) {
    if (partition.spec().order() == OrderMode.PARTITION) {
      return 1;
    }
    StoredFrame frame = replica.journal.stored(partition.id(), offset);
    if (frame == null || frame.baseOffset() > offset) {
      return 0;
    }
    return frame.batch().keyHash(frame.recordFirst() + (int) (offset - frame.baseOffset()));
  }
}

package io.feige.broker.core.decide;

import io.feige.broker.core.port.Ticket;
import io.feige.broker.core.state.Mailboxes;
import io.feige.broker.core.state.PartitionState;
import io.feige.broker.core.work.WorkRoom;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A partition while this replica serves: what consumers may see of it, its groups, and the readers
 * that wait.
 */
final class ActivePartition {
  private final PartitionState state;
  // Most topics of a node that has very many have none.
  private NavigableMap<String, ActiveGroup> groups = Collections.emptyNavigableMap();
  private Map<Integer, ActiveGroup> byId = Collections.emptyMap();
  private final Mailroom mailroom = new Mailroom();
  private final Parking<ParkedRead> reads = new Parking<>(ParkedRead::ticket);
  private long visibleEnd;

  private final @Nullable WorkPlace workPlace;

  ActivePartition(PartitionState state, WorkRoom workRoom, int maxPullBytes) {
    this.state = state;
    List<String> stages = state.spec().stages();
    this.workPlace = stages.isEmpty() ? null : new WorkPlace(stages, workRoom, maxPullBytes);
    this.visibleEnd = state.endOffset();
  }

  PartitionState state() {
    return state;
  }

  /** Of a topic of mailboxes. */
  Mailboxes mailboxes() {
    Mailboxes mailboxes = state.mailboxes();
    if (mailboxes == null) {
      throw new IllegalStateException("topic " + state.topic() + " has no mailboxes");
    }
    return mailboxes;
  }

  /** Null: it is no topic of work. */
  @Nullable WorkPlace workPlace() {
    return workPlace;
  }

  /** Messages below this offset are committed. */
  long visibleEnd() {
    return visibleEnd;
  }

  void showUpTo(long offset) {
    visibleEnd = offset;
  }

  @Nullable ActiveGroup group(String name) {
    return groups.get(name);
  }

  @Nullable ActiveGroup group(int id) {
    return byId.get(id);
  }

  Collection<ActiveGroup> groups() {
    return groups.values();
  }

  /** Those whose names come after one, by name. */
  Collection<ActiveGroup> groupsAfter(String name) {
    return groups.tailMap(name, false).values();
  }

  Parking<ParkedRead> reads() {
    return reads;
  }

  /** All that wait here for messages and belong to no group. */
  Stream<Ticket> waitingAsks() {
    return workPlace == null ? Stream.empty() : workPlace.holders().stream();
  }

  Stream<Ticket> waitingReads() {
    Stream<Ticket> ofWork = workPlace == null ? Stream.empty() : workPlace.waitingTakes();
    return Stream.concat(
        Stream.concat(reads.all().stream().map(ParkedRead::ticket), ofWork),
        mailroom.all().stream().map(ParkedMail::ticket));
  }

  Mailroom mailroom() {
    return mailroom;
  }

  void add(ActiveGroup group) {
    if (groups.isEmpty()) {
      groups = new TreeMap<>();
      byId = new HashMap<>();
    }
    groups.put(group.state().name(), group);
    byId.put(group.state().id(), group);
  }

  void remove(ActiveGroup group) {
    groups.remove(group.state().name());
    byId.remove(group.state().id());
  }
}

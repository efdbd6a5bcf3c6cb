package io.feige.broker.core.state;

import io.feige.protocol.model.LetterRule;
import io.feige.protocol.model.TopicSpec;
import java.util.Collection;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A topic's partition on this pair. Durable state, owned by one thread. */
public final class PartitionState {
  private final int id;
  private final long createdAtMillis;
  private final ProducerTable producers;
  private final @Nullable Mailboxes mailboxes;
  private SortedMap<String, GroupState> groups = Collections.emptySortedMap();
  private TopicSpec spec;
  private long endOffset;
  private int delayed;
  private int snapshot;

  PartitionState(int id, TopicSpec spec, long createdAtMillis, ReceiptRoom receipts) {
    this.id = id;
    this.spec = spec;
    this.createdAtMillis = createdAtMillis;
    this.producers = new ProducerTable(id, receipts);
    this.mailboxes = spec.isOfMailboxes() ? new Mailboxes() : null;
  }

  public int id() {
    return id;
  }

  public TopicSpec spec() {
    return spec;
  }

  void alter(TopicSpec altered) {
    boolean isSameKind =
        altered.order() == spec.order() && altered.isOfMailboxes() == spec.isOfMailboxes();
    if (!altered.name().equals(spec.name()) || !isSameKind) {
      throw new IllegalStateException(
          "topic "
              + spec.name()
              + " cannot become "
              + altered.name()
              + " in order "
              + altered.order()
              + " with mailboxes of "
              + altered.mailboxCap());
    }
    spec = altered;
  }

  public String topic() {
    return spec.name();
  }

  public long createdAtMillis() {
    return createdAtMillis;
  }

  /** The offset that the next message gets. */
  public long endOffset() {
    return endOffset;
  }

  /** Batches that wait for their time. */
  public int delayed() {
    return delayed;
  }

  public ProducerTable producers() {
    return producers;
  }

  /** Null where the topic has none. */
  public @Nullable Mailboxes mailboxes() {
    return mailboxes;
  }

  public @Nullable GroupState group(String name) {
    return groups.get(name);
  }

  /** By name. */
  public Collection<GroupState> groups() {
    return groups.values();
  }

  /**
   * The lowest floor of its groups; {@code Long.MAX_VALUE} when it has none. The account of dead
   * letters keeps nothing: who makes a dead-letter topic says how long letters stay.
   */
  public long lowestFloor() {
    long lowest = Long.MAX_VALUE;
    for (GroupState group : groups.values()) {
      if (!LetterRule.isAccount(topic(), group.name())) {
        lowest = Math.min(lowest, group.cursor().floor());
      }
    }
    return lowest;
  }

  /** Whether it is asked so for a snapshot for the first time. */
  boolean isNewTo(int newSnapshot) {
    boolean isNew = snapshot != newSnapshot;
    snapshot = newSnapshot;
    return isNew;
  }

  void endAt(long offset) {
    endOffset = offset;
  }

  void countDelayed(int change) {
    delayed += change;
  }

  void add(GroupState group) {
    groups = groups.isEmpty() ? new TreeMap<>() : groups;
    groups.put(group.name(), group);
  }

  void remove(GroupState group) {
    groups.remove(group.name());
  }
}

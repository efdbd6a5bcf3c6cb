package io.feige.broker.core.state;

import io.feige.broker.core.group.Cursor;
import io.feige.broker.core.record.JournalRecord;
import io.feige.broker.core.record.JournalRecord.Carried;
import io.feige.broker.core.record.JournalRecord.CarriedDelay;
import io.feige.broker.core.record.JournalRecord.DeadLetter;
import io.feige.broker.core.record.JournalRecord.Delayed;
import io.feige.broker.core.record.JournalRecord.DelayedCancelled;
import io.feige.broker.core.record.JournalRecord.Epoch;
import io.feige.broker.core.record.JournalRecord.GroupCreated;
import io.feige.broker.core.record.JournalRecord.GroupDeleted;
import io.feige.broker.core.record.JournalRecord.GroupReset;
import io.feige.broker.core.record.JournalRecord.Handed;
import io.feige.broker.core.record.JournalRecord.MailAcked;
import io.feige.broker.core.record.JournalRecord.MailSpread;
import io.feige.broker.core.record.JournalRecord.MailSubscribed;
import io.feige.broker.core.record.JournalRecord.MailboxDeleted;
import io.feige.broker.core.record.JournalRecord.Messages;
import io.feige.broker.core.record.JournalRecord.Published;
import io.feige.broker.core.record.JournalRecord.Released;
import io.feige.broker.core.record.JournalRecord.Replayed;
import io.feige.broker.core.record.JournalRecord.Settle;
import io.feige.broker.core.record.JournalRecord.SettleItem;
import io.feige.broker.core.record.JournalRecord.StartsAt;
import io.feige.broker.core.record.JournalRecord.TopicAltered;
import io.feige.broker.core.record.JournalRecord.TopicCreated;
import io.feige.broker.core.record.JournalRecord.TopicDeleted;
import io.feige.protocol.frame.LetterOrigin;
import io.feige.protocol.frame.LetterReplay;
import io.feige.protocol.link.EpochStart;
import io.feige.protocol.link.Join;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a replica knows: a function of the journal's records alone, so that a standby or a restarted
 * node that applied the same records knows the same. {@link #apply} is the only way it changes.
 * Owned by one thread.
 *
 * <p>A record that contradicts the state (an offset out of line, a partition that does not exist)
 * is a bug or foreign bytes and stops the replica with an {@link IllegalStateException}. A record
 * for a group or partition that was deleted in between is passed over, because verdicts may be
 * written after a deletion.
 */
public final class ReplicaState {
  /** The offset of a message that has none yet, or none that is known; see wire-format.md. */
  public static final long OFFSET_UNKNOWN = Long.MAX_VALUE;

  private final ReceiptRoom receipts;
  private final TreeMap<Integer, PartitionState> partitions = new TreeMap<>();
  private final TreeMap<String, PartitionState> topics = new TreeMap<>();
  private final TreeMap<Integer, PartitionState> partitionOfGroup = new TreeMap<>();
  private final TreeMap<Integer, GroupState> groups = new TreeMap<>();
  private final DelayedTable delayed = new DelayedTable();
  private final MailState mail = new MailState();
  private final ArrayList<EpochStart> epochs = new ArrayList<>();
  private long bornMillis;
  private long lastStampMillis;
  private int lastPartition;
  private int lastGroup;
  private int lastGeneration;
  private long startsAt;
  private long widenings;
  private @Nullable SlicedSnapshot snapshot;
  private int snapshots;

  public ReplicaState(ReceiptLimits receipts) {
    this.receipts = new ReceiptRoom(receipts, this::isAboutToForget);
  }

  private void isAboutToForget(int partition) {
    if (snapshot != null) {
      snapshot.keep(partition);
    }
  }

  ReceiptRoom receipts() {
    return receipts;
  }

  /** What is kept of producers and idempotency keys takes of the heap, in bytes. */
  public long receiptBytes() {
    return receipts.bytes();
  }

  /** Of the latest activation; 0 before the first. */
  public long epoch() {
    return epochs.isEmpty() ? 0 : epochs.getLast().epoch();
  }

  /** Where each activation began, ascending; the newest {@link Join#MAX_HISTORY}. */
  public List<EpochStart> epochs() {
    return List.copyOf(epochs);
  }

  /**
   * When the pair's journal began, by the clock of the node that began it, in milliseconds since
   * 1970; 0: not known. All replicas have the same, and journals of different pairs do not.
   */
  public long bornMillis() {
    return bornMillis;
  }

  void bornAt(long millis) {
    bornMillis = millis;
  }

  /** The highest time that a frame of the journal is stamped with; 0: there is none. */
  public long lastStampMillis() {
    return lastStampMillis;
  }

  void stampedAt(long millis) {
    lastStampMillis = Math.max(lastStampMillis, millis);
  }

  public int nextPartition() {
    return lastPartition + 1;
  }

  public int nextGroup() {
    return lastGroup + 1;
  }

  /**
   * For a cursor that begins. No two ever have the same, so that a verdict on the deliveries of one
   * is never taken for another, whatever groups and topics come and go under the same name.
   */
  public int nextGeneration() {
    return lastGeneration + 1;
  }

  public @Nullable PartitionState topic(String name) {
    return topics.get(name);
  }

  public @Nullable PartitionState partition(int id) {
    return partitions.get(id);
  }

  /** By topic name. */
  public Collection<PartitionState> partitions() {
    return topics.values();
  }

  /** Those whose topics' names come after one, by name. */
  public Collection<PartitionState> partitionsAfter(String topic) {
    return topics.tailMap(topic, false).values();
  }

  /** The partition that a group belongs to. */
  public @Nullable PartitionState partitionOfGroup(int group) {
    return partitionOfGroup.get(group);
  }

  public @Nullable GroupState group(int id) {
    return groups.get(id);
  }

  /** All groups, the oldest first. */
  public Collection<GroupState> groups() {
    return groups.values();
  }

  public int groupCount() {
    return groups.size();
  }

  public MailState mail() {
    return mail;
  }

  public DelayedTable delayed() {
    return delayed;
  }

  /**
   * Everything that is needed of the journal below this position stands above it as well. What
   * stands below is as if it were removed: whether and when it is, is each replica's own affair.
   */
  public long startsAt() {
    return startsAt;
  }

  void startAt(long position) {
    startsAt = Math.max(startsAt, position);
  }

  /**
   * Changes whenever something may be needed that was not needed before. Only good for comparing
   * while this lives.
   */
  public long widenings() {
    return widenings;
  }

  /**
   * Changes the state as the record says.
   *
   * @param position of the record's frame
   * @param timeMillis that the frame is stamped with
   */
  public void apply(JournalRecord record, long position, long timeMillis) {
    if (snapshot != null) {
      snapshot.before(record);
    }
    stampedAt(timeMillis);
    switch (record) {
      case Messages messages -> applyMessages(messages, position, timeMillis);
      case Delayed waiting -> applyDelayed(waiting, position, timeMillis);
      case Carried carried -> checkCarried(carried);
      case CarriedDelay carried -> delayed.move(carried.id(), position);
      case DelayedCancelled cancelled -> {
        if (delayed.cancel(cancelled)) {
          existing(cancelled.partition()).countDelayed(-1);
        }
      }
      case StartsAt starts -> applyStart(starts, position);
      case Settle settle -> applySettle(settle);
      case Epoch begun -> {
        if (epochs.isEmpty()) {
          bornMillis = timeMillis;
        }
        beginEpoch(new EpochStart(begun.epoch(), position));
      }
      case TopicCreated created -> createTopic(created, timeMillis);
      case TopicAltered altered -> {
        existing(altered.partition()).alter(altered.spec());
        widenings++;
      }
      case TopicDeleted deleted -> deleteTopic(deleted.partition());
      case GroupCreated created -> createGroup(created);
      case GroupReset reset -> resetGroup(reset);
      case GroupDeleted deleted -> deleteGroup(deleted.group());
      case Handed handed -> applyHanded(handed);
      case MailAcked acked -> mail.acked(acked, partitions.get(acked.partition()));
      case MailboxDeleted deleted -> mail.deleted(deleted, partitions.get(deleted.partition()));
      case MailSubscribed subscribed ->
          mail.subscribed(subscribed, partitions.get(subscribed.partition()));
      case MailSpread spread -> mail.spread(spread, partitions.get(spread.partition()));
    }
  }

  /**
   * Begins a snapshot of the state as it is now.
   *
   * @throws IllegalStateException if another one is under way
   */
  public SlicedSnapshot beginSnapshot() {
    if (snapshot != null) {
      throw new IllegalStateException("a snapshot is under way");
    }
    SlicedSnapshot begun = new SlicedSnapshot(this, ++snapshots);
    snapshot = begun;
    return begun;
  }

  void snapshotEnds(SlicedSnapshot done) {
    if (done == snapshot) {
      snapshot = null;
      mail.keepsFor(null, snapshots);
    }
  }

  /** The one with the next higher id; null: there is none. */
  @Nullable PartitionState partitionAfter(int id) {
    Map.Entry<Integer, PartitionState> next = partitions.higherEntry(id);
    return next == null ? null : next.getValue();
  }

  void beginEpoch(EpochStart start) {
    if (start.epoch() <= epoch()) {
      throw new IllegalStateException("epoch " + start.epoch() + " begins after epoch " + epoch());
    }
    if (epochs.size() == Join.MAX_HISTORY) {
      epochs.removeFirst();
    }
    epochs.add(start);
  }

  private void applyMessages(Messages messages, long position, long timeMillis) {
    PartitionState partition = existing(messages.partition());
    if (messages.baseOffset() != partition.endOffset()) {
      throw new IllegalStateException(
          "messages at offset "
              + messages.baseOffset()
              + " of "
              + partition.topic()
              + ", which ends at "
              + partition.endOffset());
    }
    partition.endAt(messages.baseOffset() + messages.recordCount());
    mail.deliver(messages, partition);
    switch (messages.cause()) {
      case Published _ ->
          partition
              .producers()
              .add(
                  messages.producer(),
                  new ProducerTable.Taken(messages.baseOffset(), position, timeMillis));
      case Released released -> {
        if (delayed.remove(released.delayedPosition()) != null) {
          partition.countDelayed(-1);
        }
      }
      case DeadLetter letter -> {
        LetterOrigin origin = letter.origin();
        settle(origin.group(), origin.offset(), messages.recordCount());
      }
      case Replayed replayed -> {
        LetterReplay letters = replayed.letters();
        settle(letters.dealtWith(), letters.offset(), messages.recordCount());
        for (int passed : letters.passed()) {
          settle(passed, messages.baseOffset(), messages.recordCount());
        }
      }
    }
  }

  private void settle(int id, long first, int count) {
    GroupState group = groups.get(id);
    if (group != null) {
      group.cursor().settle(first, first + count - 1);
    }
  }

  private void applyDelayed(Delayed waiting, long position, long timeMillis) {
    PartitionState partition = existing(waiting.partition());
    delayed.add(DelayedTable.Waiting.begun(position, waiting));
    partition.countDelayed(1);
    partition
        .producers()
        .add(waiting.producer(), new ProducerTable.Taken(OFFSET_UNKNOWN, position, timeMillis));
  }

  private void checkCarried(Carried carried) {
    Messages messages = carried.messages();
    PartitionState partition = existing(messages.partition());
    if (messages.baseOffset() + messages.recordCount() > partition.endOffset()) {
      throw new IllegalStateException(
          "a copy of messages at offset "
              + messages.baseOffset()
              + " of "
              + partition.topic()
              + ", which ends at "
              + partition.endOffset());
    }
  }

  private void applyStart(StartsAt starts, long position) {
    if (starts.position() > position || delayed.lowestPosition() < starts.position()) {
      throw new IllegalStateException(
          "the journal is to start at "
              + starts.position()
              + ", said at "
              + position
              + " while a batch waits at "
              + delayed.lowestPosition());
    }
    startAt(starts.position());
  }

  private void applySettle(Settle settle) {
    GroupState group = groups.get(settle.group());
    if (group == null || group.cursor().generation() != settle.generation()) {
      return;
    }
    Cursor cursor = group.cursor();
    for (SettleItem item : settle.items()) {
      switch (item.kind()) {
        case ACKED, DROPPED -> cursor.settle(item.first(), item.last());
        case RETRY ->
            cursor.retry(
                item.first(),
                item.last(),
                new Cursor.Retry(item.attempts(), item.tries(), item.dueMillis()));
      }
    }
  }

  private void applyHanded(Handed handed) {
    GroupState group = groups.get(handed.group());
    if (group != null && group.cursor().generation() == handed.generation()) {
      group.cursor().handUpTo(handed.upTo());
    }
  }

  private void createTopic(TopicCreated created, long timeMillis) {
    addPartition(new PartitionState(created.partition(), created.spec(), timeMillis, receipts));
  }

  void addPartition(PartitionState partition) {
    if (partitions.putIfAbsent(partition.id(), partition) != null
        || topics.putIfAbsent(partition.topic(), partition) != null) {
      throw new IllegalStateException(
          "topic " + partition.topic() + " or partition " + partition.id() + " exists already");
    }
    lastPartition = Math.max(lastPartition, partition.id());
  }

  private void deleteTopic(int id) {
    PartitionState partition = existing(id);
    for (GroupState group : partition.groups()) {
      groups.remove(group.id());
      partitionOfGroup.remove(group.id());
    }
    mail.gone(partition);
    partitions.remove(id);
    topics.remove(partition.topic());
    partition.producers().end();
    delayed.removePartition(id);
  }

  private void createGroup(GroupCreated created) {
    widenings++;
    addGroup(
        existing(created.partition()),
        new GroupState(
            created.group(), created.name(), new Cursor(created.generation(), created.start())));
    lastGeneration = Math.max(lastGeneration, created.generation());
  }

  void addGroup(PartitionState partition, GroupState group) {
    if (groups.putIfAbsent(group.id(), group) != null) {
      throw new IllegalStateException("group " + group.id() + " exists already");
    }
    partition.add(group);
    partitionOfGroup.put(group.id(), partition);
    lastGroup = Math.max(lastGroup, group.id());
  }

  private void resetGroup(GroupReset reset) {
    widenings++;
    lastGeneration = Math.max(lastGeneration, reset.generation());
    GroupState group = groups.get(reset.group());
    if (group != null) {
      group.restart(reset.generation(), reset.start());
    }
  }

  private void deleteGroup(int id) {
    GroupState group = groups.remove(id);
    PartitionState partition = partitionOfGroup.remove(id);
    if (group != null && partition != null) {
      partition.remove(group);
    }
  }

  private PartitionState existing(int id) {
    PartitionState partition = partitions.get(id);
    if (partition == null) {
      throw new IllegalStateException("a record for partition " + id + ", which does not exist");
    }
    return partition;
  }

  void restoreCounters(int lastPartitionSoFar, int lastGroupSoFar, int lastGenerationSoFar) {
    lastPartition = lastPartitionSoFar;
    lastGroup = lastGroupSoFar;
    lastGeneration = lastGenerationSoFar;
  }

  int lastPartition() {
    return lastPartition;
  }

  int lastGroup() {
    return lastGroup;
  }

  int lastGeneration() {
    return lastGeneration;
  }
}

package io.feige.broker.core.state;

import io.feige.broker.core.record.JournalRecord.MailAcked;
import io.feige.broker.core.record.JournalRecord.MailSpread;
import io.feige.broker.core.record.JournalRecord.MailSubscribed;
import io.feige.broker.core.record.JournalRecord.MailboxDeleted;
import io.feige.broker.core.record.JournalRecord.Messages;
import io.feige.protocol.model.ChannelRule;
import io.feige.protocol.model.MailAck;
import io.feige.protocol.model.MailSubscription;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** How records change mailboxes, and how many there are in all topics. Owned by one thread. */
public final class MailState {
  private final TreeSet<Integer> queued = new TreeSet<>();
  private List<String> reached = new ArrayList<>();
  private int count;
  private long held;
  private long bytes;
  private long waiting;
  private int snapshots;
  private @Nullable SlicedMail snapshot;

  MailState() {}

  /** Mailboxes of all topics. */
  public int count() {
    return count;
  }

  /** Messages that are held in them. */
  public long held() {
    return held;
  }

  /** What they take of the heap, see {@link MailCost}. */
  public long bytes() {
    return bytes;
  }

  /** Messages of channels that have to come into mailboxes yet. */
  public long waiting() {
    return waiting;
  }

  /** The next partition, by id, where messages wait; behind the last one comes the first. */
  public int nextQueued(int after) {
    Integer next = queued.higher(after);
    return next == null ? queued.getFirst() : next;
  }

  boolean isQueued(int partition) {
    return queued.contains(partition);
  }

  /**
   * Takes out the owners into whose mailboxes messages came by the last record that could bring
   * some, as often as they came.
   */
  public List<String> takeReached() {
    if (reached.isEmpty()) {
      return List.of();
    }
    List<String> taken = reached;
    reached = new ArrayList<>();
    return taken;
  }

  /** Whether each mailbox is written before it changes. */
  public boolean isKept() {
    return snapshot != null;
  }

  /** A snapshot begins, or there is none under way. */
  void keepsFor(@Nullable SlicedMail under, int number) {
    snapshot = under;
    snapshots = number;
  }

  /** Messages come into their owners' mailboxes; those of channels wait for their turn. */
  void deliver(Messages messages, PartitionState partition) {
    reached.clear();
    Mailboxes mailboxes = partition.mailboxes();
    if (mailboxes == null) {
      return;
    }
    ends(mailboxes);
    long offset = messages.baseOffset();
    for (String recipient : messages.recipients()) {
      if (ChannelRule.isMarked(recipient)) {
        mailboxes.queue().add(new MailQueue.Entry(offset, ChannelRule.unmarked(recipient)));
      } else if (!recipient.isEmpty()) {
        Mailbox mailbox = mailboxes.findOrBegin(recipient, snapshots);
        keep(partition.id(), mailbox);
        push(partition, mailboxes, mailbox, offset);
      }
      offset++;
    }
    begins(partition);
  }

  private void push(PartitionState partition, Mailboxes mailboxes, Mailbox mailbox, long offset) {
    mailboxes.push(mailbox, offset, partition.spec().mailboxCap());
    reached.add(mailbox.identity());
  }

  void spread(MailSpread spread, @Nullable PartitionState partition) {
    reached.clear();
    Mailboxes mailboxes = partition == null ? null : partition.mailboxes();
    if (partition == null || mailboxes == null) {
      return;
    }
    ends(mailboxes);
    mailboxes.spread(
        spread.most(),
        (mailbox, filter, offset) -> {
          keep(partition.id(), mailbox);
          if (mailbox.take(filter, offset)) {
            push(partition, mailboxes, mailbox, offset);
          }
        });
    begins(partition);
  }

  void acked(MailAcked acked, @Nullable PartitionState partition) {
    Mailboxes mailboxes = partition == null ? null : partition.mailboxes();
    for (MailAck ack : acked.acks()) {
      Mailbox mailbox = mailboxes == null ? null : mailboxes.find(ack.identity());
      if (mailbox != null) {
        keep(acked.partition(), mailbox);
        mailbox.ack(ack.upTo());
      }
    }
  }

  void subscribed(MailSubscribed subscribed, @Nullable PartitionState partition) {
    Mailboxes mailboxes = partition == null ? null : partition.mailboxes();
    if (partition == null || mailboxes == null) {
      return;
    }
    ends(mailboxes);
    Mailbox mailbox = mailboxes.findOrBegin(subscribed.identity(), snapshots);
    keep(partition.id(), mailbox);
    for (MailSubscription added : subscribed.added()) {
      mailboxes.subscribe(mailbox, added, partition.endOffset());
    }
    subscribed.removed().forEach(filter -> mailboxes.unsubscribe(mailbox, filter));
    begins(partition);
  }

  void deleted(MailboxDeleted deleted, @Nullable PartitionState partition) {
    Mailboxes mailboxes = partition == null ? null : partition.mailboxes();
    Mailbox mailbox = mailboxes == null ? null : mailboxes.find(deleted.identity());
    if (partition != null && mailboxes != null && mailbox != null) {
      ends(mailboxes);
      keep(partition.id(), mailbox);
      mailboxes.remove(mailbox);
      begins(partition);
    }
  }

  private void keep(int partition, Mailbox mailbox) {
    if (snapshot != null) {
      snapshot.keep(partition, mailbox);
    }
  }

  /** Its mailboxes count from now on. */
  void begins(PartitionState partition) {
    Mailboxes mailboxes = partition.mailboxes();
    if (mailboxes != null) {
      count += mailboxes.size();
      held += mailboxes.held();
      bytes += mailboxes.bytes();
      waiting += mailboxes.queue().size();
      if (mailboxes.queue().isEmpty()) {
        queued.remove(partition.id());
      } else {
        queued.add(partition.id());
      }
    }
  }

  /** The topic is gone, and its mailboxes with it. */
  void gone(PartitionState partition) {
    Mailboxes mailboxes = partition.mailboxes();
    if (mailboxes != null) {
      ends(mailboxes);
      queued.remove(partition.id());
    }
  }

  private void ends(Mailboxes mailboxes) {
    count -= mailboxes.size();
    held -= mailboxes.held();
    bytes -= mailboxes.bytes();
    waiting -= mailboxes.queue().size();
  }
}

package io.feige.broker.core.record;

import io.feige.protocol.frame.LetterOrigin;
import io.feige.protocol.frame.LetterReplay;
import io.feige.protocol.model.MailAck;
import io.feige.protocol.model.MailSubscription;
import io.feige.protocol.model.TopicSpec;
import java.util.List;

/**
 * A change of state. Every change is one of these, written to the journal and then applied; replay,
 * recovery and the standby apply the same records. Layouts stand in {@code docs/journal-format.md}.
 */
public sealed interface JournalRecord {
  /** Partition the record belongs to; 0 where it belongs to none. */
  int partition();

  /**
   * Who sent a batch, and as which of its batches.
   *
   * @param id of the producer; 0 when it is not idempotent
   */
  record Producer(long id, long sequence) {}

  /** Why messages got offsets. */
  sealed interface Cause {}

  /** They were published. */
  record Published() implements Cause {
    public static final Published PUBLISHED = new Published();
  }

  /** They had waited for their time; the batch whose first DELAYED frame was here is done. */
  record Released(long delayedPosition) implements Cause {}

  /**
   * Messages of another partition were given up by a group; their origins are settled by this.
   *
   * @param origin of the first of them; the others follow it
   */
  record DeadLetter(LetterOrigin origin) implements Cause {}

  /**
   * Dead letters that the group which gave them up gets again. They are dealt with by this; for the
   * other groups of the topic the messages are settled.
   *
   * @param letters the first of them; the others follow it
   */
  record Replayed(LetterReplay letters) implements Cause {}

  /**
   * Messages get the offsets from {@code baseOffset}.
   *
   * @param recipients the owner or the marked channel that each of them goes to, empty for one that
   *     goes to none; an empty list where the topic has no mailboxes
   */
  record Messages(
      int partition,
      long baseOffset,
      int recordFirst,
      int recordCount,
      Producer producer,
      Cause cause,
      List<String> recipients)
      implements JournalRecord {
    /** Messages that go to no mailbox. */
    public Messages(
        int partition,
        long baseOffset,
        int recordFirst,
        int recordCount,
        Producer producer,
        Cause cause) {
      this(partition, baseOffset, recordFirst, recordCount, producer, cause, List.of());
    }
  }

  /**
   * A batch waits until {@code deliverAtMillis}.
   *
   * @param batchBytes length of the batch
   */
  record Delayed(
      int partition, long deliverAtMillis, int recordCount, int batchBytes, Producer producer)
      implements JournalRecord {}

  /**
   * A copy of messages that have their offsets already, so that the frame which holds them may go.
   */
  record Carried(Messages messages) implements JournalRecord {
    @Override
    public int partition() {
      return messages.partition();
    }
  }

  /**
   * A copy of a batch that waits already, so that the frame which holds it may go.
   *
   * @param id position where the batch stood at first
   */
  record CarriedDelay(Delayed batch, long id) implements JournalRecord {
    @Override
    public int partition() {
      return batch.partition();
    }
  }

  /**
   * A message that waits for its time is taken back.
   *
   * @param id position where its batch stood at first
   * @param index of the message in the batch
   * @param left messages of the batch that still wait; 0: the batch waits no longer
   */
  record DelayedCancelled(int partition, long id, int index, int left) implements JournalRecord {}

  /** Everything that is needed of what stands below the position stands above it as well. */
  record StartsAt(long position) implements JournalRecord {
    @Override
    public int partition() {
      return 0;
    }
  }

  /** What became of deliveries. */
  enum Settlement {
    ACKED(1),
    RETRY(2),
    DROPPED(3);

    private final int number;

    Settlement(int number) {
      this.number = number;
    }

    public int number() {
      return number;
    }
  }

  /**
   * One verdict on a range of offsets.
   *
   * @param attempts so far; for an ack, which attempt it was; 0 for a drop
   * @param tries of the attempts that count towards the dead letter; only for a retry
   * @param dueMillis when it comes again, wall clock; only for a retry
   */
  record SettleItem(
      Settlement kind, long first, long last, int attempts, int tries, long dueMillis) {
    public static SettleItem acked(long first, long last, int attempt) {
      return new SettleItem(Settlement.ACKED, first, last, attempt, 0, 0);
    }

    public static SettleItem dropped(long first, long last) {
      return new SettleItem(Settlement.DROPPED, first, last, 0, 0, 0);
    }

    public static SettleItem retry(long first, long last, int attempts, int tries, long dueMillis) {
      return new SettleItem(Settlement.RETRY, first, last, attempts, tries, dueMillis);
    }
  }

  /**
   * Verdicts on deliveries of a group.
   *
   * @param consumer who gave them; empty for what became of deliveries without a verdict
   */
  record Settle(int partition, int group, int generation, String consumer, List<SettleItem> items)
      implements JournalRecord {
    public static final int MAX_ITEMS = 65_535;
  }

  /** An activation begins. */
  record Epoch(long epoch, String nodeId, String bootId) implements JournalRecord {
    @Override
    public int partition() {
      return 0;
    }
  }

  /** A topic begins. */
  record TopicCreated(int partition, TopicSpec spec) implements JournalRecord {}

  /** A topic has other settings from here on; name and order are the same. */
  record TopicAltered(int partition, TopicSpec spec) implements JournalRecord {}

  /** A topic ends, with its groups. */
  record TopicDeleted(int partition) implements JournalRecord {}

  /** A group begins at an offset. */
  record GroupCreated(int partition, int group, int generation, long start, String name)
      implements JournalRecord {}

  /** A group's cursor begins anew at an offset, as another generation. */
  record GroupReset(int partition, int group, int generation, long start)
      implements JournalRecord {}

  /** A group ends. */
  record GroupDeleted(int partition, int group) implements JournalRecord {}

  /** Owners of mailboxes have dealt with what was in them, each up to one of the sequences. */
  record MailAcked(int partition, List<MailAck> acks) implements JournalRecord {}

  /** A mailbox ends, with its subscriptions. */
  record MailboxDeleted(int partition, String identity) implements JournalRecord {}

  /**
   * A mailbox gets the messages of channels from here on, or gets them no longer.
   *
   * @param removed filters
   */
  record MailSubscribed(
      int partition, String identity, List<MailSubscription> added, List<String> removed)
      implements JournalRecord {}

  /**
   * Messages of channels come into mailboxes.
   *
   * @param most steps: each is a subscriber, or a message that is looked at
   */
  record MailSpread(int partition, int most) implements JournalRecord {}

  /** Messages below {@code upTo} may have been handed out. */
  record Handed(int partition, int group, int generation, long upTo) implements JournalRecord {}
}

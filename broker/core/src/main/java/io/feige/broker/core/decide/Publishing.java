package io.feige.broker.core.decide;

import io.feige.broker.core.port.Event.Publish;
import io.feige.broker.core.port.Now;
import io.feige.broker.core.port.Sink;
import io.feige.broker.core.record.JournalRecord.Delayed;
import io.feige.broker.core.record.JournalRecord.Messages;
import io.feige.broker.core.record.JournalRecord.Producer;
import io.feige.broker.core.record.JournalRecord.Published;
import io.feige.broker.core.record.MailRecords;
import io.feige.broker.core.record.RecordCodec;
import io.feige.broker.core.state.MailCost;
import io.feige.broker.core.state.Mailboxes;
import io.feige.broker.core.state.PartitionState;
import io.feige.broker.core.state.ProducerTable;
import io.feige.broker.core.state.ReplicaState;
import io.feige.protocol.batch.BatchHead;
import io.feige.protocol.batch.BatchProblem;
import io.feige.protocol.batch.OnceName;
import io.feige.protocol.batch.SequenceTime;
import io.feige.protocol.command.Answer;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.frame.StoredFrame;
import io.feige.protocol.model.ChannelRule;
import io.feige.protocol.model.Durability;
import io.feige.protocol.model.TopicSpec;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Decides on publishes: refuse, take, or give the first receipt again. */
public final class Publishing {
  private static final int RETRY_SOON_MILLIS = 100;

  private final ActiveState active;
  private final Spreading spreading;
  private final Expiring expiring;

  Publishing(ActiveState active, Spreading spreading, Expiring expiring) {
    this.active = active;
    this.spreading = spreading;
    this.expiring = expiring;
  }

  public void decide(Publish publish, Now now, Sink sink) {
    Refusal refused = refuseAtSight(publish, sink);
    if (refused != null) {
      sink.answer(publish.ticket(), refused);
      return;
    }
    ActivePartition partition = active.topicOrAutoCreate(publish.topic(), now, sink);
    if (partition == null) {
      sink.answer(publish.ticket(), active.whyNoTopic(publish.topic()));
      return;
    }
    if (partition.workPlace() != null) {
      sink.answer(publish.ticket(), ActiveState.noMessages(publish.topic()));
      return;
    }
    BatchHead batch = BatchHead.at(publish.batch(), publish.batch().position());
    Producer producer = RecordCodec.producer(batch);
    long last = partition.state().producers().lastSequence(producer);
    if (producer.id() != 0 && producer.sequence() <= last) {
      answerDuplicate(publish, partition.state(), producer, sink);
      return;
    }
    refused = refuseNow(publish, partition.state(), producer, now, sink);
    Mailed mailed = refused == null ? mailed(partition.state(), batch, now, sink) : Mailed.NOBODY;
    refused = refused == null ? mailed.to().refused() : refused;
    if (refused != null) {
      sink.answer(publish.ticket(), refused);
      return;
    }
    if (batch.hasColumn(BatchHead.EXPIRIES)) {
      expiring.published(partition, now);
    }
    take(publish, partition.state(), producer, mailed, now, sink);
  }

  private @Nullable Refusal refuseAtSight(Publish publish, Sink sink) {
    Refusal ofEpoch = active.refuseEpoch(publish.epoch());
    if (ofEpoch != null) {
      return ofEpoch;
    }
    Refusal notStored = publish.durability() == Durability.STORED ? sink.whyNotStored() : null;
    if (notStored != null) {
      return notStored;
    }
    int bytes = publish.batch().remaining();
    if (bytes > active.limits().maxBatchBytes()) {
      return Refusal.of(
          ErrorCode.BATCH_TOO_LARGE,
          "a batch of " + bytes + " bytes; the limit is " + active.limits().maxBatchBytes());
    }
    BatchHead batch = BatchHead.within(publish.batch(), publish.batch().position(), bytes);
    BatchProblem problem = batch.problem();
    if (problem == null && batch.length() != bytes) {
      return Refusal.of(
          ErrorCode.BATCH_CORRUPT,
          "the batch says it has " + batch.length() + " bytes, " + bytes + " came");
    }
    if (problem != null) {
      return Refusal.of(ErrorCode.BATCH_CORRUPT, problem.sentence());
    }
    if (batch.payloadLength() > active.limits().maxBatchBytes()) {
      return Refusal.of(
          ErrorCode.BATCH_TOO_LARGE,
          "a batch that unpacks to "
              + batch.payloadLength()
              + " bytes; the limit is "
              + active.limits().maxBatchBytes());
    }
    return batch.sequence() <= BatchHead.MAX_SEQUENCE || OnceName.isOne(batch.sequence())
        ? null
        : Refusal.of(
            ErrorCode.INVALID_ARGUMENT,
            "sequence " + batch.sequence() + "; the largest is " + BatchHead.MAX_SEQUENCE);
  }

  private @Nullable Refusal refuseNow(
      Publish publish, PartitionState partition, Producer producer, Now now, Sink sink) {
    long deliverAt = BatchHead.at(publish.batch(), publish.batch().position()).deliverAtMillis();
    Refusal tooFar = DelayHorizon.refuse(deliverAt, now, active.limits().lifetimes());
    if (tooFar != null) {
      return tooFar;
    }
    if (producer.id() != 0 && !OnceName.isOne(producer.sequence())) {
      Refusal outOfTurn = refuseOutOfTurn(publish, partition.producers(), producer, now);
      if (outOfTurn != null) {
        return outOfTurn;
      }
    }
    String noRoom = active.noRoomBecause();
    if (noRoom != null) {
      return active.diskFull(noRoom);
    }
    if (!sink.hasRoomFor(publish.batch().remaining() + (long) StoredFrame.HEADER_BYTES)) {
      return active.diskFull("the disk has no room for another journal segment");
    }
    return null;
  }

  private static @Nullable Refusal refuseOutOfTurn(
      Publish publish, ProducerTable producers, Producer producer, Now now) {
    long last = producers.lastSequence(producer);
    Refusal unknown = refuseUnknown(producer, last, producers, now);
    if (unknown != null) {
      return unknown;
    }
    long expected = Math.max(last + 1, publish.resolvedBelow());
    if (producer.sequence() <= expected) {
      return null;
    }
    return new Refusal(
        ErrorCode.SEQUENCE_GAP,
        "batch " + producer.sequence() + " came before batch " + expected,
        "",
        RETRY_SOON_MILLIS);
  }

  /** To whom the messages go, where the topic has mailboxes, and what they add to these. */
  private record Mailed(Addressing to, List<Long> reaches) {
    private static final Mailed NOBODY = new Mailed(Addressing.none(), List.of());

    static Mailed refused(Refusal refused) {
      return new Mailed(Addressing.refuse(refused), List.of());
    }
  }

  private Mailed mailed(PartitionState partition, BatchHead batch, Now now, Sink sink) {
    Mailboxes mailboxes = partition.mailboxes();
    if (mailboxes == null) {
      return Mailed.NOBODY;
    }
    Addressing to = Addressing.of(batch);
    Refusal refused =
        to.refused() == null ? refuseMail(to, partition.spec(), batch, now, sink) : to.refused();
    if (refused != null) {
      return Mailed.refused(refused);
    }
    List<Long> reaches = mailboxes.reaches(to.channels());
    String full = full(to, reaches, partition, mailboxes);
    return full == null
        ? new Mailed(to, reaches)
        : Mailed.refused(Refusal.of(ErrorCode.TOO_MANY_MAILBOXES, full));
  }

  private @Nullable Refusal refuseMail(
      Addressing to, TopicSpec topic, BatchHead batch, Now now, Sink sink) {
    long bytes = (long) batch.length() + MailRecords.bytesOf(to.recipients());
    if (bytes > active.limits().maxBatchBytes()) {
      String sentence = bytes + " bytes with those to whom it goes; the limit is ";
      return Refusal.of(ErrorCode.BATCH_TOO_LARGE, sentence + active.limits().maxBatchBytes());
    }
    boolean isForChannels = to.recipients().stream().anyMatch(ChannelRule::isMarked);
    if (isForChannels && !topic.hasChannels()) {
      return active.noChannels(topic.name());
    }
    if (isForChannels && batch.deliverAtMillis() > now.millis()) {
      String sentence =
          "messages of channels are not delayed; each goes to all when it is published";
      return Refusal.of(ErrorCode.INVALID_ARGUMENT, sentence);
    }
    if (isForChannels && spreading.isBusy()) {
      String sentence = active.state().mail().waiting() + " messages of channels are on their way";
      return new Refusal(ErrorCode.BUSY, sentence + " to subscribers", "", RETRY_SOON_MILLIS);
    }
    return sink.hasRoomFor(bytes + StoredFrame.HEADER_BYTES)
        ? null
        : active.diskFull("the disk has no room for another journal segment");
  }

  /** Why mailboxes take no more; null: they do. */
  private @Nullable String full(
      Addressing to, List<Long> reaches, PartitionState partition, Mailboxes mailboxes) {
    int cap = partition.spec().mailboxCap();
    Addressing.Growth growth = to.growth(mailboxes, cap);
    long coming = spreading.coming(partition.id());
    long spread = reaches.stream().mapToLong(Long::longValue).sum();
    long more = growth.held() + mailboxes.more(coming + spread, cap) - mailboxes.more(coming, cap);
    long bytes = growth.begunBytes() + more * MailCost.MESSAGE_BYTES;
    return bytes > 0 && bytes > spreading.spareBytes(partition) ? spreading.whyFull() : null;
  }

  /**
   * Whoever is not known and began before one that was forgotten may be that one, and what it sends
   * may be stored. Nobody begins in the future, or its being forgotten would shut others out.
   */
  private static @Nullable Refusal refuseUnknown(
      Producer producer, long last, ProducerTable producers, Now now) {
    long began = SequenceTime.seconds(producer.sequence());
    long seconds = now.stampMillis() / 1000;
    boolean isOld = last < 0 && began <= producers.forgottenSeconds();
    if (!isOld && began <= seconds + ProducerTable.MOST_AHEAD_SECONDS) {
      return null;
    }
    return new Refusal(
        ErrorCode.PRODUCER_UNKNOWN,
        isOld
            ? "producer " + producer.id() + " began before others that are forgotten"
            : "producer " + producer.id() + " begins in the future",
        Long.toString(Math.max(seconds, producers.forgottenSeconds() + 1)),
        0);
  }

  private void answerDuplicate(
      Publish publish, PartitionState partition, Producer producer, Sink sink) {
    ProducerTable.Taken taken = partition.producers().taken(producer);
    Answer first =
        taken == null
            ? receipt(publish, ReplicaState.OFFSET_UNKNOWN, 0, 0, true)
            : receipt(publish, taken.offset(), taken.position(), taken.timeMillis(), true);
    sink.confirm(atLeastCommitted(publish.durability()), publish.ticket(), first);
  }

  /** A first receipt says where the batch stands, which must not change any more. */
  private static Durability atLeastCommitted(Durability asked) {
    return asked == Durability.STORED ? asked : Durability.REPLICATED;
  }

  private Answer receipt(
      Publish publish, long offset, long position, long timeMillis, boolean duplicate) {
    return new io.feige.protocol.command.Published(
        active.state().epoch(), offset, position, timeMillis, publish.durability(), duplicate);
  }

  private void take(
      Publish publish,
      PartitionState partition,
      Producer producer,
      Mailed mailed,
      Now now,
      Sink sink) {
    BatchHead batch = BatchHead.at(publish.batch(), publish.batch().position());
    int records = batch.recordCount();
    if (batch.deliverAtMillis() > now.millis()) {
      if (active.state().delayed().size() >= active.limits().maxDelayed()) {
        sink.answer(publish.ticket(), tooManyDelayed());
        return;
      }
      Delayed delayed = RecordCodec.delayed(partition.id(), batch);
      long position = active.scribe().write(delayed, publish.batch(), now, sink);
      sink.confirm(
          publish.durability(),
          publish.ticket(),
          receipt(publish, ReplicaState.OFFSET_UNKNOWN, position, now.stampMillis(), false));
      return;
    }
    long offset = partition.endOffset();
    Messages messages =
        new Messages(
            partition.id(),
            offset,
            0,
            records,
            producer,
            Published.PUBLISHED,
            mailed.to().recipients());
    long position = active.write(messages, publish.batch(), now, sink);
    spreading.expect(partition.id(), mailed.reaches());
    spreading.goOn(now, sink);
    sink.confirm(
        publish.durability(),
        publish.ticket(),
        receipt(publish, offset, position, now.stampMillis(), false));
  }

  private Refusal tooManyDelayed() {
    return new Refusal(
        ErrorCode.TOO_MANY_DELAYED,
        active.limits().maxDelayed() + " batches wait for their time already",
        "",
        RETRY_SOON_MILLIS);
  }
}

package io.feige.broker.core.decide;

import io.feige.broker.core.port.Now;
import io.feige.broker.core.port.Sink;
import io.feige.broker.core.port.Ticket;
import io.feige.broker.core.record.JournalRecord;
import io.feige.broker.core.state.PartitionState;
import io.feige.protocol.command.CreateTopic;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.command.TopicCreated;
import io.feige.protocol.command.TopicDeleted;
import io.feige.protocol.command.TopicList;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.model.TopicDescription;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Decides on topics: create, delete, list. */
final class Topics {
  private final Active active;
  private final Pulling pulling;
  private final Reading reading;

  Topics(Active active, Pulling pulling, Reading reading) {
    this.active = active;
    this.pulling = pulling;
    this.reading = reading;
  }

  void create(Ticket ticket, CreateTopic create, Now now, Sink sink) {
    ActivePartition existing = active.topic(create.spec().name());
    if (existing != null && create.ifAbsent()) {
      sink.answerWhenCommitted(ticket, new TopicCreated(describe(existing)));
      return;
    }
    Refusal refusal = refuse(create, existing, sink);
    if (refusal != null) {
      sink.answer(ticket, refusal);
      return;
    }
    ActivePartition created = active.createTopic(create.spec(), now, sink);
    sink.answerWhenCommitted(ticket, new TopicCreated(describe(created)));
  }

  private @Nullable Refusal refuse(
      CreateTopic create, @Nullable ActivePartition existing, Sink sink) {
    String name = create.spec().name();
    if (existing != null) {
      return Refusal.of(ErrorCode.TOPIC_EXISTS, "there is a topic '" + name + "' already");
    }
    if (!Active.mayBeNamed(name)) {
      return Refusal.of(
          ErrorCode.NAME_INVALID,
          "'" + name + "' leaves no room for the " + DeadLetters.SUFFIX + " of its dead letters");
    }
    if (active.state().partitions().size() >= active.limits().maxTopics()) {
      return active.tooManyTopics();
    }
    return sink.hasRoomFor(Active.ROOM_FOR_RECORD)
        ? null
        : active.diskFull("the disk has no room for the topic's record");
  }

  void delete(Ticket ticket, String topic, Now now, Sink sink) {
    ActivePartition partition = active.topic(topic);
    if (partition == null) {
      sink.answer(ticket, active.noTopic(topic));
      return;
    }
    if (!sink.hasRoomFor(Active.ROOM_FOR_RECORD)) {
      sink.answer(ticket, active.diskFull("the disk has no room for the record"));
      return;
    }
    for (ActiveGroup group : partition.groups()) {
      pulling.end(group, active.noTopic(topic), sink);
    }
    reading.refuseParked(partition, active.noTopic(topic), sink);
    int id = partition.state().id();
    active.scribe().write(new JournalRecord.TopicDeleted(id), null, now, sink);
    active.removePartition(id);
    sink.answerWhenCommitted(ticket, new TopicDeleted());
  }

  void list(Ticket ticket, String topic, Sink sink) {
    List<TopicDescription> described = new ArrayList<>();
    for (ActivePartition partition : active.partitions()) {
      if (topic.isEmpty() || topic.equals(partition.state().topic())) {
        described.add(describe(partition));
      }
    }
    boolean isMissing = described.isEmpty() && !topic.isEmpty();
    sink.answer(ticket, isMissing ? active.noTopic(topic) : new TopicList(described));
  }

  private TopicDescription describe(ActivePartition partition) {
    PartitionState state = partition.state();
    long first = active.log().firstOffset(state.id());
    return new TopicDescription(
        state.spec(),
        state.id(),
        first < 0 ? partition.visibleEnd() : first,
        state.endOffset(),
        partition.visibleEnd(),
        active.log().bytes(state.id()),
        state.delayed(),
        state.createdAtMillis());
  }
}

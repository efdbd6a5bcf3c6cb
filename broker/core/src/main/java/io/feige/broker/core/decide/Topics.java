package io.feige.broker.core.decide;

import io.feige.broker.core.port.Now;
import io.feige.broker.core.port.Sink;
import io.feige.broker.core.port.Ticket;
import io.feige.broker.core.record.JournalRecord;
import io.feige.broker.core.state.PartitionState;
import io.feige.protocol.command.AlterTopic;
import io.feige.protocol.command.CreateTopic;
import io.feige.protocol.command.ListTopics;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.command.TopicAltered;
import io.feige.protocol.command.TopicCreated;
import io.feige.protocol.command.TopicDeleted;
import io.feige.protocol.command.TopicList;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.model.LetterRule;
import io.feige.protocol.model.TopicDescription;
import io.feige.protocol.model.TopicPlace;
import io.feige.protocol.model.TopicSpec;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Decides on topics: create, alter, delete, list. */
final class Topics {
  /** Of a stage, written, with the lengths of its names. */
  private static final int BYTES_OF_FIGURES = 80;

  private final ActiveState active;
  private final Pulling pulling;
  private final Reading reading;
  private final Mailing mailing;
  private final Working working;

  Topics(ActiveState active, Pulling pulling, Reading reading, Mailing mailing, Working working) {
    this.active = active;
    this.pulling = pulling;
    this.reading = reading;
    this.mailing = mailing;
    this.working = working;
  }

  void create(Ticket ticket, CreateTopic create, Now now, Sink sink) {
    ActivePartition existing = active.knownTopic(create.spec().name());
    if (existing != null && create.ifAbsent()) {
      sink.answerWhenCommitted(ticket, new TopicCreated(describe(existing, now)));
      return;
    }
    Refusal refusal = refuse(create, existing, sink);
    if (refusal != null) {
      sink.answer(ticket, refusal);
      return;
    }
    ActivePartition created = active.createTopic(create.spec(), now, sink);
    sink.answerWhenCommitted(ticket, new TopicCreated(describe(created, now)));
  }

  private @Nullable Refusal refuse(
      CreateTopic create, @Nullable ActivePartition existing, Sink sink) {
    String name = create.spec().name();
    if (existing != null) {
      return Refusal.of(ErrorCode.TOPIC_EXISTS, "there is a topic '" + name + "' already");
    }
    if (!ActiveState.mayBeNamed(name)) {
      return ActiveState.badName(name);
    }
    if (create.spec().isOfMailboxes() && LetterRule.isLetters(name)) {
      return Refusal.of(
          ErrorCode.INVALID_ARGUMENT,
          "'" + name + "' is for dead letters, which are nobody's mail");
    }
    if (!isEverywhere(create.spec()) && LetterRule.isLetters(name)) {
      return Refusal.of(
          ErrorCode.INVALID_ARGUMENT,
          "'" + name + "' is for dead letters, which are in the pair of their message");
    }
    if (active.state().partitions().size() >= active.limits().maxTopics()) {
      return active.tooManyTopics();
    }
    return sink.hasRoomFor(ActiveState.ROOM_FOR_RECORD)
        ? null
        : active.diskFull("the disk has no room for the topic's record");
  }

  /** Retention, attempts and back-off count at once, a lease with the next delivery. */
  void alter(Ticket ticket, AlterTopic alter, Now now, Sink sink) {
    TopicSpec spec = alter.spec();
    ActivePartition partition = active.knownTopic(spec.name());
    if (partition == null) {
      sink.answer(ticket, active.noTopic(spec.name()));
    } else if (spec.order() != partition.state().spec().order()) {
      sink.answer(ticket, orderStays(partition.state().spec()));
    } else if (spec.isOfMailboxes() != partition.state().spec().isOfMailboxes()) {
      sink.answer(ticket, mailboxesStay(partition.state().spec()));
    } else if (!spec.stages().equals(partition.state().spec().stages())) {
      sink.answer(ticket, kindStays(spec.name()));
    } else if (isEverywhere(spec) != isEverywhere(partition.state().spec())) {
      sink.answer(ticket, placeStays(partition.state().spec()));
    } else if (!sink.hasRoomFor(ActiveState.ROOM_FOR_RECORD)) {
      sink.answer(ticket, active.diskFull("the disk has no room for the record"));
    } else {
      int id = partition.state().id();
      TopicSpec altered = spec.withPlace(partition.state().spec().place());
      active.scribe().write(new JournalRecord.TopicAltered(id, altered), null, now, sink);
      sink.answerWhenCommitted(ticket, new TopicAltered(describe(partition, now)));
    }
  }

  private static Refusal orderStays(TopicSpec spec) {
    return Refusal.of(
        ErrorCode.INVALID_ARGUMENT,
        "topic '"
            + spec.name()
            + "' has order "
            + spec.order()
            + ", which cannot change once messages were handed out by it");
  }

  private static Refusal mailboxesStay(TopicSpec spec) {
    return Refusal.of(
        ErrorCode.INVALID_ARGUMENT,
        "topic '"
            + spec.name()
            + "' was created "
            + (spec.isOfMailboxes() ? "with" : "without")
            + " mailboxes, which cannot change once it has messages");
  }

  private static Refusal kindStays(String topic) {
    return Refusal.of(
        ErrorCode.TOPIC_KIND,
        "whether topic '" + topic + "' is one of work, and its stages, cannot change");
  }

  private static boolean isEverywhere(TopicSpec spec) {
    return spec.place() == TopicPlace.EVERYWHERE;
  }

  private static Refusal placeStays(TopicSpec spec) {
    return Refusal.of(
        ErrorCode.INVALID_ARGUMENT,
        "topic '"
            + spec.name()
            + "' was created "
            + (isEverywhere(spec) ? "to have a part in each pair" : "to be in one pair")
            + ", which cannot change");
  }

  void delete(Ticket ticket, String topic, Now now, Sink sink) {
    ActivePartition partition = active.knownTopic(topic);
    if (partition == null) {
      sink.answer(ticket, active.noTopic(topic));
      return;
    }
    if (!sink.hasRoomFor(ActiveState.ROOM_FOR_RECORD)) {
      sink.answer(ticket, active.diskFull("the disk has no room for the record"));
      return;
    }
    for (ActiveGroup group : partition.groups()) {
      pulling.end(group, active.noTopic(topic), sink);
    }
    reading.refuseParked(partition, active.noTopic(topic), sink);
    mailing.refuseParked(partition, active.noTopic(topic), sink);
    working.refuseParked(partition, active.noTopic(topic), sink);
    int id = partition.state().id();
    active.scribe().write(new JournalRecord.TopicDeleted(id), null, now, sink);
    active.removePartition(id);
    sink.answerWhenCommitted(ticket, new TopicDeleted());
  }

  void list(Ticket ticket, ListTopics list, Now now, Sink sink) {
    String name = list.topic();
    if (name.isEmpty()) {
      sink.answer(ticket, pageAfter(list.after(), now));
      return;
    }
    ActivePartition known = active.knownTopic(name);
    ActivePartition partition = known == null ? active.topicToRead(name, now, sink) : known;
    if (partition == null) {
      sink.answer(ticket, active.noTopic(name));
    } else if (known == null) {
      sink.answerWhenCommitted(ticket, new TopicList(List.of(describe(partition, now))));
    } else {
      sink.answer(ticket, new TopicList(List.of(describe(partition, now))));
    }
  }

  private TopicList pageAfter(String name, Now now) {
    Page<TopicDescription> page = new Page<>();
    for (ActivePartition partition : active.partitionsAfter(name)) {
      String topic = partition.state().topic();
      page.add(describe(partition, now), topic.length() + stagesBytes(partition));
      if (page.isFull()) {
        return new TopicList(page.entries(), topic);
      }
    }
    return new TopicList(page.entries());
  }

  /** Of the names of stages, and of the figures of each. */
  private static int stagesBytes(ActivePartition partition) {
    List<String> stages = partition.state().spec().stages();
    return stages.stream().mapToInt(stage -> 2 * stage.length() + BYTES_OF_FIGURES).sum();
  }

  private TopicDescription describe(ActivePartition partition, Now now) {
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
        state.createdAtMillis(),
        WorkPlace.figures(partition, now));
  }
}

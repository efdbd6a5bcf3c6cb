package io.feige.broker.core.decide;

import io.feige.broker.core.group.BySession;
import io.feige.broker.core.group.Holder;
import io.feige.broker.core.group.SharedRoom;
import io.feige.broker.core.port.BatchLog;
import io.feige.broker.core.port.Handout;
import io.feige.broker.core.port.Now;
import io.feige.broker.core.port.Sink;
import io.feige.broker.core.port.Ticket;
import io.feige.broker.core.record.JournalRecord;
import io.feige.broker.core.record.JournalRecord.TopicCreated;
import io.feige.broker.core.state.GroupState;
import io.feige.broker.core.state.PartitionState;
import io.feige.broker.core.state.ReplicaState;
import io.feige.broker.core.work.WorkRoom;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.model.LetterRule;
import io.feige.protocol.model.NameRule;
import io.feige.protocol.model.Selection;
import io.feige.protocol.model.TopicSpec;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What the deciders share while the replica serves. Begins with an activation, ends with the role.
 * Owned by one thread.
 */
public final class ActiveState {
  /** Enough for the frame of any record that has no batch and no list. */
  static final int ROOM_FOR_RECORD = 4_096;

  /** Workers of all topics of work. */
  static final int MOST_WORKERS = 10_000;

  private final ReplicaState state;
  private final MachineLimits limits;
  private final BatchLog log;
  private final Scribe scribe;
  private final SharedRoom room;
  private final WorkRoom workRoom;
  private final TreeMap<Integer, ActivePartition> partitions = new TreeMap<>();
  private final TreeMap<Integer, ActivePartition> ofWork = new TreeMap<>();
  private @Nullable String noRoomBecause;
  private final ParkedRequests parked;
  private final BySession<Holder> holders = new BySession<>();
  private final long begunAt;
  private long redelivered;
  private long settled;

  /**
   * What is kept for requests.
   *
   * @param begunAt how far the journal reaches when this begins
   */
  public ActiveState(
      ReplicaState state, MachineLimits limits, BatchLog log, Scribe scribe, long begunAt) {
    this.state = state;
    this.begunAt = begunAt;
    this.limits = limits;
    this.log = log;
    this.scribe = scribe;
    this.parked = new ParkedRequests(limits.maxParked());
    this.room = new SharedRoom(limits.dispatch().maxOutstandingOfAll());
    this.workRoom = new WorkRoom(limits.maxWorkBytes(), MOST_WORKERS);
    state.partitions().forEach(this::addPartition);
  }

  ReplicaState state() {
    return state;
  }

  MachineLimits limits() {
    return limits;
  }

  BatchLog log() {
    return log;
  }

  Scribe scribe() {
    return scribe;
  }

  /** For messages that are handed out and not settled, of all groups. */
  public SharedRoom room() {
    return room;
  }

  /** What topics of work share. */
  WorkRoom workRoom() {
    return workRoom;
  }

  /** The topics of work. */
  Collection<ActivePartition> ofWork() {
    return ofWork.values();
  }

  Collection<ActivePartition> partitions() {
    return partitions.values();
  }

  /** Those whose topics' names come after one, by name. */
  Iterable<ActivePartition> partitionsAfter(String topic) {
    return () -> state.partitionsAfter(topic).stream().map(this::existing).iterator();
  }

  private ActivePartition existing(PartitionState partition) {
    ActivePartition found = partitions.get(partition.id());
    if (found == null) {
      throw new IllegalStateException("topic " + partition.topic() + " is not served");
    }
    return found;
  }

  @Nullable ActivePartition partition(int id) {
    return partitions.get(id);
  }

  /** Whether that is still how a partition is served, and it was not deleted or made anew. */
  boolean has(ActivePartition partition) {
    return partition.equals(partitions.get(partition.state().id()));
  }

  /** A topic of which this pair has messages; null: it has none of that name. */
  @Nullable ActivePartition topic(String name) {
    ActivePartition known = knownTopic(name);
    return known == null || known.state().spec().isElsewhere() ? null : known;
  }

  /** The same, or one that another pair alone has. */
  @Nullable ActivePartition knownTopic(String name) {
    PartitionState found = state.topic(name);
    return found == null ? null : partitions.get(found.id());
  }

  private ActivePartition addPartition(PartitionState partition) {
    ActivePartition active = new ActivePartition(partition, workRoom, limits.maxPullBytes());
    for (GroupState group : partition.groups()) {
      active.add(new ActiveGroup(active, group, this));
    }
    partitions.put(partition.id(), active);
    if (active.workPlace() != null) {
      ofWork.put(partition.id(), active);
    }
    return active;
  }

  /**
   * Begins afresh with a partition whose deliveries can no longer be trusted. Nobody waits there
   * now. What may be seen and handed out stays as it was, because that hangs on what is committed.
   */
  ActivePartition makeAnew(ActivePartition partition) {
    partition.groups().forEach(group -> group.dispatcher().leave());
    ActivePartition fresh = addPartition(partition.state());
    fresh.showUpTo(partition.visibleEnd());
    fresh.mailroom().follow(partition.mailroom());
    for (ActiveGroup group : fresh.groups()) {
      ActiveGroup before = partition.group(group.state().id());
      if (before != null) {
        group.dispatcher().handed().openOnly(before.dispatcher().handed().open());
      }
    }
    parked.forget(
        partition,
        partitions.values().stream().flatMap(ActivePartition::waitingReads),
        partitions.values().stream().flatMap(ActivePartition::waitingAsks));
    return fresh;
  }

  /** Appends a record that may bring messages into mailboxes; returns its position. */
  long write(JournalRecord record, @Nullable ByteBuffer batch, Now now, Sink sink) {
    long position = scribe.write(record, batch, now, sink);
    List<String> owners = state.mail().takeReached();
    ActivePartition partition = partitions.get(record.partition());
    if (partition != null && !owners.isEmpty()) {
      partition.mailroom().came(owners);
      scribe.onceCommitted(sink, new Scribe.MailCame(record.partition(), owners));
    }
    return position;
  }

  /** A topic of mailboxes; null, with the refusal answered, if there is none of that name. */
  @Nullable ActivePartition ofMailboxes(Ticket ticket, String topic, Sink sink) {
    ActivePartition partition = topic(topic);
    if (partition == null) {
      sink.answer(ticket, noTopic(topic));
      return null;
    }
    if (partition.state().mailboxes() == null) {
      String sentence = "topic '" + topic + "' has no mailboxes; it was created without";
      sink.answer(ticket, Refusal.of(ErrorCode.INVALID_ARGUMENT, sentence));
      return null;
    }
    return partition;
  }

  void removePartition(int id) {
    partitions.remove(id);
    ofWork.remove(id);
  }

  /** Refuses who believes in another epoch; null: it is the present one, or any will do. */
  @Nullable Refusal refuseEpoch(long asked) {
    long epoch = state.epoch();
    if (asked == 0 || asked == epoch) {
      return null;
    }
    return Refusal.of(
        asked < epoch ? ErrorCode.STALE_EPOCH : ErrorCode.NOT_ACTIVE,
        "the request speaks of epoch " + asked + ", this is epoch " + epoch);
  }

  /** The topic, created if that is what the node does on its own; null when it does not exist. */
  @Nullable ActivePartition topicOrAutoCreate(String name, Now now, Sink sink) {
    ActivePartition known = knownTopic(name);
    return known != null || !limits.autoCreateTopics() ? topic(name) : create(name, now, sink);
  }

  /**
   * A topic that exists, or the dead-letter topic of one that does. A dead-letter topic exists,
   * empty, before its first letter.
   */
  @Nullable ActivePartition topicToRead(String name, Now now, Sink sink) {
    ActivePartition known = knownTopic(name);
    String origin = LetterRule.originOf(name);
    ActivePartition of = origin == null ? null : topic(origin);
    boolean isOfLetters = of != null && of.workPlace() == null;
    return known != null || !isOfLetters ? topic(name) : create(name, now, sink);
  }

  /** Creates a topic; null if there is no room for it or the name is invalid. */
  private @Nullable ActivePartition create(String name, Now now, Sink sink) {
    boolean mayCreate =
        mayBeNamed(name)
            && noRoomBecause == null
            && state.partitions().size() < limits.maxTopics()
            && sink.hasRoomFor(ROOM_FOR_RECORD);
    return mayCreate ? createTopic(limits.defaultSpec(name), now, sink) : null;
  }

  /** Whether the name follows the rule and leaves room for that of a dead-letter topic. */
  static boolean mayBeNamed(String name) {
    return NameRule.permits(name)
        && (LetterRule.isLetters(name) || DeadLetters.isPossibleFor(name));
  }

  /** Why {@link #topicOrAutoCreate} did not return one. */
  Refusal whyNoTopic(String name) {
    String noRoom = noRoomBecause;
    if (!limits.autoCreateTopics() || knownTopic(name) != null) {
      return noTopic(name);
    }
    if (!mayBeNamed(name)) {
      return badName(name);
    }
    if (state.partitions().size() >= limits.maxTopics()) {
      return tooManyTopics();
    }
    return diskFull(noRoom == null ? "the disk has no room for the topic's record" : noRoom);
  }

  /** For a name that no topic may have. */
  static Refusal badName(String name) {
    String problem = NameRule.problem(name);
    String sentence =
        "the name of a topic has "
            + (NameRule.MAX_LENGTH - LetterRule.SUFFIX.length())
            + " characters at most, not "
            + name.length()
            + ", because its dead letters go to NAME"
            + LetterRule.SUFFIX;
    return Refusal.of(ErrorCode.NAME_INVALID, problem == null ? sentence : problem);
  }

  Refusal tooManyTopics() {
    return Refusal.of(
        ErrorCode.TOO_MANY_TOPICS, "there are " + limits.maxTopics() + " topics already");
  }

  ActivePartition createTopic(TopicSpec spec, Now now, Sink sink) {
    int id = state.nextPartition();
    scribe.write(new TopicCreated(id, spec), null, now, sink);
    PartitionState created = state.partition(id);
    if (created == null) {
      throw new IllegalStateException("topic " + spec.name() + " was not created");
    }
    return addPartition(created);
  }

  Refusal noTopic(String name) {
    String sentence =
        knownTopic(name) == null
            ? "no topic is called '" + name + "'"
            : "topic '" + name + "' is in one pair, and this is another";
    return Refusal.of(ErrorCode.TOPIC_NOT_FOUND, sentence);
  }

  /** For messages of a topic that has requests instead. */
  static Refusal noMessages(String topic) {
    return Refusal.of(
        ErrorCode.TOPIC_KIND, "topic '" + topic + "' is one of work, and has no messages");
  }

  /** For channels of a topic of mailboxes that has none. */
  Refusal noChannels(String topic) {
    return Refusal.of(
        ErrorCode.NO_CHANNELS, "topic '" + topic + "' was not created to be in one pair");
  }

  Refusal noGroup(String topic, String group) {
    return Refusal.of(
        ErrorCode.GROUP_NOT_FOUND, "topic '" + topic + "' has no group '" + group + "'");
  }

  /** Why nothing new is stored; null when there is room. */
  @Nullable String noRoomBecause() {
    return noRoomBecause;
  }

  public void roomIs(boolean hasRoom, String reason) {
    noRoomBecause = hasRoom ? null : reason;
  }

  Refusal diskFull(String reason) {
    return new Refusal(ErrorCode.DISK_FULL, reason, "", 1_000);
  }

  /** Who waits for messages. */
  ParkedRequests parked() {
    return parked;
  }

  /** The consumers of all groups. */
  BySession<Holder> holders() {
    return holders;
  }

  public int parkedPulls() {
    return parked.pullCount();
  }

  void countRedelivered(List<Handout> handouts) {
    for (Handout handout : handouts) {
      if (handout.position() >= begunAt) {
        continue; // It comes again for another reason.
      }
      for (Selection selection : handout.selections()) {
        redelivered += selection.attempt() > 1 ? selection.count() : 0;
      }
    }
  }

  /**
   * How often a message from before this began was handed to a group that may have seen it. One
   * that is not acknowledged counts each time.
   */
  public long redelivered() {
    return redelivered;
  }

  /** Messages were settled for good. */
  void countSettled(long first, long last) {
    settled += last - first + 1;
  }

  /** Messages that were settled for good since this began. */
  public long settled() {
    return settled;
  }
}

package io.feige.dist.salvage;

import io.feige.broker.core.record.JournalRecord;
import io.feige.broker.core.record.RecordCodec;
import io.feige.broker.journal.salvage.SalvageHeader;
import io.feige.broker.journal.salvage.SalvageStore;
import io.feige.dist.cli.CliException;
import io.feige.dist.cli.ExitCode;
import io.feige.protocol.batch.BatchHead;
import io.feige.protocol.batch.SequenceTime;
import io.feige.protocol.command.Answer;
import io.feige.protocol.command.Published;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.error.RetryClass;
import io.feige.protocol.frame.FrameKind;
import io.feige.protocol.frame.StoredFrame;
import io.feige.protocol.model.TopicDescription;
import io.feige.protocol.model.TopicSpec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * Publishes the messages of a salvage file to their pair, each batch that the pair does not have
 * once, however often this runs and wherever it was interrupted.
 *
 * <p>The salvage and the pair's present journal are the same below the cut, so what the pair has of
 * the salvage stands at or above the offsets that it had there. These are read first, and batches
 * found under one of their names ({@link SalvagedBatch}) are left out. The others go out under
 * their own name, so that a publisher that is about to send one again at this moment is told that
 * it is stored; only where the pair cannot know the batch under that name any more they go out
 * under the others. The first batch that is not confirmed ends the run, because a later one would
 * make the pair take it for a duplicate.
 *
 * <p>Not published again: what waited and was due (it waits in the pair, too, or is published as
 * waiting), what the salvage says was cancelled while it waited, and dead letters (their origin is
 * not settled in the pair and will die again).
 */
final class Replay {
  private static final int MOST_ATTEMPTS = 20;
  private static final long LEAST_PAUSE_MILLIS = 50;

  private final PairPort pair;
  private final SalvageStore store;
  private final String file;
  private final SalvageHeader header;
  private final Map<Integer, TopicSpec> created = new HashMap<>();
  private final Map<Integer, Long> firstOffsets = new HashMap<>();
  private final Map<Integer, Set<SalvagedBatch.Name>> wanted = new HashMap<>();
  private final Map<Integer, Set<SalvagedBatch.Name>> stored = new HashMap<>();
  private final Map<Long, BitSet> cancelled = new HashMap<>();
  private final Map<Long, Long> batchesOf = new HashMap<>();
  private final Tally tally = new Tally();

  Replay(PairPort pair, SalvageStore store, String file) throws IOException {
    this.pair = pair;
    this.store = store;
    this.file = file;
    this.header = store.header(file);
  }

  /** What was done so far. */
  static final class Tally {
    long published;
    long alreadyStored;
    long settlements;
    boolean mayRepeat;
  }

  Tally run() throws IOException {
    store.frames(file, this::look);
    for (Integer partition : wanted.keySet()) {
      findStored(partition);
    }
    batchesOf.clear();
    try {
      store.frames(file, this::replay);
    } catch (UncheckedIOException lost) {
      throw new CliException(
          ExitCode.UNKNOWN,
          "the connection was lost ("
              + lost.getMessage()
              + "). Run it again: what is stored by now is not stored twice.",
          lost);
    }
    return tally;
  }

  private static boolean isReplayed(StoredFrame frame) {
    FrameKind kind = frame.kind();
    boolean hasBatch = kind == FrameKind.DELAYED || kind == FrameKind.MESSAGES;
    return hasBatch && frame.flags() == 0;
  }

  private void look(StoredFrame frame) {
    int partition = frame.partition();
    if (isReplayed(frame)) {
      SalvagedBatch batch = batch(frame);
      Set<SalvagedBatch.Name> names = wanted.computeIfAbsent(partition, any -> new HashSet<>());
      names.add(batch.own());
      names.add(batch.second());
      names.add(batch.last());
    } else if (frame.kind() == FrameKind.CANCEL
        && RecordCodec.read(frame) instanceof JournalRecord.DelayedCancelled cancel) {
      noteCancelled(cancel);
    } else if (frame.kind() == FrameKind.SETTLE) {
      tally.settlements++;
    } else if (frame.kind() == FrameKind.TOPIC
        && RecordCodec.read(frame) instanceof JournalRecord.TopicCreated topic) {
      created.put(partition, topic.spec());
    }
    if (frame.kind() == FrameKind.MESSAGES && !frame.hasFlag(FrameKind.FLAG_CARRIED)) {
      firstOffsets.putIfAbsent(partition, frame.baseOffset());
    }
  }

  /** The batch of a frame; to be called once for each, in their order. */
  private SalvagedBatch batch(StoredFrame frame) {
    long before = batchesOf.merge(frame.batch().producerId(), 1L, Long::sum) - 1;
    return SalvagedBatch.of(header, frame, before);
  }

  private void noteCancelled(JournalRecord.DelayedCancelled cancel) {
    BitSet messages = cancelled.computeIfAbsent(cancel.id(), any -> new BitSet());
    messages.set(cancel.index());
    if (cancel.left() == 0) {
      messages.set(0, BatchHead.MAX_RECORDS);
    }
  }

  private void findStored(int partition) throws IOException {
    String name = topicName(partition);
    TopicDescription topic = topic(partition, name);
    // Under another number it is another topic of the same name: any of its offsets may be meant.
    boolean isSame = topic.partition() == partition && !created.containsKey(partition);
    long first = isSame ? firstOffsets.getOrDefault(partition, topic.endOffset()) : 0;
    tally.mayRepeat |= topic.startOffset() > first;
    Set<SalvagedBatch.Name> names = wanted.getOrDefault(partition, Set.of());
    Set<SalvagedBatch.Name> found = stored.computeIfAbsent(partition, any -> new HashSet<>());
    pair.frames(
        name,
        Math.max(first, topic.startOffset()),
        frame -> {
          long producer = frame.batch().producerId();
          long sequence = frame.batch().sequence();
          LongStream.of(sequence, SequenceTime.count(sequence))
              .mapToObj(number -> new SalvagedBatch.Name(producer, number))
              .filter(present -> present.isIdempotent() && names.contains(present))
              .forEach(found::add);
        });
  }

  private String topicName(int partition) {
    TopicSpec spec = created.get(partition);
    String known = header.topics().getOrDefault(partition, spec == null ? "" : spec.name());
    if (known.isEmpty()) {
      throw new CliException(
          ExitCode.FAILED,
          "the salvage file does not say which topic its partition " + partition + " belonged to.");
    }
    return known;
  }

  private TopicDescription topic(int partition, String name) throws IOException {
    Optional<TopicDescription> topic = pair.topic(name);
    if (topic.isPresent()) {
      return topic.get();
    }
    TopicSpec spec = created.get(partition);
    if (spec != null) {
      return pair.create(spec);
    }
    throw new CliException(
        ExitCode.REFUSED,
        "topic "
            + name
            + " does not exist any more; make it with 'feige topic create "
            + name
            + "'.");
  }

  private void replay(StoredFrame frame) {
    if (!isReplayed(frame)) {
      return;
    }
    SalvagedBatch batch =
        batch(frame).without(cancelled.getOrDefault(frame.position(), new BitSet()));
    if (batch == null) {
      return;
    }
    Set<SalvagedBatch.Name> found = stored.getOrDefault(frame.partition(), Set.of());
    if (Stream.of(batch.own(), batch.second(), batch.last()).anyMatch(found::contains)) {
      tally.alreadyStored += batch.records();
      return;
    }
    try {
      publish(topicName(frame.partition()), batch);
    } catch (IOException lost) {
      throw new UncheckedIOException(lost);
    }
  }

  private void publish(String topic, SalvagedBatch batch) throws IOException {
    if (batch.own().isIdempotent()) {
      // Nothing is said about what stands below: that is the publisher's to say, if it still lives.
      Answer answer = send(topic, 0, batch.bytes());
      if (answer instanceof Published receipt && isKnown(receipt)) {
        count(receipt, batch);
        return;
      }
      if (answer instanceof Refusal refusal && !isAboutTheName(refusal)) {
        throw WireConnection.refused(refusal);
      }
    }
    Answer answer = send(topic, batch.second().sequence(), batch.under(batch.second()));
    if (answer instanceof Refusal refusal && refusal.code() == ErrorCode.PRODUCER_UNKNOWN) {
      answer = sendUnderLastName(topic, batch, Long.parseLong(refusal.hint()));
    }
    if (answer instanceof Refusal refusal) {
      throw WireConnection.refused(refusal);
    }
    count((Published) answer, batch);
  }

  /** Under this name the pair does not say what an earlier replay published and still waits. */
  private Answer sendUnderLastName(String topic, SalvagedBatch batch, long seconds)
      throws IOException {
    tally.mayRepeat |= BatchHead.at(batch.bytes(), 0).deliverAtMillis() > 0;
    SalvagedBatch.Name name = batch.lastBegunAt(seconds);
    Answer answer = send(topic, name.sequence(), batch.under(name));
    if (answer instanceof Published receipt && !isKnown(receipt)) {
      throw new CliException(
          ExitCode.UNKNOWN, "another replay runs, or ran just now. Run this one again after it.");
    }
    return answer;
  }

  /** Whether the pair may take the batch under another name. */
  private static boolean isAboutTheName(Refusal refusal) {
    return refusal.code() == ErrorCode.SEQUENCE_GAP || refusal.code() == ErrorCode.PRODUCER_UNKNOWN;
  }

  /** Whether the pair speaks of this batch, and not only of a later one of its producer. */
  private static boolean isKnown(Published receipt) {
    return !receipt.duplicate() || receipt.storedAtMillis() > 0;
  }

  private void count(Published receipt, SalvagedBatch batch) {
    if (receipt.duplicate()) {
      tally.alreadyStored += batch.records();
    } else {
      tally.published += batch.records();
    }
  }

  private Answer send(String topic, long resolvedBelow, ByteBuffer bytes) throws IOException {
    Answer answer = pair.publish(topic, resolvedBelow, bytes);
    for (int attempt = 1; attempt < MOST_ATTEMPTS && isForNow(answer); attempt++) {
      long pause = Math.max(LEAST_PAUSE_MILLIS, ((Refusal) answer).retryAfterMillis());
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(pause));
      answer = pair.publish(topic, resolvedBelow, bytes);
    }
    return answer;
  }

  private static boolean isForNow(Answer answer) {
    return answer instanceof Refusal refusal
        && !isAboutTheName(refusal)
        && refusal.code().retryClass() == RetryClass.BACKOFF;
  }
}

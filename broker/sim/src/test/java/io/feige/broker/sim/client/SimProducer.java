package io.feige.broker.sim.client;

import io.feige.broker.sim.net.Line;
import io.feige.broker.sim.node.SimNode;
import io.feige.broker.sim.world.Chance;
import io.feige.broker.sim.world.Timeline;
import io.feige.broker.sim.world.Violation;
import io.feige.protocol.batch.BatchHead;
import io.feige.protocol.batch.BatchStamp;
import io.feige.protocol.batch.BatchWriter;
import io.feige.protocol.batch.Compressor;
import io.feige.protocol.batch.SequenceTime;
import io.feige.protocol.command.Answer;
import io.feige.protocol.command.CancelDelayed;
import io.feige.protocol.command.Published;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.command.Request;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.model.Durability;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Publishes batches: several in flight, the same bytes again when the outcome is unknown, sometimes
 * out of order, sometimes once more for no reason, sometimes giving one up.
 */
public final class SimProducer extends SimClient {
  /** The topic that is deleted and made anew. */
  public static final String SCRATCH = "scratch";

  private static final int MAX_BATCH_BYTES = 6_000;
  private static final Set<ErrorCode> PASSING =
      EnumSet.of(
          ErrorCode.BUSY,
          ErrorCode.SEQUENCE_GAP,
          ErrorCode.PRODUCER_UNKNOWN,
          ErrorCode.DISK_FULL,
          ErrorCode.TOO_MANY_DELAYED,
          ErrorCode.DELAYED_NOT_FOUND,
          ErrorCode.TOPIC_NOT_FOUND);

  private static final class Batch {
    final long sequence;
    final ByteBuffer bytes;
    final Durability durability;
    boolean isInFlight;
    boolean mayBeStored;
    @Nullable Published receipt;

    Batch(long sequence, ByteBuffer bytes, Durability durability) {
      this.sequence = sequence;
      this.bytes = bytes;
      this.durability = durability;
    }
  }

  private final ProducerPlan plan;
  private long producerId;
  private final BatchWriter writer = BatchWriter.withLimit(MAX_BATCH_BYTES);
  private final TreeMap<Long, Batch> open = new TreeMap<>();
  private final Map<Integer, Batch> inFlight = new HashMap<>();
  private final List<Batch> safe = new ArrayList<>();
  private final Set<Integer> cancels = new HashSet<>();
  private long nextSequence;
  private long beginAtSecond = -1;
  private int batches;
  private boolean resendIsPlanned;

  public SimProducer(String name, ProducerPlan plan, Stage stage, Chance chance) {
    super(name, stage, chance);
    this.plan = plan;
    this.producerId = plan.isIdempotent() ? chance.id() : 0;
    after(plan.pauseNanos(), this::tick);
  }

  /** Whether every batch has an outcome. */
  public boolean isDone() {
    return open.isEmpty() && inFlight.isEmpty();
  }

  private void tick() {
    if (stage().isDraining() || batches >= plan.batches()) {
      return;
    }
    Line line = line();
    if (line != null && open.size() < plan.window()) {
      Batch batch = pack();
      if (misbehaves(4)) {
        Batch after = pack();
        send(line, after);
      }
      send(line, batch);
      if (!safe.isEmpty() && misbehaves(4)) {
        repeat(line, chance().of(safe));
      }
      if (misbehaves(1)) {
        cut();
      }
    }
    after(chance().between(0L, 2 * plan.pauseNanos()), this::tick);
  }

  /** Takes back some of what waits, at any time until it is due, and now and then twice. */
  private void cancelSomeOf(Batch batch, Published published) {
    boolean waits =
        published.offset() == Published.OFFSET_UNKNOWN
            && published.position() > 0
            && batch.durability != Durability.QUEUED;
    if (!waits || !misbehaves(60)) {
      return;
    }
    int records = BatchHead.at(batch.bytes, 0).recordCount();
    for (int left = chance().between(1, records + 1); left > 0; left--) {
      int index = chance().between(0, records - 1);
      after(
          chance().between(0L, 1_500 * Timeline.MILLI),
          () -> {
            Line line = line();
            if (line != null) {
              Request cancel = new CancelDelayed(plan.topic(), published.position(), index);
              cancels.add(line.send(cancel));
            }
          });
    }
  }

  private Batch pack() {
    int records = chance().percent(80) ? chance().between(1, 4) : chance().between(1, 12);
    long wallMillis = SimNode.WALL_MILLIS + stage().timeline().millis();
    for (int i = 0; i < records; i++) {
      addRecord(wallMillis);
    }
    long deliverAt =
        chance().percent(plan.delayedPercent()) ? wallMillis + chance().between(1, 2_000) : 0;
    batches++;
    long sequence = nextSequence();
    ByteBuffer bytes =
        writer.finish(new BatchStamp(producerId, sequence, deliverAt), Compressor.NONE);
    boolean isQueued = chance().percent(plan.queuedPercent());
    Durability durability =
        isQueued
            ? Durability.QUEUED
            : chance().percent(50) ? Durability.LOCAL : Durability.REPLICATED;
    Batch batch = new Batch(sequence, bytes, durability);
    open.put(sequence, batch);
    return batch;
  }

  /** Mostly by the clock where nothing is under way, as it should be. */
  private long nextSequence() {
    if (open.isEmpty() && chance().percent(90)) {
      long seconds = (SimNode.WALL_MILLIS + stage().timeline().millis()) / 1000;
      nextSequence = Math.max(nextSequence, SequenceTime.first(seconds));
    }
    return nextSequence++;
  }

  /** Becomes another producer, because the node does not know this one. */
  private void beginAnew() {
    List<Batch> again = List.copyOf(open.values());
    open.clear();
    producerId = chance().id();
    nextSequence = SequenceTime.first(beginAtSecond);
    beginAtSecond = -1;
    for (Batch batch : again) {
      if (!batch.mayBeStored) {
        ByteBuffer renamed = BatchHead.renamed(batch.bytes, producerId, nextSequence);
        open.put(nextSequence, new Batch(nextSequence, renamed, batch.durability));
        nextSequence++;
      }
    }
  }

  private void addRecord(long wallMillis) {
    int key = chance().between(0, plan.keys());
    byte[] keyBytes = key == 0 ? null : ("key-" + key).getBytes(StandardCharsets.UTF_8);
    int length =
        chance().percent(2)
            ? chance().between(1_000, 5_000)
            : chance().between(1, plan.recordBytes());
    long expiry =
        chance().percent(plan.expiringPercent()) ? wallMillis + chance().between(1, 2_000) : 0;
    boolean added = writer.add(keyBytes, List.of(), chance().bytes(length), wallMillis, expiry);
    Violation.unless(added || !writer.isEmpty(), "a record fits into no batch");
  }

  private void send(Line line, Batch batch) {
    batch.isInFlight = true;
    int correlation =
        line.publish(
            plan.topic(),
            batch.durability,
            open.isEmpty() ? nextSequence : open.firstKey(),
            batch.bytes);
    inFlight.put(correlation, batch);
    stage().trace().note(name() + " sends batch %d of producer %d", batch.sequence, producerId);
  }

  private void repeat(Line line, Batch batch) {
    inFlight.put(line.publish(plan.topic(), batch.durability, batch.sequence, batch.bytes), batch);
  }

  @Override
  void connected() {
    resend();
  }

  private void resend() {
    resendIsPlanned = false;
    Line line = line();
    if (line != null) {
      if (beginAtSecond >= 0 && inFlight.isEmpty()) {
        beginAnew();
      }
      open.values().stream()
          .filter(batch -> !batch.isInFlight)
          .toList()
          .forEach(batch -> send(line, batch));
    }
  }

  @Override
  void lost() {
    inFlight.clear();
    cancels.clear();
    for (Batch batch : open.values()) {
      batch.mayBeStored |= batch.isInFlight;
      batch.isInFlight = false;
    }
    if (producerId == 0) {
      open.clear();
    } else {
      open.values().removeIf(_ -> misbehaves(10));
    }
  }

  @Override
  public void answered(int correlation, Answer answer) {
    expect(answer, PASSING);
    if (cancels.remove(correlation)) {
      return;
    }
    Batch batch = inFlight.remove(correlation);
    if (batch == null) {
      throw new Violation(name() + " gets an answer to nothing: " + answer);
    }
    batch.isInFlight = false;
    if (answer instanceof Published published) {
      taken(batch, published);
    } else if (open.containsValue(batch)) {
      Refusal refusal = (Refusal) answer;
      if (refusal.code() == ErrorCode.PRODUCER_UNKNOWN) {
        beginAtSecond = Long.parseLong(refusal.hint());
      }
      refused(batch);
    }
  }

  private void taken(Batch batch, Published published) {
    Published first = batch.receipt;
    if (first != null && batch.durability != Durability.QUEUED) {
      Violation.unless(
          published.duplicate()
              && (published.offset() == first.offset()
                  || published.offset() == Published.OFFSET_UNKNOWN),
          "%s: batch %d was taken as %s and then as %s",
          name(),
          batch.sequence,
          first,
          published);
    }
    if (open.remove(batch.sequence) != null) {
      batch.receipt = published;
      cancelSomeOf(batch, published);
      if (producerId != 0 && batch.durability != Durability.QUEUED && !isOnScratch()) {
        safe.add(batch);
      }
    }
  }

  /** Of a topic that is made anew nobody knows what had been taken. */
  private boolean isOnScratch() {
    return plan.topic().equals(SCRATCH);
  }

  private void refused(Batch batch) {
    if (producerId == 0 || (stage().isDraining() && isOnScratch())) {
      open.remove(batch.sequence);
    } else if (!resendIsPlanned) {
      resendIsPlanned = true;
      after(chance().between(Timeline.MILLI, 40 * Timeline.MILLI), this::resend);
    }
  }
}

package io.feige.broker.sim.cluster.client;

import io.feige.broker.sim.cluster.wire.ClientDoor;
import io.feige.broker.sim.cluster.wire.World;
import io.feige.broker.sim.world.Timeline;
import io.feige.broker.sim.world.Violation;
import io.feige.protocol.batch.BatchHead;
import io.feige.protocol.batch.BatchStamp;
import io.feige.protocol.batch.BatchWriter;
import io.feige.protocol.batch.Compressor;
import io.feige.protocol.batch.OnceName;
import io.feige.protocol.batch.SequenceTime;
import io.feige.protocol.cluster.PairState;
import io.feige.protocol.command.Answer;
import io.feige.protocol.command.CancelDelayed;
import io.feige.protocol.command.Published;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.error.RetryClass;
import io.feige.protocol.model.Durability;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Publishes batches to one pair: several in flight, the same bytes again as long as the outcome is
 * unknown.
 */
public final class PairProducer extends PairClient {
  private static final int MAX_BATCH_BYTES = 6_000;
  private static final int CANCEL_BYTES = 60;
  private static final int KEYED_PERCENT = 10;

  /**
   * How it behaves.
   *
   * @param window batches without an outcome at most
   * @param delayedPercent batches that wait for their time
   */
  public record Plan(
      String topic, int window, long pauseNanos, int recordBytes, int delayedPercent) {}

  private static final class Batch {
    final long number;
    final long sequence;
    final ByteBuffer bytes;
    boolean isInFlight;
    boolean mayBeStored;
    @Nullable Published receipt;

    Batch(long number, long sequence, ByteBuffer bytes) {
      this.number = number;
      this.sequence = sequence;
      this.bytes = bytes;
    }

    boolean hasKey() {
      return OnceName.isOne(sequence);
    }
  }

  private final Plan plan;
  private final boolean keysAreForgotten;
  private long producerId;
  private final BatchWriter writer = BatchWriter.withLimit(MAX_BATCH_BYTES);
  private final TreeMap<Long, Batch> open = new TreeMap<>();
  private final Map<Integer, Batch> inFlight = new HashMap<>();
  private final Set<Integer> cancels = new HashSet<>();
  private @Nullable Batch lastTaken;
  private long batches;
  private long nextSequence;
  private long beginAtSecond = -1;
  private boolean resendIsPlanned;

  /**
   * Of a pair.
   *
   * @param keysAreForgotten whether a batch with a key may be stored again when it is repeated
   */
  public PairProducer(
      String name, Plan plan, PairState route, World world, boolean keysAreForgotten) {
    super(name, route, world);
    this.plan = plan;
    this.keysAreForgotten = keysAreForgotten;
    this.producerId = chance().id();
    after(plan.pauseNanos(), this::tick);
  }

  /** Whether every batch has an outcome. */
  public boolean isDone() {
    return open.isEmpty();
  }

  private void tick() {
    if (isDraining()) {
      return;
    }
    if (open.size() < plan.window()) {
      Batch batch = pack();
      send(batch);
      Batch again = lastTaken;
      if (again != null && misbehaves(2)) {
        send(again);
      }
      if (misbehaves(1)) {
        cut();
      }
    }
    after(chance().between(0L, 2 * plan.pauseNanos()), this::tick);
  }

  /** Some under a key of their own. */
  private Batch pack() {
    long now = world().wallMillis();
    for (int left = chance().between(1, 3); left > 0; left--) {
      byte[] body = chance().bytes(chance().between(1, plan.recordBytes()));
      boolean added = writer.add(null, List.of(), body, now, 0);
      Violation.unless(added || !writer.isEmpty(), "a record fits into no batch");
    }
    long deliverAt = chance().percent(plan.delayedPercent()) ? now + chance().between(1, 1_500) : 0;
    if (chance().percent(KEYED_PERCENT)) {
      return packed(new BatchStamp(chance().id(), OnceName.SEQUENCE, deliverAt));
    }
    long present = SequenceTime.first(now / 1000);
    if (open.isEmpty() && present > nextSequence && chance().percent(90)) {
      nextSequence = present;
      lastTaken = null; // Behind a gap its receipt is forgotten.
    }
    return packed(new BatchStamp(producerId, nextSequence++, deliverAt));
  }

  private Batch packed(BatchStamp stamp) {
    Batch batch = new Batch(++batches, stamp.sequence(), writer.finish(stamp, Compressor.NONE));
    open.put(batch.number, batch);
    return batch;
  }

  /** The first sequence without an outcome. */
  private long resolvedBelow() {
    return open.values().stream()
        .filter(batch -> !batch.hasKey())
        .mapToLong(batch -> batch.sequence)
        .findFirst()
        .orElse(nextSequence);
  }

  private void send(Batch batch) {
    ClientDoor.Batch content =
        new ClientDoor.Batch(
            plan.topic(), spokenEpoch(), Durability.REPLICATED, resolvedBelow(), batch.bytes);
    int correlation =
        send(batch.bytes.remaining(), (door, number) -> door.publish(number, content));
    if (correlation != 0) {
      batch.isInFlight = true;
      inFlight.put(correlation, batch);
    }
  }

  @Override
  long longestWaitNanos() {
    return 0;
  }

  @Override
  boolean awaitsAnything() {
    return !inFlight.isEmpty() || !cancels.isEmpty();
  }

  @Override
  void connected() {
    resend();
  }

  private void resend() {
    resendIsPlanned = false;
    if (beginAtSecond >= 0 && inFlight.isEmpty()) {
      beginAnew();
    }
    List.copyOf(open.values()).stream().filter(batch -> !batch.isInFlight).forEach(this::send);
  }

  /** Becomes another producer, because the pair does not know this one. */
  private void beginAnew() {
    List<Batch> again = List.copyOf(open.values());
    open.clear();
    lastTaken = null;
    producerId = chance().id();
    nextSequence = SequenceTime.first(beginAtSecond);
    beginAtSecond = -1;
    for (Batch batch : again) {
      if (batch.hasKey()) {
        open.put(batch.number, batch);
      } else if (!batch.mayBeStored) {
        ByteBuffer renamed = BatchHead.renamed(batch.bytes, producerId, nextSequence);
        open.put(batch.number, new Batch(batch.number, nextSequence++, renamed));
      }
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
  }

  @Override
  void took(int correlation, Answer answer) {
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
      return;
    }
    Refusal refusal = (Refusal) answer;
    boolean isUnknown = refusal.code() == ErrorCode.PRODUCER_UNKNOWN;
    Violation.unless(!isUnknown || !batch.hasKey(), "%s: a key is taken for a producer", name());
    if (isUnknown && open.containsValue(batch)) {
      beginAtSecond = Long.parseLong(refusal.hint());
    }
    batch.mayBeStored |= refusal.code().retryClass() == RetryClass.OUTCOME_UNKNOWN;
    if (!resendIsPlanned) {
      resendIsPlanned = true;
      after(chance().between(3 * Timeline.MILLI, 60 * Timeline.MILLI), this::resend);
    }
  }

  private void taken(Batch batch, Published published) {
    Published first = batch.receipt;
    Violation.unless(
        first == null
            || (batch.hasKey() && keysAreForgotten)
            || (published.offset() == first.offset() && published.position() == first.position()),
        "%s: batch %d was taken as %s and then as %s",
        name(),
        batch.sequence,
        first,
        published);
    batch.receipt = published;
    if (open.remove(batch.number) != null) {
      lastTaken = batch;
      if (published.offset() == Published.OFFSET_UNKNOWN && misbehaves(60)) {
        cancelSomeOf(batch, published.position());
      }
    }
  }

  /** Takes back some of what waits, at any time until it is due, and now and then twice. */
  private void cancelSomeOf(Batch batch, long id) {
    int records = BatchHead.at(batch.bytes, 0).recordCount();
    for (int left = chance().between(1, records + 1); left > 0; left--) {
      CancelDelayed cancel = new CancelDelayed(plan.topic(), id, chance().between(0, records - 1));
      after(chance().between(0L, 1_200 * Timeline.MILLI), () -> send(cancel));
    }
  }

  private void send(CancelDelayed cancel) {
    int correlation = send(CANCEL_BYTES, (door, number) -> door.ask(number, cancel));
    if (correlation != 0) {
      cancels.add(correlation);
    }
  }
}

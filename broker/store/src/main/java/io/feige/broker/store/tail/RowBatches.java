package io.feige.broker.store.tail;

import io.feige.broker.store.row.DeliveryRow;
import io.feige.broker.store.row.LedgerRow;
import io.feige.broker.store.row.Names;
import io.feige.broker.store.row.Row;
import io.feige.broker.store.row.RowReader;
import io.feige.compression.Compressors;
import io.feige.protocol.frame.StoredFrame;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The rows of the confirmed frames, put together to batches in the journal's order. Deliveries have
 * batches of their own, because publishers wait for messages, and nobody for deliveries; unless the
 * tail is relied on, or a row of the small tables is among them. Owned by whoever has the tail's
 * turn, except where any thread is said.
 */
final class RowBatches {
  private static final int CHUNK_BYTES = 1 << 20;

  /** Rows that go together. */
  static final class Batch {
    private final List<Row> rows = new ArrayList<>();
    private final boolean hasMessages;
    private int bytes;
    private boolean isOrdered;
    private boolean isFollowed;
    private long firstMillis;
    private long begin;
    private long end;
    private long messagesEnd;

    private Batch(boolean hasMessages) {
      this.hasMessages = hasMessages;
    }

    private void add(Row row, long frameBegins, long millis) {
      if (rows.isEmpty()) {
        begin = frameBegins;
        firstMillis = millis;
      }
      rows.add(row);
      bytes += row.bytes();
      isOrdered |= row instanceof LedgerRow;
    }

    List<Row> rows() {
      return rows;
    }

    /** Whether it may have others than deliveries. */
    boolean hasMessages() {
      return hasMessages;
    }

    /** Whether it is written when all before it are, and before all behind it. */
    boolean isOrdered() {
      return isOrdered;
    }

    /** Whether others may be behind it already. */
    boolean isFollowed() {
      return isFollowed;
    }

    /** When its first row came into being, milliseconds since 1970. */
    long firstMillis() {
      return firstMillis;
    }

    /** Everything below it is stored when this batch and all before it are. */
    long end() {
      return end;
    }

    /** The same, of everything but deliveries. */
    long messagesEnd() {
      return messagesEnd;
    }
  }

  /** Frames that were asked for before somebody needs them. */
  private record Ahead(long position, CompletionStage<ByteBuffer> frames) {}

  private final TailSetup setup;
  private final CommittedFrames frames;
  private final TailListener listener;
  private final RowReader reader;
  private final AtomicLong rowsRead = new AtomicLong();
  private final ArrayDeque<Batch> full = new ArrayDeque<>();
  private ByteBuffer chunk = ByteBuffer.allocate(0);
  private Batch messages = new Batch(true);
  private Batch deliveries = new Batch(false);
  private volatile long position;
  private volatile long millis = System.currentTimeMillis();
  private volatile @Nullable Ahead ahead;

  /** Begins at a position, where a frame begins. */
  RowBatches(
      TailSetup setup, CommittedFrames frames, TailListener listener, Names names, long position) {
    this.setup = setup;
    this.frames = frames;
    this.listener = listener;
    this.reader = new RowReader(names, Compressors.DECOMPRESSOR, setup.maxPayloadBytes());
    this.position = position;
  }

  /** What the journal has let go of before it was stored is missing from now on. */
  static long passGap(CommittedFrames frames, TailListener listener, long position) {
    long start = frames.start();
    if (position >= start) {
      return position;
    }
    listener.missed(start - Math.max(0, position));
    return start;
  }

  /** Up to where all rows are in batches that were taken, when there is no next one. */
  long taken() {
    return deliveries.rows.isEmpty() ? position : deliveries.begin;
  }

  /** The same, of everything but deliveries. */
  long messagesTaken() {
    return position;
  }

  /** When the last frame that was read came into being, milliseconds since 1970. Any thread. */
  long millis() {
    return millis;
  }

  /** Rows read so far. Any thread. */
  long rowsRead() {
    return rowsRead.get();
  }

  /**
   * Whether a full batch waits in a journal that is confirmed up to there, probably. Any thread.
   */
  boolean isBatchAt(long committed) {
    return committed - position >= setup.settings().batchBytes();
  }

  /**
   * The next batch, full if what is confirmed suffices; null: there is none.
   *
   * @param isDue whether deliveries are to wait for others no longer
   */
  @Nullable Batch next(boolean isDue) throws InterruptedException, ExecutionException {
    while (full.isEmpty() && position < frames.committed()) {
      readFrame();
    }
    boolean isMoreToRead = !full.isEmpty();
    if (!isMoreToRead) {
      seal(messages, position);
    }
    if (isDue) {
      seal(deliveries, position);
    }
    Batch next = full.poll();
    if (next != null) {
      next.isFollowed = isMoreToRead || !full.isEmpty();
    }
    return next;
  }

  /**
   * Asks for the frames that follow, and has them there when somebody reads on. Any thread.
   *
   * @param then is run when they have come
   */
  void lookAhead(Runnable then) {
    long from = position;
    CompletionStage<ByteBuffer> asked = frames.read(from, CHUNK_BYTES);
    ahead = new Ahead(from, asked);
    asked.whenComplete((read, failure) -> then.run());
  }

  private void readFrame() throws InterruptedException, ExecutionException {
    if (!chunk.hasRemaining()) {
      position = passGap(frames, listener, position);
      chunk = following().toCompletableFuture().get();
      if (!chunk.hasRemaining()) {
        return;
      }
    }
    StoredFrame frame = StoredFrame.at(chunk, chunk.position());
    long begins = position;
    millis = frame.timeMillis();
    reader.read(frame, row -> add(row, begins));
    chunk.position(chunk.position() + frame.length());
    position = begins + frame.length();
    sealIfFull(messages, position);
    sealIfFull(deliveries, position);
  }

  private CompletionStage<ByteBuffer> following() {
    Ahead asked = ahead;
    ahead = null;
    return asked != null && asked.position == position
        ? asked.frames
        : frames.read(position, CHUNK_BYTES);
  }

  private void add(Row row, long frameBegins) {
    rowsRead.incrementAndGet();
    if (setup.isReliedOn()) {
      messages.add(row, frameBegins, millis);
      return;
    }
    if (row instanceof LedgerRow && !messages.isOrdered) {
      seal(frameBegins);
    }
    boolean isApart = row instanceof DeliveryRow && !messages.isOrdered;
    sealIfFull(isApart ? deliveries : messages, frameBegins);
    (isApart ? deliveries : messages).add(row, frameBegins, millis);
  }

  private void sealIfFull(Batch batch, long upTo) {
    if (batch.rows.size() >= setup.settings().batchRows()
        || batch.bytes >= setup.settings().batchBytes()) {
      seal(batch, upTo);
    }
  }

  /** Seals what is open. */
  private void seal(long upTo) {
    seal(messages, upTo);
    seal(deliveries, upTo);
  }

  /** Nothing is added to the batch any more; all rows below the position have been. */
  private void seal(Batch batch, long upTo) {
    if (batch.rows.isEmpty()) {
      return;
    }
    Batch other = batch.hasMessages ? deliveries : messages;
    batch.end = other.rows.isEmpty() ? upTo : Math.min(upTo, other.begin);
    batch.messagesEnd = batch.hasMessages ? upTo : batch.end;
    full.add(batch);
    if (batch.hasMessages) {
      messages = new Batch(true);
    } else {
      deliveries = new Batch(false);
    }
  }
}

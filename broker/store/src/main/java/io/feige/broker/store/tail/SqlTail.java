package io.feige.broker.store.tail;

import io.feige.broker.store.jdbc.BatchWriter;
import io.feige.broker.store.jdbc.Database;
import io.feige.broker.store.jdbc.Days;
import io.feige.broker.store.jdbc.FencedException;
import io.feige.broker.store.jdbc.PairRows;
import io.feige.broker.store.row.LedgerRow;
import io.feige.broker.store.row.Names;
import io.feige.broker.store.row.Row;
import io.feige.broker.store.row.RowReader;
import io.feige.compression.Compressors;
import io.feige.protocol.frame.StoredFrame;
import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows the confirmed part of a pair's journal into the database, as long as this node is the
 * active one of an epoch. The journal is the queue: what the database does not take stays there.
 *
 * <p>One thread reads frames and gathers rows; each batch is written by a thread of its own, so
 * many at a time as there are workers. It reads what there is once in an interval, or at once when
 * a full batch or somebody waits. While all workers are busy the next batch grows. The checkpoint
 * says up to where everything is stored, whatever the order in which batches are done; what lies
 * beyond it is written again after a failure, and its rows are there already.
 *
 * <p>Where the other member relies on the rows alone, there is one worker, and a frame's rows are
 * never parted: then a batch may be larger by a frame.
 *
 * <p>Whatever is wrong with the database is tried again, with pauses, until the tail is closed. It
 * ends by itself only when a higher epoch writes. Rows that the database refuses for what they hold
 * are not waited for: stubs of them are written, and the listener is told.
 */
public final class SqlTail implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SqlTail.class);
  private static final int CHUNK_BYTES = 1 << 20;
  private static final long FIRST_PAUSE_MILLIS = 50;
  private static final long LONGEST_PAUSE_MILLIS = 5_000;
  private static final long DAYS_NANOS = 3_600_000_000_000L;

  private final TailSetup setup;
  private final CommittedFrames frames;
  private final TailListener listener;
  private final BatchWriter writer;
  private final Signal news = new Signal();
  private final Workers workers;
  private final TailNotes notes;
  private final AtomicLong rowsRead = new AtomicLong();
  private final AtomicLong rowsStored = new AtomicLong();
  private final AtomicLong problemRows = new AtomicLong();
  private final Thread thread;
  private volatile boolean isClosed;
  private volatile long wanted;
  private volatile long readTo;
  private volatile long readMillis = System.currentTimeMillis();
  private volatile boolean waitsForWorker;
  private volatile long daysKeptNanos;
  private volatile String trouble = "";
  private volatile Progress progress = new Progress(0);
  private Batch gathered = new Batch();

  /** Rows that go together. */
  private static final class Batch {
    private final List<Row> rows = new ArrayList<>();
    private int bytes;
    private boolean isOrdered;
    private long firstMillis;

    void add(Row row, long millis) {
      if (rows.isEmpty()) {
        firstMillis = millis;
      }
      rows.add(row);
      bytes += row.bytes();
      isOrdered |= row instanceof LedgerRow;
    }
  }

  private SqlTail(TailSetup setup, CommittedFrames frames, TailListener listener) {
    this.setup = setup;
    this.frames = frames;
    this.listener = listener;
    this.notes = new TailNotes(setup, frames, listener);
    this.writer =
        new BatchWriter(setup.database(), setup.pair(), setup.epoch(), !setup.isReliedOn());
    String name = "feige-sql-" + setup.pair();
    this.workers = new Workers(setup.isReliedOn() ? 1 : setup.settings().workers(), name);
    this.thread = Thread.ofPlatform().daemon().name(name).unstarted(this::run);
  }

  /** Begins where the store's checkpoint is, as soon as the database can be reached. */
  public static SqlTail start(TailSetup setup, CommittedFrames frames, TailListener listener) {
    SqlTail tail = new SqlTail(setup, frames, listener);
    tail.thread.start();
    return tail;
  }

  /** More is confirmed. Any thread. */
  public void committed(long position) {
    if (wanted > progress.stored() || position - readTo >= setup.settings().batchBytes()) {
      news.give();
    }
  }

  /** Somebody waits until everything below the position is stored. Any thread. */
  public void want(long position) {
    if (position > wanted) {
      wanted = position;
    }
  }

  /** How far it is. Any thread. */
  public TailStatus status() {
    long stored = progress.stored();
    long lag = Math.max(0, frames.committed() - Math.max(stored, frames.start()));
    long since = Math.min(progress.oldestMillis(), readMillis);
    long age = lag == 0 ? 0 : Math.max(0, System.currentTimeMillis() - since);
    long rows = rowsStored.get();
    return new TailStatus(
        stored, lag, rowsRead.get() - rows, age, rows, problemRows.get(), trouble);
  }

  /** Ends it; transactions that are under way may still be committed. Does not wait. */
  @Override
  public void close() {
    isClosed = true;
    thread.interrupt();
  }

  private void run() {
    try {
      Names names = new Names();
      CommittedFrames.Origin origin = frames.introduce(names).toCompletableFuture().get();
      long position = persistently(() -> begin(names, origin));
      RowReader reader = new RowReader(names, Compressors.DECOMPRESSOR, setup.maxPayloadBytes());
      progress = new Progress(position);
      readTo = position;
      listener.stored(position);
      listener.checkpoint(position);
      while (!isClosed) {
        follow(reader);
        keepDaysIfDue();
        notes.look(progress);
        news.await(setup.settings().interval().toMillis());
      }
    } catch (InterruptedException | Interrupted e) {
      // Closed.
    } catch (FencedException | ExecutionException e) {
      end(e);
    } catch (RuntimeException e) {
      LOG.error("the SQL tail of {} has met a fault", setup.pair(), e);
      end(e);
    } finally {
      workers.close();
    }
  }

  private void end(Exception why) {
    if (!isClosed) {
      isClosed = true;
      trouble = String.valueOf(why.getMessage());
      listener.ended(trouble);
    }
  }

  /** Claims the epoch; returns where to go on. */
  private long begin(Names names, CommittedFrames.Origin origin)
      throws SQLException, FencedException {
    Database database = setup.database();
    if (setup.settings().migrates()) {
      database.migrate();
    } else {
      database.check();
    }
    try (Connection connection = database.connect()) {
      PairRows.claim(connection, setup.pair(), setup.epoch(), setup.node(), origin.bornMillis());
      keepDays(connection);
      long position = placeOf(connection, PairRows.checkpoint(connection, setup.pair()), origin);
      PairRows.readNames(connection, setup.pair(), position, names);
      return position;
    }
  }

  private long placeOf(
      Connection connection, PairRows.Checkpoint stored, CommittedFrames.Origin origin)
      throws SQLException, FencedException {
    if (stored.isNone()) {
      return frames.start() == 0 ? 0 : passGap(0);
    }
    long left = origin.endOf(stored.epoch());
    if (stored.position() <= left) {
      return passGap(stored.position());
    }
    LOG.warn(
        "{}: a promotion has left out the journal of epoch {} from {} on; rows of it stay until"
            + " others take their offsets",
        setup.pair(),
        stored.epoch(),
        left);
    PairRows.goBack(connection, setup.pair(), setup.epoch(), left);
    return passGap(left);
  }

  private void keepDays(Connection connection) throws SQLException {
    Days.keep(connection, LocalDate.now(ZoneOffset.UTC), setup.settings().retention());
    daysKeptNanos = System.nanoTime();
  }

  /** Now and then, beside the tail: changing a table may take its time. */
  private void keepDaysIfDue() {
    if (System.nanoTime() - daysKeptNanos > DAYS_NANOS) {
      daysKeptNanos = System.nanoTime();
      var _ =
          Thread.ofVirtual()
              .name("feige-sql-days")
              .start(() -> {
                try (Connection connection = setup.database().connect()) {
                  keepDays(connection);
                } catch (SQLException e) {
                  LOG.warn(
                      "{}: the days of the message store could not be looked after: {}",
                      setup.pair(),
                      e.getMessage());
                }
              });
    }
  }

  /** What the journal has let go of before it was stored is missing from now on. */
  private long passGap(long position) {
    long start = frames.start();
    if (position >= start) {
      return position;
    }
    listener.missed(start - Math.max(0, position));
    return start;
  }

  /** Reads all that is confirmed, and has it written as far as there are workers. */
  private void follow(RowReader reader) throws InterruptedException, ExecutionException {
    waitsForWorker = false;
    while (readTo < frames.committed() && !isClosed) {
      read(reader);
    }
    if (!gathered.rows.isEmpty()) {
      waitsForWorker = true;
      if (workers.hasFree()) {
        send(readTo);
      }
    } else if (progress.isIdle() && progress.stored() < readTo) {
      // What was read last made no rows, so there is nothing to write for it.
      listener.stored(progress.done(progress.begin(readTo, readMillis)));
    }
  }

  private void read(RowReader reader) throws InterruptedException, ExecutionException {
    long position = passGap(readTo);
    ByteBuffer chunk = frames.read(position, CHUNK_BYTES).toCompletableFuture().get();
    long next = position;
    for (int at = chunk.position(); at < chunk.limit(); ) {
      StoredFrame frame = StoredFrame.at(chunk, at);
      long begins = next;
      long millis = frame.timeMillis();
      reader.read(frame, row -> gather(row, begins, millis));
      next += frame.length();
      at += frame.length();
      readMillis = millis;
      if (setup.isReliedOn() && isFull()) {
        send(next);
      }
    }
    readTo = next;
    if (isFull()) {
      send(next);
    }
  }

  private void gather(Row row, long frameBegins, long millis) {
    try {
      boolean mustNotMix = row instanceof LedgerRow && !gathered.isOrdered;
      boolean mustGo = isFull() || (mustNotMix && !gathered.rows.isEmpty());
      if (mustGo && !setup.isReliedOn()) {
        send(frameBegins);
      }
      gathered.add(row, millis);
      rowsRead.incrementAndGet();
    } catch (InterruptedException e) {
      throw new Interrupted(e);
    }
  }

  private boolean isFull() {
    return gathered.rows.size() >= setup.settings().batchRows()
        || gathered.bytes >= setup.settings().batchBytes();
  }

  /** Has what gathered written, by the next worker that is free. */
  private void send(long end) throws InterruptedException {
    Batch batch = gathered;
    gathered = new Batch();
    int worker = batch.isOrdered ? workers.takeAll() : workers.take();
    Progress.Mark mark = progress.begin(end, batch.firstMillis);
    workers.begin(() -> {
      try {
        write(batch.rows, worker, mark);
      } finally {
        workers.giveBack(worker, batch.isOrdered);
        if (waitsForWorker) {
          news.give();
        }
      }
    });
  }

  private void write(List<Row> rows, int worker, Progress.Mark mark) {
    try {
      List<String> refused = persistently(() -> writeOnce(rows, worker, mark));
      if (!refused.isEmpty()) {
        problemRows.addAndGet(refused.size());
        listener.refused(refused);
      }
      rowsStored.addAndGet(rows.size());
      listener.stored(progress.done(mark));
    } catch (InterruptedException e) {
      // Closed.
    } catch (FencedException | RuntimeException e) {
      end(e);
      thread.interrupt();
    }
  }

  private List<String> writeOnce(List<Row> rows, int worker, Progress.Mark mark)
      throws SQLException, FencedException {
    long checkpoint = progress.with(mark);
    List<String> refused = writer.write(rows, worker, checkpoint);
    listener.checkpoint(progress.noted(checkpoint));
    return refused;
  }

  private interface Attempt<T> {
    T run() throws SQLException, FencedException;
  }

  /** Tries until it succeeds or the tail is closed. */
  private <T> T persistently(Attempt<T> attempt) throws InterruptedException, FencedException {
    long pause = FIRST_PAUSE_MILLIS;
    while (!isClosed) {
      try {
        T result = attempt.run();
        overcome();
        return result;
      } catch (SQLException | RuntimeException e) {
        meet(e);
        Thread.sleep(pause);
        pause = Math.min(pause * 2, LONGEST_PAUSE_MILLIS);
      }
    }
    throw new InterruptedException("the tail is closed");
  }

  private void meet(Exception e) {
    String words = words(e);
    if (trouble.isEmpty()) {
      listener.trouble(words);
    }
    trouble = words;
  }

  /** A pool says that it has no connection, and its cause why. */
  private static String words(Exception e) {
    String why = e.getCause() == null ? null : e.getCause().getMessage();
    return e.getMessage() + (why == null ? "" : ": " + why);
  }

  private void overcome() {
    if (!trouble.isEmpty()) {
      trouble = "";
      listener.trouble("");
    }
  }

  /** Carries an interruption out of the reading of a frame. */
  private static final class Interrupted extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Interrupted(InterruptedException cause) {
      super(cause);
    }
  }
}

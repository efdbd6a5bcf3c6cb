package io.feige.broker.store.tail;

import io.feige.broker.store.StoreException;
import io.feige.broker.store.jdbc.BatchWriter;
import io.feige.broker.store.jdbc.FencedException;
import io.feige.broker.store.jdbc.PairRows;
import io.feige.broker.store.row.LedgerRow;
import io.feige.broker.store.row.Names;
import io.feige.broker.store.row.Row;
import io.feige.broker.store.row.RowReader;
import io.feige.protocol.frame.StoredFrame;
import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows the confirmed part of a pair's journal into the database, as long as this node is the
 * active one of an epoch. The journal is the queue: what the database does not take stays there.
 *
 * <p>One thread reads frames and gathers rows; each batch is written by a thread of its own, so
 * many at a time as there are workers. A batch leaves when it is full, when rows have gathered for
 * the interval, or at once when somebody waits and a worker is free; so while all workers are busy
 * the next batch grows. The checkpoint says up to where everything is stored, whatever the order in
 * which batches are done; what lies beyond it is written again after a failure, and its rows are
 * there already.
 *
 * <p>Whatever is wrong with the database is tried again, with pauses, until the tail is closed. It
 * ends by itself only when a higher epoch writes, or when the tables are not those of this version.
 */
public final class SqlTail implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SqlTail.class);
  private static final int CHUNK_BYTES = 1 << 20;
  private static final long FIRST_PAUSE_MILLIS = 50;
  private static final long LONGEST_PAUSE_MILLIS = 5_000;

  private final TailSetup setup;
  private final CommittedFrames frames;
  private final TailListener listener;
  private final BatchWriter writer;
  private final Signal news = new Signal();
  private final Semaphore freeWorkers;
  private final ArrayList<Integer> workers = new ArrayList<>();
  private final AtomicLong rowsStored = new AtomicLong();
  private final Thread thread;
  private volatile boolean isClosed;
  private volatile long wanted;
  private volatile long behindSinceNanos;
  private volatile String trouble = "";
  private volatile Progress progress = new Progress(0);
  private List<Row> gathered = new ArrayList<>();
  private int gatheredBytes;
  private long gatheredSinceNanos;
  private boolean isOrdered;

  private SqlTail(TailSetup setup, CommittedFrames frames, TailListener listener) {
    this.setup = setup;
    this.frames = frames;
    this.listener = listener;
    this.writer = new BatchWriter(setup.database(), setup.pair(), setup.epoch());
    int count = setup.settings().workers();
    this.freeWorkers = new Semaphore(count);
    for (int i = 0; i < count; i++) {
      workers.add(i);
    }
    this.thread = Thread.ofVirtual().name("feige-sql-" + setup.pair()).unstarted(this::run);
  }

  /** Begins where the store's checkpoint is, as soon as the database can be reached. */
  public static SqlTail start(TailSetup setup, CommittedFrames frames, TailListener listener) {
    SqlTail tail = new SqlTail(setup, frames, listener);
    tail.thread.start();
    return tail;
  }

  /** More is confirmed. Any thread. */
  public void committed() {
    news.give();
  }

  /** Somebody waits until everything below the position is stored. Any thread. */
  public void want(long position) {
    if (position > wanted) {
      wanted = position;
      news.give();
    }
  }

  /** How far it is. Any thread. */
  public TailStatus status() {
    long stored = progress.stored();
    long since = behindSinceNanos;
    long lag = Math.max(0, frames.committed() - stored);
    long age = lag == 0 || since == 0 ? 0 : (System.nanoTime() - since) / 1_000_000;
    return new TailStatus(stored, lag, age, rowsStored.get(), trouble);
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
      long position = begin(names);
      RowReader reader = new RowReader(names, setup.decompressor(), setup.maxPayloadBytes());
      progress = new Progress(position);
      listener.stored(position);
      while (!isClosed) {
        position = follow(position, reader);
      }
    } catch (InterruptedException | ClosedWhileGathering e) {
      // Closed.
    } catch (FencedException | StoreException | ExecutionException e) {
      end(e);
    } catch (RuntimeException e) {
      LOG.error("the SQL tail of {} has met a fault", setup.pair(), e);
      end(e);
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
  private long begin(Names names) throws InterruptedException, FencedException, ExecutionException {
    long stored =
        persistently(() -> {
          if (setup.settings().migrates()) {
            setup.database().migrate();
          } else {
            setup.database().check();
          }
          try (Connection connection = setup.database().connect()) {
            long holds = PairRows.claim(connection, setup.pair(), setup.epoch(), setup.node());
            if (holds > setup.epoch()) {
              throw new StoreException(setup.pair() + " is written in epoch " + holds + " already");
            }
            PairRows.readNames(connection, setup.pair(), names);
            return PairRows.checkpoint(connection, setup.pair());
          }
        });
    frames.names(names).toCompletableFuture().get();
    return placeOf(stored);
  }

  private long placeOf(long stored) {
    long start = frames.start();
    if (stored < start) {
      if (stored != PairRows.NOTHING_STORED || start > 0) {
        LOG.warn(
            "{}: the journal begins at {}, the message store ends at {}; what lay between is not in it",
            setup.pair(),
            start,
            Math.max(0, stored));
      }
      return start;
    }
    if (stored > frames.committed()) {
      throw new StoreException(
          "the message store holds "
              + setup.pair()
              + " up to position "
              + stored
              + ", the journal ends at "
              + frames.committed()
              + ": they are not of the same pair; give the pair a database of its own");
    }
    return stored;
  }

  /** Reads on, or sends what has gathered, or waits; returns where the next frame begins. */
  private long follow(long position, RowReader reader)
      throws InterruptedException, ExecutionException, FencedException {
    if (frames.committed() <= position) {
      if (gathered.isEmpty()) {
        if (progress.isIdle()) {
          behindSinceNanos = 0;
          passRowless(position);
        }
        news.await(1_000);
        return position;
      }
      if (mustLeave()) {
        send(position);
      } else {
        news.await(Math.max(1, millisLeft()));
      }
      return position;
    }
    if (behindSinceNanos == 0) {
      behindSinceNanos = System.nanoTime();
    }
    ByteBuffer chunk = frames.read(position, CHUNK_BYTES).toCompletableFuture().get();
    long next = position;
    for (int at = chunk.position(); at < chunk.limit(); ) {
      StoredFrame frame = StoredFrame.at(chunk, at);
      long begins = next;
      next += frame.length();
      at += frame.length();
      reader.read(frame, row -> gather(row, begins));
    }
    if (isFull() || mustLeave()) {
      send(next);
    }
    return next;
  }

  /** What was read last made no rows, so there is nothing to write for it. */
  private void passRowless(long position) {
    if (progress.stored() < position) {
      listener.stored(progress.done(progress.begin(position)));
    }
  }

  private void gather(Row row, long frameBegins) {
    try {
      boolean isLedger = row instanceof LedgerRow;
      if (isFull() || (isLedger && !isOrdered && !gathered.isEmpty())) {
        send(frameBegins);
      }
      if (gathered.isEmpty()) {
        gatheredSinceNanos = System.nanoTime();
      }
      isOrdered |= isLedger;
      gathered.add(row);
      gatheredBytes += row.bytes();
    } catch (InterruptedException e) {
      throw new ClosedWhileGathering(e);
    }
  }

  private boolean isFull() {
    return gathered.size() >= setup.settings().batchRows()
        || gatheredBytes >= setup.settings().batchBytes();
  }

  private boolean mustLeave() {
    boolean isWanted = wanted > progress.stored() && freeWorkers.availablePermits() > 0;
    return !gathered.isEmpty() && (isWanted || millisLeft() <= 0);
  }

  private long millisLeft() {
    long age = (System.nanoTime() - gatheredSinceNanos) / 1_000_000;
    return setup.settings().interval().toMillis() - age;
  }

  /** Has what gathered written, by the next worker that is free. */
  private void send(long end) throws InterruptedException {
    List<Row> rows = gathered;
    boolean isAlone = isOrdered;
    gathered = new ArrayList<>();
    gatheredBytes = 0;
    isOrdered = false;
    if (rows.isEmpty()) {
      return;
    }
    int all = setup.settings().workers();
    freeWorkers.acquire(isAlone ? all : 1);
    int worker = takeWorker();
    Progress.Mark mark = progress.begin(end);
    var _ =
        Thread.ofVirtual()
            .name("feige-sql-" + setup.pair() + "-" + worker)
            .start(() -> {
              try {
                write(rows, worker, mark);
              } finally {
                giveBack(worker);
                freeWorkers.release(isAlone ? all : 1);
                news.give();
              }
            });
  }

  private int takeWorker() {
    synchronized (workers) {
      return workers.removeLast();
    }
  }

  private void giveBack(int worker) {
    synchronized (workers) {
      workers.add(worker);
    }
  }

  private void write(List<Row> rows, int worker, Progress.Mark mark) {
    try {
      var _ =
          persistently(() -> {
            writer.write(rows, worker, progress.with(mark));
            return "";
          });
      rowsStored.addAndGet(rows.size());
      listener.stored(progress.done(mark));
    } catch (InterruptedException e) {
      // Closed.
    } catch (FencedException | RuntimeException e) {
      end(e);
      thread.interrupt();
    }
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
        if (e instanceof StoreException unfit) {
          throw unfit;
        }
        meet(e);
        Thread.sleep(pause);
        pause = Math.min(pause * 2, LONGEST_PAUSE_MILLIS);
      }
    }
    throw new InterruptedException("the tail is closed");
  }

  private void meet(Exception e) {
    String words = String.valueOf(e.getMessage());
    if (trouble.isEmpty()) {
      LOG.warn(
          "{}: the message store cannot be written: {}. Nothing is lost: the journal keeps what is not stored, and it is tried again",
          setup.pair(),
          words);
      listener.trouble(words);
    }
    trouble = words;
  }

  private void overcome() {
    if (!trouble.isEmpty()) {
      trouble = "";
      LOG.info("{}: the message store is written again", setup.pair());
      listener.trouble("");
    }
  }

  /** Carries an interruption out of the reading of a frame. */
  private static final class ClosedWhileGathering extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ClosedWhileGathering(InterruptedException cause) {
      super(cause);
    }
  }
}

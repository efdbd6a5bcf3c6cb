package io.feige.broker.store.tail;

import io.feige.broker.store.jdbc.BatchWriter;
import io.feige.broker.store.jdbc.DatabaseFault;
import io.feige.broker.store.jdbc.FencedException;
import io.feige.broker.store.row.Names;
import io.feige.broker.store.tail.RowBatches.Batch;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows the confirmed part of a pair's journal into the database, as long as this node is the
 * active one of an epoch. The journal is the queue: what the database does not take stays there.
 *
 * <p>As many threads as there may be transactions at a time take turns: one that has nothing to do
 * is woken, reads frames and puts a batch together, leaves the turn to others, and writes the batch
 * itself. So nothing is handed from thread to thread while a publisher waits. They read what there
 * is once in an interval, or at once when a full batch or somebody waits. While all of them write,
 * the next batch grows. Deliveries go in transactions of their own, so that no publisher waits for
 * them, once in an interval or as full batches; a few messages are one statement, without a
 * checkpoint if there was one within an interval. The checkpoint says up to where everything is
 * stored, whatever the order in which batches are done; what lies beyond it is written again after
 * a failure, and its rows are there already.
 *
 * <p>Where the other member relies on the rows alone, there is one thread, and a frame's rows are
 * never parted: then a batch may be larger by a frame.
 *
 * <p>Whatever is wrong with the database is tried again, with pauses, until the tail is closed. It
 * ends by itself only when a higher epoch writes. Rows that the database refuses for what they hold
 * are not waited for: stubs of them are written, and the listener is told.
 */
public final class SqlTail implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SqlTail.class);
  private static final long FIRST_PAUSE_MILLIS = 50;
  private static final long LONGEST_PAUSE_MILLIS = 5_000;

  private final TailSetup setup;
  private final CommittedFrames frames;
  private final TailListener listener;
  private final BatchWriter writer;
  private final TailNotes notes;
  private final TailDays days;
  private final AtomicLong rowsStored = new AtomicLong();
  private final AtomicLong problemRows = new AtomicLong();
  private final List<Thread> threads = new ArrayList<>();
  private volatile boolean isClosed;
  private volatile long wanted;
  private volatile String trouble = "";
  private volatile Progress progress = new Progress(0);
  private volatile Progress ofMessages = new Progress(0);
  private final long begunMillis = System.currentTimeMillis();

  /** Held by the thread whose turn it is to read. */
  private final ReentrantLock turn = new ReentrantLock();

  private final Signal news = new Signal();
  private volatile @Nullable RowBatches batches;
  private final long intervalNanos;
  private volatile long dueNanos = System.nanoTime();
  private volatile long checkpointNanos;

  /** What a thread is to write, and what is done with that. */
  private record Taken(Batch batch, Progress.Mark mark, Progress.Mark ofMessages) {}

  private SqlTail(TailSetup setup, CommittedFrames frames, TailListener listener) {
    this.setup = setup;
    this.frames = frames;
    this.listener = listener;
    this.intervalNanos = setup.settings().interval().toNanos();
    this.checkpointNanos = System.nanoTime() - intervalNanos;
    this.notes = new TailNotes(setup, frames, listener, System.nanoTime());
    this.days = new TailDays(setup);
    this.writer =
        new BatchWriter(setup.database(), setup.pair(), setup.epoch(), !setup.isReliedOn());
    int count = setup.isReliedOn() ? 1 : setup.settings().workers();
    for (int i = 0; i < count; i++) {
      int worker = i;
      String name = "feige-sql-" + setup.pair() + "-" + worker;
      threads.add(setup.threads().platform(name, () -> run(worker)));
    }
  }

  /** Begins where the store's checkpoint is, as soon as the database can be reached. */
  public static SqlTail start(TailSetup setup, CommittedFrames frames, TailListener listener) {
    SqlTail tail = new SqlTail(setup, frames, listener);
    tail.threads.forEach(Thread::start);
    return tail;
  }

  /** More is confirmed. Any thread. */
  public void committed(long position) {
    RowBatches reading = batches;
    boolean isWaitedFor = wanted > ofMessages.stored();
    if (reading == null || !(isWaitedFor || reading.isBatchAt(position))) {
      return;
    }
    if (news.isAwaited()) {
      reading.lookAhead(news::give);
    } else {
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
    RowBatches reading = batches;
    long stored = progress.stored();
    long rows = rowsStored.get();
    long read = reading == null ? 0 : reading.rowsRead();
    long lag = Math.max(0, frames.committed() - Math.max(stored, frames.start()));
    long since =
        Math.min(progress.oldestMillis(), reading == null ? begunMillis : reading.millis());
    long age = lag == 0 ? 0 : Math.max(0, System.currentTimeMillis() - since);
    return new TailStatus(stored, lag, read - rows, age, rows, problemRows.get(), trouble);
  }

  /** Ends it; transactions that are under way may still be committed. Does not wait. */
  @Override
  public void close() {
    isClosed = true;
    threads.forEach(Thread::interrupt);
  }

  private void run(int worker) {
    try {
      while (!isClosed) {
        write(take(worker), worker);
      }
    } catch (InterruptedException e) {
      // Closed.
    } catch (FencedException | ExecutionException e) {
      end(e);
    } catch (RuntimeException e) {
      LOG.error("the SQL tail of {} has met a fault", setup.pair(), e);
      end(e);
    } catch (Error e) {
      end(e);
      throw e;
    }
  }

  /** Waits for something to write. */
  private Taken take(int worker) throws InterruptedException, FencedException, ExecutionException {
    while (!isClosed) {
      news.await(dueNanos - System.nanoTime());
      turn.lockInterruptibly();
      try {
        Taken taken = look();
        if (taken != null && taken.batch.isOrdered()) {
          progress.awaitBefore(taken.mark);
          write(taken, worker);
        } else if (taken != null) {
          return taken;
        }
      } finally {
        turn.unlock();
      }
    }
    throw closed();
  }

  /** Looks for a batch, if that is due. */
  private @Nullable Taken look() throws InterruptedException, FencedException, ExecutionException {
    long now = System.nanoTime();
    boolean isDue = now - dueNanos >= 0;
    // Another thread may have looked after this one had been woken.
    if (!news.take() && !isDue) {
      return null;
    }
    RowBatches known = batches;
    RowBatches reading = known == null ? begin() : known;
    if (isDue) {
      dueNanos = now + intervalNanos;
    }
    days.look();
    notes.look(progress, now);
    Batch batch = reading.next(isDue);
    if (batch == null) {
      passOver(reading);
      return null;
    }
    if (batch.isFollowed()) {
      news.give();
    }
    return begin(batch);
  }

  private Taken begin(Batch batch) {
    long millis = batch.firstMillis();
    Progress.Mark messages = ofMessages.begin(batch.messagesEnd(), millis);
    if (!batch.hasMessages()) {
      listener.stored(ofMessages.done(messages));
    }
    return new Taken(batch, progress.begin(batch.end(), millis), messages);
  }

  private RowBatches begin() throws InterruptedException, FencedException, ExecutionException {
    Names names = new Names();
    CommittedFrames.Origin origin = frames.introduce(names).toCompletableFuture().get();
    Beginning beginning = new Beginning(setup, frames, listener);
    long position = persistently(() -> beginning.begin(names, origin));
    progress = new Progress(position);
    ofMessages = new Progress(position);
    RowBatches begun = new RowBatches(setup, frames, listener, names, position);
    batches = begun;
    listener.stored(position);
    listener.checkpoint(position);
    return begun;
  }

  /** What was read last made no rows that are to be written now. */
  private void passOver(RowBatches reading) {
    passTo(reading.taken(), progress, reading.millis());
    if (passTo(reading.messagesTaken(), ofMessages, reading.millis())) {
      listener.stored(ofMessages.stored());
    }
  }

  private static boolean passTo(long position, Progress progress, long millis) {
    boolean isBehind = progress.isIdle() && progress.stored() < position;
    if (isBehind) {
      progress.done(progress.begin(position, millis));
    }
    return isBehind;
  }

  private void end(Throwable why) {
    if (!isClosed) {
      isClosed = true;
      trouble = String.valueOf(why.getMessage());
      listener.ended(trouble);
      threads.forEach(Thread::interrupt);
    }
  }

  private void write(Taken taken, int worker) {
    try {
      List<String> refused = persistently(() -> writeOnce(taken, worker));
      if (!refused.isEmpty()) {
        problemRows.addAndGet(refused.size());
        listener.refused(refused);
      }
      rowsStored.addAndGet(taken.batch.rows().size());
      progress.done(taken.mark);
      listener.stored(ofMessages.done(taken.ofMessages));
    } catch (InterruptedException e) {
      // Closed.
    } catch (FencedException | RuntimeException e) {
      end(e);
    }
  }

  private List<String> writeOnce(Taken taken, int worker) throws SQLException, FencedException {
    boolean mayLack = System.nanoTime() - checkpointNanos < intervalNanos;
    if (mayLack && !setup.isReliedOn() && writer.writeAsSingle(taken.batch.rows())) {
      return List.of();
    }
    checkpointNanos = System.nanoTime();
    long checkpoint = progress.with(taken.mark);
    List<String> refused = writer.write(taken.batch.rows(), worker, checkpoint);
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
    throw closed();
  }

  private void meet(Exception e) {
    String words = DatabaseFault.words(e);
    if (trouble.isEmpty()) {
      listener.trouble(words);
    }
    trouble = words;
  }

  private void overcome() {
    if (!trouble.isEmpty()) {
      trouble = "";
      listener.trouble("");
    }
  }

  private static InterruptedException closed() {
    return new InterruptedException("the tail is closed");
  }
}

package io.feige.broker.server.pair.rows;

import io.feige.broker.server.config.NodeConfig;
import io.feige.broker.server.config.SqlConfig;
import io.feige.broker.server.net.PairSetup;
import io.feige.broker.server.ops.LogId;
import io.feige.broker.server.ops.RateLimitedLog;
import io.feige.broker.store.StoreSettings;
import io.feige.broker.store.Threads;
import io.feige.broker.store.history.RowFrames;
import io.feige.broker.store.jdbc.Database;
import io.feige.broker.store.jdbc.FencedException;
import io.feige.broker.store.jdbc.PairRows;
import io.feige.broker.store.row.Names;
import io.feige.broker.store.tail.CheckpointWatch;
import io.feige.broker.store.tail.CommittedFrames;
import io.feige.broker.store.tail.SqlTail;
import io.feige.broker.store.tail.TailListener;
import io.feige.broker.store.tail.TailSetup;
import io.feige.broker.store.tail.TailStatus;
import io.feige.protocol.cluster.StoreLag;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.error.ErrorCode;
import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A pair's part in the message store. While the replica is the active one it has a tail that writes
 * rows; otherwise it watches how far they are, because a standby may not let go of what the
 * database does not have either. On the pair's loop where nothing else is said.
 */
public final class RowStore implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(RowStore.class);

  /** For looking after the days, for reading back and for proofs, besides those of the workers. */
  private static final int OTHER_CONNECTIONS = 3;

  /** What the rows wants of its replica. */
  public interface Back {
    /** Runs a task on the loop; any thread. */
    void onLoop(Runnable task);

    /** Where the journal begins; any thread. */
    long start();

    /** Up to where the journal is confirmed; any thread. */
    long committed();

    /** Gives copies of whole confirmed frames, or nothing; perhaps only when they were read. */
    void copy(long position, int maxBytes, Consumer<ByteBuffer> to);

    /** Adds the topics and groups that there are; says which journal it is. */
    CommittedFrames.Origin introduce(Names to);

    /** Up to where groups have settled everything. */
    CommittedFrames.Floors floors();

    /** Everything below the position has its rows. */
    void stored(long position);

    /** Nobody can wait for rows any more. */
    void ended(String why);
  }

  private final PairSetup setup;
  private final SqlConfig config;
  private final StoreSettings settings;
  private final Back back;
  private final Threads threads = new StoreThreads();
  private final StoredMark mark;
  private final LongAdder missed = new LongAdder();
  private final @Nullable Database database;
  private @Nullable CheckpointWatch watch;
  private volatile @Nullable SqlTail tail;
  private volatile String ended = "";
  private @Nullable RowFrames reading;
  private long epoch;

  public RowStore(PairSetup setup, Back back) {
    this.setup = setup;
    this.config = setup.config().sql();
    this.back = back;
    this.mark = new StoredMark(this::tellLoop);
    this.settings = config.storeAt(config.urlOf(setup.pair()));
    this.database =
        settings.url().isEmpty()
            ? null
            : new Database(settings, config.workers() + OTHER_CONNECTIONS);
  }

  private final class StoreThreads implements Threads {
    @Override
    public Thread platform(String name, Runnable duty) {
      return setup.supervisor().thread(name, duty, _ -> {});
    }

    @Override
    public Thread virtual(String name, Runnable duty) {
      return setup.supervisor().virtual(name, duty, _ -> {});
    }
  }

  /** Null: there is none. */
  public @Nullable Database database() {
    return database;
  }

  /** Up to where the store has been seen to have everything, lately; 0: it has not been seen. */
  public long seen() {
    return mark.seenLately();
  }

  /**
   * Has the database say that an epoch may still write, and then one of the tasks run on the loop.
   */
  public void prove(long claimed, Runnable proven, Runnable failed) {
    Database asked = database;
    if (asked == null) {
      failed.run();
      return;
    }
    setup
        .supervisor()
        .virtual(
            "feige-sql-prove-" + setup.pair(),
            () -> {
              Runnable then = failed;
              try (Connection connection = asked.connect()) {
                PairRows.require(connection, setup.pair(), claimed);
                then = proven;
              } catch (SQLException | FencedException | RuntimeException e) {
                LOG.debug("{} cannot be proven: {}", setup.pair(), e.getMessage());
              }
              tellLoop(then);
            },
            _ -> tellLoop(failed))
        .start();
  }

  private void tellLoop(Runnable task) {
    try {
      back.onLoop(task);
    } catch (RejectedExecutionException e) {
      // The node has stopped.
    }
  }

  /** Whether there is a database. Any thread. */
  public boolean isOn() {
    return database != null;
  }

  /** Begins to watch; the replica leads nothing yet. */
  public void begin() {
    if (database != null && watch == null) {
      watch = CheckpointWatch.start(database, setup.pair(), threads, mark.watch());
    }
  }

  /** The replica is the active one and has confirmed that it is. */
  public void lead(long epochOfActive) {
    if (database == null || tail != null) {
      return;
    }
    stopWatching();
    // The tail says where it begins, which may be before what was stored.
    mark.beginAnew();
    epoch = epochOfActive;
    ended = "";
    TailSetup of =
        new TailSetup(
            settings,
            database,
            setup.pair(),
            setup.nodeId(),
            epochOfActive,
            NodeConfig.Limits.MOST_BATCH_BYTES,
            setup.replica().sharesStore(),
            threads);
    reading = new RowFrames(database, setup.pair());
    tail = SqlTail.start(of, new Frames(epochOfActive), new Told(epochOfActive));
  }

  /** The replica is not the active one any more. */
  public void rest() {
    SqlTail leading = tail;
    if (leading != null) {
      tail = null;
      reading = null;
      epoch = 0;
      leading.close();
      begin();
    }
  }

  /** Ends everything for good; does not wait for the database. */
  @Override
  public void close() {
    SqlTail leading = tail;
    if (leading != null) {
      leading.close();
    }
    stopWatching();
    if (database != null) {
      threads.virtual("feige-sql-close-" + setup.pair(), database::close).start();
    }
  }

  private void stopWatching() {
    CheckpointWatch watching = watch;
    watch = null;
    if (watching != null) {
      watching.close();
    }
  }

  /** More is confirmed. */
  public void committed(long position) {
    SqlTail leading = tail;
    if (leading != null) {
      leading.committed(position);
    }
  }

  /** Somebody waits for the rows of everything below the position. */
  public void want(long position) {
    SqlTail leading = tail;
    if (leading != null) {
      leading.want(position);
    }
  }

  /** Reads back what the journal has let go of; null while this replica leads nothing. */
  public @Nullable RowFrames readsBack() {
    return reading;
  }

  /** Why nobody can wait for rows; null: it is possible. */
  public @Nullable Refusal whyNotStored() {
    if (database == null) {
      return Refusal.of(
          ErrorCode.DURABILITY_UNAVAILABLE,
          "this node has no SQL store (sql.url), so nothing can be STORED");
    }
    String why = ended;
    return why.isEmpty()
        ? null
        : Refusal.of(ErrorCode.DURABILITY_UNAVAILABLE, "nothing can be STORED: " + why);
  }

  /**
   * What of the journal must stay because it has no rows yet.
   *
   * @param isFull whether the disk is
   */
  public long keepFrom(boolean isFull) {
    boolean mayDrop = isFull && config.whenFull() == SqlConfig.WhenFull.DROP;
    return database == null || mayDrop ? Long.MAX_VALUE : mark.position();
  }

  /** Why the journal is kept although no group needs it; empty: it is not. */
  public String keeps() {
    SqlTail leading = tail;
    long lag = leading == null ? 0 : leading.status().lagBytes();
    return lag == 0
        ? ""
        : " (the message store is "
            + lag
            + " bytes behind, and what has no rows stays: "
            + LogId.STORE_TROUBLE
            + " says why)";
  }

  /** How far it is; null: this replica does not write. Any thread. */
  public @Nullable TailStatus status() {
    SqlTail leading = tail;
    return leading == null ? null : leading.status();
  }

  /** The same, as Admin is told of it. Any thread. */
  public StoreLag lag() {
    TailStatus status = status();
    return status == null ? StoreLag.NONE : new StoreLag(status.lagBytes(), status.ageMillis());
  }

  /** Bytes of the journal that were gone before they could be stored. Any thread. */
  public long missedBytes() {
    return missed.sum();
  }

  private final class Frames implements CommittedFrames {
    private final long ofEpoch;

    Frames(long ofEpoch) {
      this.ofEpoch = ofEpoch;
    }

    @Override
    public long start() {
      return back.start();
    }

    @Override
    public long committed() {
      return back.committed();
    }

    @Override
    public CompletionStage<ByteBuffer> read(long position, int maxBytes) {
      CompletableFuture<ByteBuffer> read = new CompletableFuture<>();
      ask(read, () -> back.copy(position, maxBytes, read::complete));
      return read;
    }

    @Override
    public CompletionStage<Origin> introduce(Names to) {
      CompletableFuture<Origin> introduced = new CompletableFuture<>();
      ask(introduced, () -> introduced.complete(back.introduce(to)));
      return introduced;
    }

    @Override
    public CompletionStage<Floors> floors() {
      CompletableFuture<Floors> floors = new CompletableFuture<>();
      ask(floors, () -> floors.complete(back.floors()));
      return floors;
    }

    private void ask(CompletableFuture<?> answer, Runnable question) {
      try {
        back.onLoop(() -> {
          try {
            if (epoch == ofEpoch) {
              question.run();
            } else {
              answer.completeExceptionally(new IllegalStateException("not the active any more"));
            }
          } catch (RuntimeException e) {
            answer.completeExceptionally(e);
          }
        });
      } catch (RejectedExecutionException e) {
        answer.completeExceptionally(e);
      }
    }
  }

  private final class Told implements TailListener {
    private final RateLimitedLog refusals = RateLimitedLog.of(LOG, LogId.STORE_REFUSED);
    private final AtomicLong stored = new AtomicLong();
    private final long ofEpoch;

    Told(long ofEpoch) {
      this.ofEpoch = ofEpoch;
    }

    private void tell(Runnable news) {
      tellLoop(() -> {
        if (epoch == ofEpoch) {
          news.run();
        }
      });
    }

    @Override
    public void stored(long position) {
      long highest = stored.accumulateAndGet(position, Math::max);
      tell(() -> back.stored(highest));
    }

    @Override
    public void checkpoint(long position) {
      tell(() -> mark.move(position));
    }

    @Override
    public void trouble(String trouble) {
      if (trouble.isEmpty()) {
        LOG.info("{} {}: rows are written again", LogId.STORE_TROUBLE, setup.pair());
      } else {
        LOG.warn(
            "{} {}: no rows can be written: {}. Nothing is lost: the journal keeps what has no rows,"
                + " and it is tried again",
            LogId.STORE_TROUBLE,
            setup.pair(),
            trouble);
      }
    }

    @Override
    public void missed(long bytes) {
      missed.add(bytes);
      LOG.warn(
          "{} {}: {} bytes of the journal were gone before they had rows; the history lacks them",
          LogId.STORE_MISSED,
          setup.pair(),
          bytes);
    }

    @Override
    public void refused(List<String> rows) {
      String others = rows.size() == 1 ? "" : ", and " + (rows.size() - 1) + " others with it";
      refusals.warn(
          setup.pair(),
          "a row without the content stands for what the database refuses: "
              + rows.getFirst()
              + others);
    }

    @Override
    public void ended(String why) {
      LOG.warn("{} {}: no more rows are written here: {}", LogId.STORE_ENDED, setup.pair(), why);
      tell(() -> {
        ended = why;
        back.ended(why);
      });
    }
  }
}

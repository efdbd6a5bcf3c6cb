package io.feige.broker.server.pair.clients;

import io.feige.broker.core.PartitionMachine;
import io.feige.broker.core.port.Ticket;
import io.feige.broker.core.state.PartitionState;
import io.feige.broker.journal.Journal;
import io.feige.broker.server.net.PairSetup;
import io.feige.broker.server.ops.LogId;
import io.feige.broker.server.ops.RateLimitedLog;
import io.feige.broker.server.pair.rows.RowStore;
import io.feige.broker.server.pair.store.HistoryFrames;
import io.feige.broker.server.pair.store.Store;
import io.feige.broker.store.history.RowFrames;
import io.feige.broker.store.jdbc.DatabaseFault;
import io.feige.protocol.command.Read;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.command.Request;
import io.feige.protocol.command.ResetGroup;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.model.ReadFrom;
import java.sql.SQLException;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks the message store for what the journal has let go of, on threads of its own. On the pair's
 * loop, where nothing else is said.
 */
public final class ReadingBack implements HistoryFrames.Store {
  private static final Logger LOG = LoggerFactory.getLogger(ReadingBack.class);
  private static final int RETRY_MILLIS = 1_000;

  /** What it wants of the loop. */
  public interface Back {
    /** Runs a task on the loop; any thread. */
    void onLoop(Runnable task);

    /** Messages of a partition are there that somebody may wait for. */
    void fetched(int partition);

    /** A request that was held back comes again. */
    void handle(Ticket ticket, Request request);
  }

  private interface Question<T> {
    T ask(RowFrames store) throws SQLException;
  }

  private final PairSetup setup;
  private final Journal journal;
  private final PartitionMachine machine;
  private final RowStore rows;
  private final Answering answering;
  private final Back back;
  private final HistoryFrames frames = new HistoryFrames(this);
  private final RateLimitedLog trouble = RateLimitedLog.of(LOG, LogId.STORE_TROUBLE);

  ReadingBack(PairSetup setup, Store store, RowStore rows, Answering answering, Back back) {
    this.setup = setup;
    this.journal = store.journal();
    this.machine = store.machine();
    this.rows = rows;
    this.answering = answering;
    this.back = back;
    store.log().readBackFrom(frames);
  }

  /** Also before the store can be asked: what is there must not be taken for gone until then. */
  @Override
  public boolean isOn() {
    return rows.isOn();
  }

  @Override
  public void fetch(int partition, long from, long below) {
    PartitionState state = machine.state().partition(partition);
    if (state == null) {
      return;
    }
    RowFrames.Place place =
        new RowFrames.Place(state.topic(), partition, from, Math.min(below, state.endOffset()));
    ask(
        store -> store.read(place, HistoryFrames.FETCH_BYTES),
        stretch -> {
          frames.bring(partition, stretch);
          if (stretch != null) {
            back.fetched(partition);
          }
        });
  }

  /** The role has ended. */
  void clear() {
    frames.clear();
  }

  /**
   * Whether the request names a time that the journal does not reach back to: it is held back until
   * the store has said which offset that is.
   */
  boolean holdsBack(Ticket ticket, Request request) {
    return switch (request) {
      case Read read ->
          holdsBack(
              read.topic(),
              read.from(),
              ticket,
              (partition, place) ->
                  back.handle(
                      ticket,
                      new Read(
                          read.topic(),
                          read.epoch(),
                          read.partition() == 0 ? partition : read.partition(),
                          place,
                          read.maxBytes(),
                          read.waitMillis())));
      case ResetGroup reset ->
          holdsBack(
              reset.topic(),
              reset.to(),
              ticket,
              (partition, place) ->
                  back.handle(
                      ticket,
                      new ResetGroup(
                          reset.topic(),
                          reset.group(),
                          reset.partition() == 0 ? partition : reset.partition(),
                          place)));
      default -> false;
    };
  }

  /** What happens with a place that was found, in the partition that was looked at. */
  private interface Found {
    void goOn(int partition, ReadFrom place);
  }

  private boolean holdsBack(String topic, ReadFrom at, Ticket ticket, Found then) {
    PartitionState state = machine.state().topic(topic);
    boolean isTime = at.type() == ReadFrom.Type.TIME_MILLIS;
    if (!isTime || state == null || !isOn() || isInJournal(state, at.value())) {
      return false;
    }
    ask(
        store -> store.offsetAtTime(topic, state.id(), at.value()),
        offset -> {
          if (offset == null) {
            answering.send(ticket, cannotAsk());
          } else if (answering.isThere(ticket)) {
            then.goOn(state.id(), offset < 0 ? firstOf(state) : ReadFrom.offset(offset));
          }
        });
    return true;
  }

  /** Whether nothing that the journal has let go of can be as young as that. */
  private boolean isInJournal(PartitionState state, long millis) {
    long first = journal.reader().firstOffset(state.id());
    if (first <= 0) {
      return first == 0 || state.endOffset() == 0;
    }
    return journal.reader().frameAt(journal.reader().find(state.id(), first)).timeMillis()
        <= millis;
  }

  private ReadFrom firstOf(PartitionState state) {
    long first = journal.reader().firstOffset(state.id());
    return first < 0 ? ReadFrom.latest() : ReadFrom.offset(first);
  }

  private static Refusal cannotAsk() {
    return new Refusal(
        ErrorCode.BUSY,
        "the message store, which knows what was at that time, cannot be asked now; nothing was"
            + " done",
        "",
        RETRY_MILLIS);
  }

  /**
   * Asks the store.
   *
   * @param to is given the answer on the loop, or null if there is none now; nothing, if the
   *     replica is not the active one any more
   */
  private <T> void ask(Question<T> question, Consumer<@Nullable T> to) {
    RowFrames store = rows.readsBack();
    if (store == null) {
      to.accept(null);
      return;
    }
    setup
        .supervisor()
        .virtual(
            "feige-sql-read-" + setup.pair(),
            () -> tell(store, answer(question, store), to),
            death -> tell(store, null, to))
        .start();
  }

  private <T> void tell(RowFrames store, @Nullable T answer, Consumer<@Nullable T> to) {
    try {
      back.onLoop(() -> {
        if (store.equals(rows.readsBack())) {
          to.accept(answer);
        }
      });
    } catch (RejectedExecutionException e) {
      // The node has stopped.
    }
  }

  private <T> @Nullable T answer(Question<T> question, RowFrames store) {
    try {
      return question.ask(store);
    } catch (SQLException | RuntimeException e) {
      trouble.warn(
          setup.pair(),
          "messages that the journal has let go of cannot be read back: "
              + DatabaseFault.words(e)
              + ". Who needs them waits, and it is tried again");
      return null;
    }
  }
}

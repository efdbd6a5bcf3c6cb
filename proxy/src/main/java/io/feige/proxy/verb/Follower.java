package io.feige.proxy.verb;

import io.feige.client.FeigeClient;
import io.feige.client.FeigeException;
import io.feige.client.PairView;
import io.feige.client.Reader;
import io.feige.client.ReceivedMessage;
import io.feige.client.StartFrom;
import io.feige.protocol.error.ErrorCode;
import io.feige.proxy.answer.Problem;
import io.feige.proxy.log.ProxyLogId;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows a topic from a place on, without a group. Each pair is read on a thread of its own, and
 * what is told with each message has the places in all of them, so that it says where to go on.
 */
public final class Follower {
  private static final Logger LOG = LoggerFactory.getLogger(Follower.class);
  private static final int MOST_AT_ONCE = 100;
  private static final int AHEAD_BYTES = 64 << 10;
  private static final Duration READ_WAIT = Duration.ofMinutes(1);
  private static final long LIFE_SIGN_NANOS = 15_000_000_000L;

  /**
   * After so long it is looked again whether a pair has the topic now; then less and less often.
   */
  private static final long SHORTEST_PAUSE_NANOS = 250_000_000L;

  private static final long LONGEST_PAUSE_NANOS = 4_000_000_000L;

  /** Whom it is told, by one thread at a time. */
  public interface Out {
    /**
     * Begins, or says that it still goes on.
     *
     * @throws InterruptedException the caller has gone, or is to go
     */
    void goesOn(Places places) throws InterruptedException;

    /**
     * A message has come.
     *
     * @param places where to go on behind it
     * @throws InterruptedException the caller has gone, or is to go
     */
    void came(ReceivedMessage message, Places places) throws InterruptedException;

    /**
     * No more is at hand.
     *
     * @return false: no more is wanted
     * @throws InterruptedException the caller has gone, or is to go
     */
    boolean flush() throws InterruptedException;
  }

  private final String topic;
  private final Places places;
  private final Out out;
  private final ReentrantLock writing = new ReentrantLock();
  private final BlockingQueue<Optional<Problem>> ends = new LinkedBlockingQueue<>();
  private boolean isEnough;
  private final Map<String, Thread> readers = new ConcurrentHashMap<>();

  /** Pairs that have said that they have no such topic, and nothing else since. */
  private final Map<String, FeigeException> missing = new ConcurrentHashMap<>();

  /** Not yet. */
  public Follower(String topic, Places places, Out out) {
    this.topic = topic;
    this.places = places;
    this.out = out;
  }

  /**
   * Tells until the caller goes, a read fails, or this thread is interrupted.
   *
   * @param client reads
   * @return why it has ended; empty: the caller has gone, is to go, or wants no more
   */
  public Optional<Problem> follow(FeigeClient client) {
    try {
      tellThatItGoesOn();
      places.byPair().forEach((pair, start) -> read(client, pair, start));
      long toldNanos = System.nanoTime();
      long pauseNanos = SHORTEST_PAUSE_NANOS;
      Optional<Problem> end = ends.poll(pauseNanos, TimeUnit.NANOSECONDS);
      while (end == null) {
        pauseNanos =
            readNewPairs(client)
                ? Math.min(2 * pauseNanos, LONGEST_PAUSE_NANOS)
                : LONGEST_PAUSE_NANOS;
        end = ends.poll(pauseNanos, TimeUnit.NANOSECONDS);
        if (end == null && System.nanoTime() - toldNanos > LIFE_SIGN_NANOS) {
          toldNanos = System.nanoTime();
          tellThatItGoesOn();
        }
      }
      return end;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    } finally {
      readers.values().forEach(Thread::interrupt);
    }
  }

  /**
   * A pair that has come to the cluster meanwhile, or got the topic, has nothing that is older.
   *
   * @return whether there was any that is not read yet
   */
  private boolean readNewPairs(FeigeClient client) {
    boolean isAny = false;
    if (missing.keySet().containsAll(client.pairs().stream().map(PairView::pair).toList())) {
      missing.values().stream()
          .findAny()
          .ifPresent(gone -> ends.add(Optional.of(Problem.of(gone))));
    }
    for (PairView known : client.pairs()) {
      Thread reader = readers.get(known.pair());
      if (reader == null || !reader.isAlive()) {
        read(client, known.pair(), place(known.pair()));
        isAny = true;
      }
    }
    return isAny;
  }

  private StartFrom place(String pair) {
    writing.lock();
    try {
      return places.byPair().getOrDefault(pair, StartFrom.offset(0));
    } finally {
      writing.unlock();
    }
  }

  private void read(FeigeClient client, String pair, StartFrom start) {
    readers.put(
        pair,
        Thread.ofVirtual()
            .name("feige-stream")
            .start(() -> {
              try (Reader reader =
                  client.reader(topic).pair(pair).from(start).readAheadBytes(AHEAD_BYTES).build()) {
                pass(pair, reader);
              } catch (InterruptedException over) {
                // The caller has gone.
              } catch (FeigeException e) {
                if (e.code() == ErrorCode.TOPIC_NOT_FOUND) {
                  // A pair may not have the topic yet; it is looked for again.
                  missing.put(pair, e);
                } else {
                  ends.add(Optional.of(Problem.of(e)));
                }
              } catch (RuntimeException e) {
                LOG.error("{} a stream of {} met a fault", ProxyLogId.INTERNAL_FAULT, topic, e);
                ends.add(Optional.of(Problem.internal()));
              }
            }));
  }

  private void pass(String pair, Reader reader) throws InterruptedException {
    while (!Thread.currentThread().isInterrupted()) {
      List<ReceivedMessage> read = reader.read(MOST_AT_ONCE, READ_WAIT);
      if (read.isEmpty()) {
        continue;
      }
      missing.remove(pair);
      writing.lockInterruptibly();
      try {
        if (isEnough) {
          return;
        }
        int partition = reader.place(pair).partition();
        for (ReceivedMessage message : read) {
          places.put(pair, StartFrom.offset(message.offset() + 1, partition));
          out.came(message, places);
        }
        flush();
      } finally {
        writing.unlock();
      }
    }
  }

  private void flush() throws InterruptedException {
    if (!isEnough && !out.flush()) {
      isEnough = true;
      ends.add(Optional.empty());
    }
  }

  private void tellThatItGoesOn() throws InterruptedException {
    writing.lockInterruptibly();
    try {
      out.goesOn(places);
      flush();
    } finally {
      writing.unlock();
    }
  }
}

package io.feige.broker.server.ops;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts the node's own threads and says what becomes of them. A thread that dies of a {@link
 * Throwable} is told in the log and the metrics, and the node is not well any more, because nobody
 * does that thread's work until it is started anew. Work that fails and is tried again is a trouble
 * as long as it fails. What was wrong and is over is told for a while. Any thread.
 */
public final class Supervisor {
  private static final Logger LOG = LoggerFactory.getLogger(Supervisor.class);
  private static final Duration TOLD_FOR = Duration.ofMinutes(10);

  private record Past(Instant at, String words) {}

  /** Puts something around the work of each thread. */
  @FunctionalInterface
  public interface Around {
    /** What the thread of this name does. */
    Runnable of(String name, Runnable duty);
  }

  private final Around around;
  private final InstantSource clock;
  private final Map<String, String> dead = new ConcurrentSkipListMap<>();
  private final Map<String, String> troubles = new ConcurrentSkipListMap<>();
  private final Map<String, Past> past = new ConcurrentSkipListMap<>();
  private final LongAdder faults = new LongAdder();
  private volatile boolean isStopping;

  public Supervisor() {
    this((_, duty) -> duty);
  }

  /** For tests, which let threads die. */
  public Supervisor(Around around) {
    this(around, InstantSource.system());
  }

  Supervisor(Around around, InstantSource clock) {
    this.around = around;
    this.clock = clock;
  }

  /**
   * A daemon thread, not started.
   *
   * @param then is told, on the thread, what it died of
   */
  public Thread thread(String name, Runnable duty, Consumer<Throwable> then) {
    return Thread.ofPlatform().daemon().name(name).unstarted(watched(name, duty, then));
  }

  /** The same as a virtual thread, for work that waits for others. */
  public Thread virtual(String name, Runnable duty, Consumer<Throwable> then) {
    return Thread.ofVirtual().name(name).unstarted(watched(name, duty, then));
  }

  /** The work of a thread that somebody else makes. */
  public Runnable watched(String name, Runnable duty, Consumer<Throwable> then) {
    Runnable all = around.of(name, duty);
    return () -> {
      try {
        all.run();
      } catch (RuntimeException | Error e) {
        died(name, e);
        then.accept(e);
      }
    };
  }

  /** A thread has died. */
  public void died(String name, Throwable cause) {
    if (isStopping) {
      LOG.debug("{} ended while the node stops", name, cause);
    } else {
      dead.put(name, cause.toString());
      LOG.error(
          "{} thread {} has died: {}. Nobody does its work until the node is started anew",
          LogId.THREAD_DIED,
          name,
          cause.toString(),
          cause);
    }
  }

  /**
   * Something on a thread that goes on met a fault that nobody expected. After an error, other than
   * of memory, the node is not well: nobody knows what was left half done.
   */
  public void fault(String where, Throwable cause) {
    faults.increment();
    LOG.error("{} {} met a fault: {}", LogId.INTERNAL_FAULT, where, cause.toString(), cause);
    if (cause instanceof Error && !(cause instanceof OutOfMemoryError) && !isStopping) {
      dead.put(where, cause.toString());
    }
  }

  /** Work of a thread has failed and is tried again. */
  public void trouble(String name, Throwable cause) {
    if (troubles.put(name, cause.toString()) == null) {
      LOG.error(
          "{} {} failed: {}. The node serves on, and it is tried again",
          LogId.WORK_FAILED,
          name,
          cause.toString(),
          cause);
    }
  }

  /** Work of a thread finds something that is not as it should be, as long as it is so. */
  public void trouble(String name, String words) {
    if (troubles.put(name, words) == null) {
      LOG.error("{} {}: {}. The node serves on", LogId.WORK_FAILED, name, words);
    }
  }

  /** That work succeeds again. */
  public void overcome(String name) {
    if (!troubles.isEmpty() && troubles.remove(name) != null) {
      LOG.info("{} {} succeeds again", LogId.WORK_FAILED, name);
    }
  }

  /** Something was not as it should be. It may be well again, but somebody should look into it. */
  public void happened(String name, String words) {
    past.put(name, new Past(clock.instant(), words));
  }

  /** What was not as it should be in the last ten minutes, a sentence each. */
  public List<String> lately() {
    Instant since = clock.instant().minus(TOLD_FOR);
    past.values().removeIf(each -> each.at().isBefore(since));
    return past.entrySet().stream()
        .map(each -> each.getKey() + " " + each.getValue().words() + " at " + time(each.getValue()))
        .toList();
  }

  private static Instant time(Past past) {
    return past.at().truncatedTo(ChronoUnit.SECONDS);
  }

  /** Threads may end from now on. */
  public void stopping() {
    isStopping = true;
  }

  /** How a node is whose pairs are so. */
  public HealthReport over(HealthReport pairs) {
    if (dead.isEmpty() && troubles.isEmpty()) {
      return pairs;
    }
    List<String> words = new ArrayList<>();
    deadThreads().forEach(each -> words.add("thread " + each));
    words.addAll(failingWork());
    if (!pairs.reason().isEmpty()) {
      words.add(pairs.reason());
    }
    boolean isAlive = dead.isEmpty() && pairs.alive();
    String reason = String.join("; ", words);
    return new HealthReport(isAlive, pairs.serving(), pairs.acceptsPublishes(), reason);
  }

  /** Which threads have died and of what, a sentence each. */
  public List<String> deadThreads() {
    return sentences(dead, " has died: ");
  }

  /** What work fails at present and why, a sentence each. */
  public List<String> failingWork() {
    return sentences(troubles, " fails: ");
  }

  private static List<String> sentences(Map<String, String> causes, String verb) {
    return causes.entrySet().stream().map(each -> each.getKey() + verb + each.getValue()).toList();
  }

  /** Threads that have died. */
  long deaths() {
    return dead.size();
  }

  /** Kinds of work that fail at present. */
  long failing() {
    return troubles.size();
  }

  /** Faults that nobody expected and that no thread died of. */
  LongAdder faults() {
    return faults;
  }
}

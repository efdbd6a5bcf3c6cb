package io.feige.broker.sim.cluster;

import io.feige.broker.sim.cluster.wire.Breakage;
import io.feige.broker.sim.world.Violation;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Plays seeds of clusters from the shell: {@code FIRST COUNT [BREAKAGE] [--threads N]}. A seed that
 * fails is told as a story, with the command that repeats it.
 */
public final class PairMain {
  private static final int STORY_LINES = Integer.getInteger("feige.sim.story", 60);
  private static final int MAX_FAILURES = 50;
  private static final long PROGRESS_NANOS = 10_000_000_000L;

  private PairMain() {}

  /** Plays; returns whether everything held. */
  public static boolean play(List<String> arguments, PrintStream out) throws InterruptedException {
    int threads = 1;
    Breakage breakage = Breakage.NONE;
    for (int i = 2; i < arguments.size(); i++) {
      if (arguments.get(i).equals("--threads")) {
        threads = Integer.parseInt(arguments.get(++i));
      } else {
        breakage = Breakage.named(arguments.get(i));
      }
    }
    long first = Long.parseLong(arguments.get(0));
    long count = Long.parseLong(arguments.get(1));
    Run run = new Run(first, count, breakage, out);
    run.play(threads);
    return run.failed == 0;
  }

  /** Some threads that share seeds. */
  private static final class Run {
    private final long first;
    private final long end;
    private final Breakage breakage;
    private final PrintStream out;
    private final AtomicLong next;
    private final long began = System.nanoTime();
    private long told = began;
    private long done;
    private long events;
    private long frames;
    private long epochs;
    private long redelivered;
    private long slowestServing;
    private long slowestInSync;
    private long failed;
    private long firstFailed = -1;

    Run(long first, long count, Breakage breakage, PrintStream out) {
      this.first = first;
      this.end = first + count;
      this.breakage = breakage;
      this.out = out;
      this.next = new AtomicLong(first);
    }

    void play(int threads) throws InterruptedException {
      Thread[] players = new Thread[threads];
      for (int i = 0; i < threads; i++) {
        players[i] = new Thread(this::playOn, "feige-sim-" + i);
        players[i].start();
      }
      for (Thread player : players) {
        player.join();
      }
      tell();
      if (failed > 0) {
        out.print(story(firstFailed, breakage));
      }
    }

    private void playOn() {
      for (long seed = next.getAndIncrement(); seed < end; seed = next.getAndIncrement()) {
        add(PairPlay.twice(seed, breakage));
      }
    }

    private synchronized void add(ClusterSimulation.Result result) {
      done++;
      ClusterSimulation.Figures figures = result.figures();
      events += figures.events();
      frames += figures.frames();
      epochs += figures.epochs();
      redelivered += figures.redelivered();
      slowestServing = Math.max(slowestServing, figures.servingMillis());
      slowestInSync = Math.max(slowestInSync, figures.inSyncMillis());
      Violation violation = result.violation();
      if (violation != null) {
        failed++;
        firstFailed = firstFailed < 0 ? result.seed() : Math.min(firstFailed, result.seed());
        out.printf("seed %d: %s%n", result.seed(), violation.getMessage());
        if (failed == (breakage == Breakage.NONE ? MAX_FAILURES : 1)) {
          next.set(end);
        }
      }
      if (System.nanoTime() - told > PROGRESS_NANOS) {
        tell();
      }
    }

    private void tell() {
      told = System.nanoTime();
      out.printf(
          "pairs: %d seeds from %d on, %d failed; %.1f seeds/s, each twice; %d events, %d frames"
              + " confirmed, %d messages redelivered, %d epochs; once repaired, served after %d ms"
              + " and in sync after %d ms at most%n",
          done,
          first,
          failed,
          done * 1e9 / (told - began),
          events,
          frames,
          redelivered,
          epochs,
          slowestServing,
          slowestInSync);
    }
  }

  /** Everything somebody needs to understand a seed that fails. */
  static String story(long seed, Breakage breakage) {
    ClusterSimulation.Result result = ClusterSimulation.run(seed, breakage, STORY_LINES);
    StringBuilder text = new StringBuilder("seed %d%n".formatted(seed));
    result.story().forEach(line -> text.append(line).append('\n'));
    text.append("%nseed %d, %s: ".formatted(seed, breakage.words()));
    text.append(words(result.violation()));
    text.append(
        "%nrepeat with: java ... io.feige.broker.sim.SimMain pair %d 1 %s%n"
            .formatted(seed, breakage.words()));
    return text.toString();
  }

  private static String words(@Nullable Violation violation) {
    if (violation == null) {
      return "the two runs differ, or the seed does not fail any more";
    }
    StringWriter out = new StringWriter();
    violation.printStackTrace(new PrintWriter(out));
    return out.toString();
  }
}

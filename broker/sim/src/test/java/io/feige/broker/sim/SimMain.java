package io.feige.broker.sim;

import io.feige.broker.sim.cluster.PairMain;
import io.feige.broker.sim.cluster.wire.Breakage;
import io.feige.broker.sim.world.Mutation;
import io.feige.broker.sim.world.Violation;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Plays seeds from the shell: {@code SimMain FIRST COUNT [MUTATION]} for one node on one disk,
 * {@code SimMain pair FIRST COUNT [BREAKAGE] [--threads N]} for pairs. A seed that fails is told as
 * a story, with the command that repeats it. Exit code 0: everything held, 1: something did not, 2:
 * the arguments are wrong. The system property {@code feige.sim.story} says how many lines a story
 * has.
 */
public final class SimMain {
  private static final int STORY_LINES = Integer.getInteger("feige.sim.story", 120);
  private static final int MAX_FAILURES = 100;
  private static final long PROGRESS_NANOS = 5_000_000_000L;

  private SimMain() {}

  public static void main(String[] args) throws InterruptedException {
    if (args.length >= 3 && args[0].equals("pair")) {
      List<String> arguments = List.of(args).subList(1, args.length);
      System.exit(PairMain.play(arguments, System.out) ? 0 : 1);
      return;
    }
    if (args.length < 2 || args.length > 3) {
      System.err.println("usage: SimMain FIRST COUNT [MUTATION], MUTATION one of");
      List.of(Mutation.values()).forEach(each -> System.err.println("  " + each.words()));
      System.err.println(
          "   or: SimMain pair FIRST COUNT [BREAKAGE] [--threads N], BREAKAGE one of");
      List.of(Breakage.values()).forEach(each -> System.err.println("  " + each.words()));
      System.exit(2);
      return;
    }
    long first = Long.parseLong(args[0]);
    long count = Long.parseLong(args[1]);
    Mutation mutation = args.length > 2 ? Mutation.named(args[2]) : Mutation.NONE;
    System.exit(play(first, count, mutation, System.out) ? 0 : 1);
  }

  private static boolean play(long first, long count, Mutation mutation, PrintStream out) {
    int mostFailures = mutation == Mutation.NONE ? MAX_FAILURES : 1;
    Tally tally = new Tally(first, count, out);
    for (long seed = first; seed < first + count && tally.failed() < mostFailures; seed++) {
      tally.add(SeedPlay.twice(seed, mutation));
    }
    tally.tell();
    if (tally.failed() > 0) {
      out.print(story(tally.firstFailed(), mutation));
    }
    return tally.failed() == 0;
  }

  /** Counts, and tells now and then how far it is. */
  private static final class Tally {
    private final long first;
    private final long count;
    private final PrintStream out;
    private final long began = System.nanoTime();
    private long told = began;
    private long done;
    private long events;
    private long frames;
    private long restarts;
    private long failed;
    private long firstFailed = -1;

    Tally(long first, long count, PrintStream out) {
      this.first = first;
      this.count = count;
      this.out = out;
    }

    void add(Simulation.Result result) {
      done++;
      events += result.events();
      frames += result.frames();
      restarts += result.restarts();
      Violation violation = result.violation();
      if (violation != null) {
        failed++;
        firstFailed = firstFailed < 0 ? result.seed() : firstFailed;
        out.printf("seed %d: %s%n", result.seed(), violation.getMessage());
      }
      if (System.nanoTime() - told > PROGRESS_NANOS) {
        tell();
      }
    }

    long failed() {
      return failed;
    }

    long firstFailed() {
      return firstFailed;
    }

    void tell() {
      told = System.nanoTime();
      out.printf(
          "seeds %d to %d of %d: %d failed; %.1f seeds/s, each twice; %d events, %d frames,"
              + " %d starts of the node%n",
          first,
          first + done - 1,
          count,
          failed,
          done * 1e9 / (told - began),
          events,
          frames,
          restarts);
    }
  }

  /** Everything somebody needs to understand a seed that fails. */
  static String story(long seed, Mutation mutation) {
    Simulation.Result result = Simulation.run(seed, mutation, STORY_LINES);
    StringBuilder text = new StringBuilder("seed %d%n".formatted(seed));
    result.story().forEach(line -> text.append(line).append('\n'));
    text.append("%nseed %d, mutation %s: ".formatted(seed, mutation.words()));
    text.append(words(result.violation()));
    text.append(
        "%nrepeat with: java ... %s %d 1 %s%n"
            .formatted(SimMain.class.getName(), seed, mutation.words()));
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

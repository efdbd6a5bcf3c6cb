package io.feige.dist.letter;

import io.feige.client.FeigeClient;
import io.feige.client.FeigeException;
import io.feige.client.LetterId;
import io.feige.client.LetterOutcome;
import io.feige.client.ReceivedMessage;
import io.feige.dist.cli.CliException;
import io.feige.dist.cli.Context;
import io.feige.dist.cli.ExitCode;
import io.feige.dist.cli.Human;
import io.feige.dist.cli.Progress;
import io.feige.dist.cli.StopSignal;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** Deals with letters some at a time, at a rate. */
final class LetterRun {
  private static final int MOST_AT_ONCE = 500;
  private static final int PARTS_PER_SECOND = 10;
  private static final long LOOK_MILLIS = 100;

  private final Context context;
  private final String topic;
  private final String action;
  private final int perSecond;
  private final Function<List<LetterId>, LetterOutcome> deal;
  private final long began = System.nanoTime();
  private long asked;
  private LetterOutcome outcome = LetterOutcome.NOTHING;

  /**
   * @param action what the letters are afterwards, such as "replayed"
   * @param perSecond letters at most; 0: as fast as it goes
   * @param deal with some of the letters
   */
  LetterRun(
      Context context,
      String topic,
      String action,
      int perSecond,
      Function<List<LetterId>, LetterOutcome> deal) {
    this.context = context;
    this.topic = topic;
    this.action = action;
    this.perSecond = perSecond;
    this.deal = deal;
  }

  /** What {@code --json} prints. */
  record Result(
      String topic,
      String action,
      long letters,
      long passed,
      long left,
      String why,
      boolean isStopped) {
    String words() {
      String words =
          Human.count(letters)
              + (letters == 1 ? " dead letter" : " dead letters")
              + " of topic "
              + topic
              + " "
              + action;
      if (passed > 0) {
        words +=
            "; "
                + Human.count(passed)
                + " passed over: dealt with before, not held any more, or past their time to live";
      }
      if (left > 0) {
        words += "; " + Human.count(left) + " stay open: " + why;
      }
      return words + (isStopped ? "; stopped before the end." : ".");
    }
  }

  /** Deals with letters by id. */
  int run(List<LetterId> ids) {
    try (StopSignal stop = StopSignal.listen()) {
      Progress progress = Progress.on(context.terminal());
      boolean isStopped = !dealWith(ids, stop, progress);
      return tell(progress, isStopped);
    }
  }

  /** Deals with those that are meant, as far as they are there now. */
  int run(FeigeClient client, FilterOptions filter) {
    try (StopSignal stop = StopSignal.listen()) {
      Progress progress = Progress.on(context.terminal());
      boolean[] isStopped = {false};
      filter.walk(
          client,
          topic,
          letters -> {
            isStopped[0] = !dealWith(ids(letters), stop, progress);
            return !isStopped[0];
          });
      return tell(progress, isStopped[0]);
    }
  }

  private static List<LetterId> ids(List<ReceivedMessage> letters) {
    return letters.stream().map(LetterId::of).toList();
  }

  private int tell(Progress progress, boolean isStopped) {
    progress.end();
    Result result =
        new Result(
            topic,
            action,
            outcome.done(),
            outcome.passed(),
            outcome.left(),
            outcome.why(),
            isStopped);
    context.answer(result, result.words());
    return isStopped ? ExitCode.INTERRUPTED : outcome.left() > 0 ? ExitCode.REFUSED : ExitCode.OK;
  }

  /** Returns false when it was stopped. */
  private boolean dealWith(List<LetterId> ids, StopSignal stop, Progress progress) {
    int size =
        perSecond == 0 ? MOST_AT_ONCE : Math.clamp(perSecond / PARTS_PER_SECOND, 1, MOST_AT_ONCE);
    for (int from = 0; from < ids.size(); from += size) {
      if (!awaitTurn(stop)) {
        return false;
      }
      List<LetterId> part = ids.subList(from, Math.min(ids.size(), from + size));
      outcome = outcome.and(dealOrTell(part, progress));
      asked += part.size();
      progress.show(() -> Human.count(outcome.done()) + " letters " + action);
    }
    return true;
  }

  private LetterOutcome dealOrTell(List<LetterId> part, Progress progress) {
    try {
      return deal.apply(part);
    } catch (FeigeException e) {
      progress.end();
      if (outcome.done() > 0) {
        context
            .terminal()
            .note(Human.count(outcome.done()) + " letters " + action + " before this:");
      }
      throw e;
    }
  }

  private boolean awaitTurn(StopSignal stop) {
    while (!stop.isSet()) {
      long leftMillis =
          perSecond == 0 ? 0 : TimeUnit.NANOSECONDS.toMillis(dueNanos() - System.nanoTime());
      if (leftMillis <= 0) {
        return true;
      }
      try {
        Thread.sleep(Math.min(leftMillis, LOOK_MILLIS));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new CliException(ExitCode.INTERRUPTED, "interrupted.");
      }
    }
    return false;
  }

  private long dueNanos() {
    return began + asked * TimeUnit.SECONDS.toNanos(1) / perSecond;
  }
}

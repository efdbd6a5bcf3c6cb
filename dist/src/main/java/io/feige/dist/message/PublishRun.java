package io.feige.dist.message;

import io.feige.client.FeigeException;
import io.feige.client.Producer;
import io.feige.dist.cli.Context;
import io.feige.dist.cli.ExitCode;
import io.feige.dist.cli.Failures;
import io.feige.dist.cli.Progress;
import io.feige.dist.cli.StopSignal;
import io.feige.dist.stream.InFlight;
import io.feige.dist.stream.LineReader;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/** One stream of lines on its way to a topic. */
final class PublishRun {
  /** Larger lines are refused before memory is spent on them; a node's own limit may be lower. */
  static final int MAX_LINE_BYTES = 8 * 1024 * 1024;

  private static final int MAX_IN_FLIGHT = 1 << 17;
  private static final long MAX_IN_FLIGHT_BYTES = 24L << 20;
  private static final int LINES_BETWEEN_LOOKS = 1024;

  private final Context context;
  private final String topic;
  private final PublishTally tally = new PublishTally();
  private final InFlight inFlight;
  private final Progress progress;

  PublishRun(Context context, String topic, Producer producer) {
    this.context = context;
    this.topic = topic;
    this.inFlight = new InFlight(producer, MAX_IN_FLIGHT, MAX_IN_FLIGHT_BYTES, tally);
    this.progress = Progress.on(context.terminal());
  }

  /** The next part of the input that is a message; null: there is none. */
  private interface Parts {
    byte @Nullable [] next() throws IOException;
  }

  /**
   * Publishes all lines, waits for every outcome and says how it ended.
   *
   * @param whole whether all of the input is one message
   */
  int run(InputStream input, boolean whole, LineMessages messages) {
    try (StopSignal stop = StopSignal.listen(this::finish)) {
      InputStream watched = stop.watching(input);
      Parts parts = whole ? whole(watched) : new LineReader(watched, MAX_LINE_BYTES)::next;
      @Nullable IOException broken = publish(parts, messages, stop);
      finish();
      return exitCode(broken, stop);
    }
  }

  private Parts whole(InputStream input) {
    return () -> {
      if (tally.sentCount() > 0) {
        return null;
      }
      byte[] all = input.readNBytes(MAX_LINE_BYTES + 1);
      if (all.length > MAX_LINE_BYTES) {
        throw new IOException("The input is longer than 8 MiB, which is the most for one message");
      }
      return all;
    };
  }

  /** What was published before the input broke keeps its outcome, so the break is a value here. */
  private @Nullable IOException publish(Parts parts, LineMessages messages, StopSignal stop) {
    try {
      byte @Nullable [] part = parts.next();
      while (part != null && !tally.hasFailed() && !stop.isSet()) {
        inFlight.publish(messages.of(part, tally.sentCount() + 1), part.length, 0);
        tally.sent();
        if (tally.sentCount() % LINES_BETWEEN_LOOKS == 0) {
          progress.show(tally::progress);
        }
        part = parts.next();
      }
      return null;
    } catch (IOException broken) {
      return broken;
    }
  }

  private void finish() {
    inFlight.finish();
    progress.end();
    PublishSummary summary = tally.summary();
    if (context.isJson()) {
      context.terminal().json(summary);
    } else {
      context.terminal().note(summary.words(topic));
    }
  }

  private int exitCode(@Nullable IOException broken, StopSignal stop) {
    FeigeException failure = tally.firstFailure();
    if (failure != null) {
      context.terminal().note("feige: " + failure.getMessage());
      return Failures.exitCode(failure);
    }
    if (broken != null) {
      context.terminal().note("feige: " + broken.getMessage() + ".");
      return ExitCode.FAILED;
    }
    return stop.isSet() ? ExitCode.INTERRUPTED : ExitCode.OK;
  }
}

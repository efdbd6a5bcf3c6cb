package io.feige.dist.message;

import io.feige.admin.json.MessageJson;
import io.feige.client.Reader;
import io.feige.client.ReceivedMessage;
import io.feige.dist.cli.ExitCode;
import io.feige.dist.cli.Failures;
import io.feige.dist.cli.Human;
import io.feige.dist.cli.Json;
import io.feige.dist.cli.Progress;
import io.feige.dist.cli.StopSignal;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** One replay of a topic on its way to lines. */
final class ReadRun {
  /**
   * When a replay ends.
   *
   * @param count after so many messages
   * @param follows only then, or when it is stopped
   * @param ends where there is something to read, and before which offset it ends there, by pair
   */
  record Limits(long count, boolean follows, Map<String, Long> ends) {
    Limits {
      PullLimits.checkCount(count);
      ends = Map.copyOf(ends);
    }
  }

  private static final int MAX_BATCH = 10_000;
  private static final Duration LOOK = Duration.ofMillis(250);
  private static final long SILENCE_NANOS = 5_000_000_000L;

  private final Reader reader;
  private final LineOutput output;
  private final KeyPrefix keys;
  private final Limits limits;
  private long read;

  ReadRun(Reader reader, LineOutput output, KeyPrefix keys, Limits limits) {
    this.reader = reader;
    this.output = output;
    this.keys = keys;
    this.limits = limits;
  }

  /**
   * Reads until a limit, Ctrl-C or the end of whoever reads our output.
   *
   * @param isServed asked when no answer comes for long: fails if that is because no node answers
   */
  int run(Runnable isServed) throws IOException {
    Progress progress = output.progress();
    try (StopSignal stop = StopSignal.listen()) {
      long answeredNanos = System.nanoTime();
      while (!stop.isSet() && read < limits.count() && !isAtEnd()) {
        int max = (int) Math.min(MAX_BATCH, limits.count() - read);
        boolean hasMore = write(reader.read(max, LOOK));
        long now = System.nanoTime();
        if (hasMore) {
          answeredNanos = now;
        } else if (now - answeredNanos > SILENCE_NANOS && !limits.follows()) {
          isServed.run();
          answeredNanos = now;
        }
        progress.show(() -> "read " + Human.count(read));
      }
      return stop.isSet() ? ExitCode.INTERRUPTED : ExitCode.OK;
    } catch (IOException broken) {
      if (Failures.isBrokenPipe(broken)) {
        return ExitCode.OK;
      }
      throw broken;
    } finally {
      progress.end();
    }
  }

  /** What is published while we read does not keep us reading. */
  private boolean isAtEnd() {
    return !limits.follows()
        && limits.ends().entrySet().stream().allMatch(end -> isAtEnd(end.getKey(), end.getValue()));
  }

  /** Unknown before the first answer, which may refuse an offset beyond the end. */
  private boolean isAtEnd(String pair, long end) {
    return reader.endOffset(pair) >= 0 && reader.nextOffset(pair) >= end;
  }

  private boolean write(List<ReceivedMessage> messages) throws IOException {
    for (ReceivedMessage message : messages) {
      if (output.context().isJson()) {
        String line = Json.line(MessageJson.of(message));
        output.lines().write(line.getBytes(StandardCharsets.UTF_8));
      } else if (message.problem().isPresent()) {
        output.unreadable(message, "is left out");
      } else {
        output.lines().write(keys.before(message), message.body());
      }
    }
    output.lines().flush();
    read += messages.size();
    return !messages.isEmpty();
  }
}

package io.feige.dist.admin;

import io.feige.dist.admin.AdminApi.Event;
import io.feige.dist.admin.AdminApi.Events;
import io.feige.dist.cli.CliException;
import io.feige.dist.cli.Context;
import io.feige.dist.cli.ExitCode;
import io.feige.dist.cli.StopSignal;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Shows what has happened, and what happens. */
@Command(
    name = "events",
    description = {
      "Shows what has happened in a cluster, the oldest first: alerts that began and ended, decisions"
          + " about pairs, what failovers came to, nodes that came and went, which Admin leads.",
      "",
      "With --follow it goes on until Ctrl-C, and while no Admin answers tries again."
    },
    footer = {
      "",
      "Examples:",
      "  feige events --limit 20",
      "  feige events --follow --json | jq -r 'select(.severity != \"INFO\").sentence'"
    })
public final class EventsCommand implements Callable<Integer> {
  private static final int MOST = 1_000;
  private static final int WAIT_SECONDS = 20;
  private static final int LOOK_MILLIS = 100;
  private static final Duration PAUSE = Duration.ofSeconds(1);
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSX", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  private static final Logger LOG = LoggerFactory.getLogger(EventsCommand.class);

  private final Context context;
  private boolean isAway;

  @Mixin private AdminOptions options = new AdminOptions();

  @Option(
      names = {"-f", "--follow"},
      description = "Go on with what happens, until Ctrl-C.")
  private boolean follow;

  @Option(
      names = {"-n", "--limit"},
      paramLabel = "N",
      defaultValue = "100",
      description = "So many of the newest at most, 1 to 1,000. Default: ${DEFAULT-VALUE}.")
  private int limit = 100;

  public EventsCommand(Context context) {
    this.context = context;
  }

  @Override
  public Integer call() throws InterruptedException, ExecutionException {
    if (limit < 1 || limit > MOST) {
      throw new CliException(ExitCode.USAGE, "--limit must be 1 to " + MOST + ".");
    }
    AdminApi api = options.api(context);
    Events newest = api.events("", limit, 0);
    if (!follow) {
      tell(newest);
      return ExitCode.OK;
    }
    try (StopSignal stop = StopSignal.listen();
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      tell(newest);
      follow(api, newest.last(), stop, threads);
      return ExitCode.INTERRUPTED;
    }
  }

  private void follow(AdminApi api, String from, StopSignal stop, ExecutorService threads)
      throws InterruptedException, ExecutionException {
    String last = from;
    while (!stop.isSet()) {
      String after = last;
      Future<Events> asked = threads.submit(() -> api.events(after, MOST, WAIT_SECONDS));
      try {
        Optional<Events> next = await(asked, stop);
        if (next.isPresent()) {
          isAway = false;
          tell(next.get());
          last = next.get().last();
        }
      } catch (ExecutionException e) {
        goOnIfAway(e);
        pause(stop);
      }
    }
  }

  /** What was asked for; empty: the user wants it to end. */
  private static Optional<Events> await(Future<Events> asked, StopSignal stop)
      throws InterruptedException, ExecutionException {
    Optional<Events> next = Optional.empty();
    while (next.isEmpty() && !stop.isSet()) {
      try {
        next = Optional.of(asked.get(LOOK_MILLIS, TimeUnit.MILLISECONDS));
      } catch (TimeoutException e) {
        LOG.trace("nothing has happened yet", e);
      }
    }
    var _ = asked.cancel(true);
    return next;
  }

  private void goOnIfAway(ExecutionException why) throws ExecutionException {
    boolean mayComeBack =
        why.getCause() instanceof CliException failure
            && (failure.exitCode() == ExitCode.UNREACHABLE
                || failure.exitCode() == ExitCode.UNKNOWN);
    if (!mayComeBack) {
      throw why;
    }
    if (!isAway) {
      isAway = true;
      context.terminal().note("feige: no Admin answers at the moment; trying again.");
    }
  }

  private static void pause(StopSignal stop) throws InterruptedException {
    long end = System.nanoTime() + PAUSE.toNanos();
    while (!stop.isSet() && System.nanoTime() < end) {
      Thread.sleep(LOOK_MILLIS);
    }
  }

  private void tell(Events page) {
    if (page.missed()) {
      context.terminal().note("feige: some of what happened in between may be missing.");
    }
    for (Event event : page.events()) {
      context.answer(event, words(event));
    }
  }

  private static String words(Event event) {
    return "%s  %-8s  %-10s  %s  %s"
        .formatted(
            TIME.format(Instant.ofEpochMilli(event.atMillis())),
            event.severity(),
            event.kind(),
            event.of(),
            event.sentence());
  }
}

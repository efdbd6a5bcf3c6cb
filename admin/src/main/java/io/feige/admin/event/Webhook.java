package io.feige.admin.event;

import io.feige.admin.json.Json;
import io.feige.admin.log.AdminLogId;
import io.feige.admin.log.RateLimitedLog;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Posts what the leading Admin sees to somebody else: in order, one request at a time, each until
 * it is answered with success. What was sent and not answered is sent again, so it may come twice;
 * its id says so. Events wait here, {@value #MOST_WAITING} at most; beyond that the oldest are
 * dropped, and the next delivery says how many.
 *
 * <p>What an Admin has seen while it led it delivers also afterwards, because nobody else knows it.
 * Any thread may tell; a thread of its own sends.
 */
public final class Webhook implements EventSink, AutoCloseable {
  static final int MOST_WAITING = 1_000;
  static final int MOST_AT_ONCE = 100;

  private static final Logger LOG = LoggerFactory.getLogger(Webhook.class);

  /**
   * Its times.
   *
   * @param limit of a request
   * @param pause after the first one that failed; each further one doubles it
   * @param longest pause
   * @param stop how long close waits at most for a request to end
   */
  record Pace(Duration limit, Duration pause, Duration longest, Duration stop) {
    static final Pace USUAL =
        new Pace(
            Duration.ofSeconds(5),
            Duration.ofSeconds(1),
            Duration.ofMinutes(1),
            Duration.ofSeconds(1));
  }

  private record Batch(List<Event> events, long dropped) {}

  private final String admin;
  private final WebhookSettings settings;
  private final Pace pace;
  private final BooleanSupplier leads;
  private final Optional<WebhookCall> call;
  private final RateLimitedLog failures = RateLimitedLog.of(LOG, AdminLogId.WEBHOOK_FAILED);
  private final Thread thread = new Thread(this::run, "feige-webhook");
  private final Deque<Event> waiting = new ArrayDeque<>();
  private final LongAdder sent = new LongAdder();
  private final LongAdder failed = new LongAdder();
  private final LongAdder dropped = new LongAdder();
  private long untold;

  private Webhook(
      String admin, WebhookSettings settings, Optional<Path> ca, BooleanSupplier leads, Pace pace) {
    this.admin = admin;
    this.settings = settings;
    this.pace = pace;
    this.leads = leads;
    this.call = settings.url().map(url -> new WebhookCall(url, settings.token(), ca, pace.limit()));
  }

  /**
   * Sends from now on, if the settings say where to.
   *
   * @param admin the name of this one
   * @param ca authorities that are trusted besides those of the platform
   * @param leads whether this Admin leads
   */
  public static Webhook start(
      String admin, WebhookSettings settings, Optional<Path> ca, BooleanSupplier leads) {
    return start(admin, settings, ca, leads, Pace.USUAL);
  }

  static Webhook start(
      String admin, WebhookSettings settings, Optional<Path> ca, BooleanSupplier leads, Pace pace) {
    Webhook webhook = new Webhook(admin, settings, ca, leads, pace);
    if (webhook.call.isPresent()) {
      webhook.thread.setDaemon(true);
      webhook.thread.start();
    }
    return webhook;
  }

  /** How many events were taken. */
  public long sent() {
    return sent.sum();
  }

  /** How many requests failed. */
  public long failed() {
    return failed.sum();
  }

  /** How many events were dropped. */
  public long dropped() {
    return dropped.sum();
  }

  @Override
  public void tell(Event event) {
    if (call.isPresent() && settings.kinds().contains(event.kind()) && leads.getAsBoolean()) {
      synchronized (waiting) {
        waiting.addLast(event);
        makeRoom();
        waiting.notifyAll();
      }
    }
  }

  /** What waits is not sent any more; the log of events has it. */
  @Override
  public void close() {
    thread.interrupt();
    try {
      thread.join(pace.stop().toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    synchronized (waiting) {
      if (!waiting.isEmpty()) {
        LOG.warn(
            "{} {}: Admin stops before {} events were delivered",
            AdminLogId.WEBHOOK_FAILED,
            settings.place(),
            waiting.size());
      }
    }
  }

  private void run() {
    try (WebhookCall open = call.orElseThrow()) {
      long pause = pace.pause().toMillis();
      while (true) {
        Batch batch = next();
        String why = post(open, batch);
        if (why.isEmpty()) {
          taken(batch, pause > pace.pause().toMillis());
          pause = pace.pause().toMillis();
        } else {
          back(batch);
          failed.increment();
          var _ = failures.warn(settings.place(), why + "; events wait, and are sent again");
          Thread.sleep(pause);
          pause = Math.min(2 * pause, pace.longest().toMillis());
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private String post(WebhookCall open, Batch batch) throws InterruptedException {
    try {
      return open.post(body(batch));
    } catch (RuntimeException e) {
      LOG.error("{} the webhook met a fault", AdminLogId.INTERNAL_FAULT, e);
      return "Admin met a fault of its own";
    } catch (InterruptedException e) {
      back(batch);
      throw e;
    }
  }

  private byte[] body(Batch batch) {
    ObjectNode json =
        Json.object()
            .put("admin", admin)
            .set("events", Json.array(batch.events(), EventJson::write));
    if (batch.dropped() > 0) {
      json.put("dropped", batch.dropped());
    }
    return Json.bytes(json);
  }

  /** Those that have waited longest, taken out; waits for the first. */
  private Batch next() throws InterruptedException {
    synchronized (waiting) {
      while (waiting.isEmpty()) {
        waiting.wait();
      }
      List<Event> events = new ArrayList<>();
      while (!waiting.isEmpty() && events.size() < MOST_AT_ONCE) {
        events.add(waiting.removeFirst());
      }
      return new Batch(events, untold);
    }
  }

  private void taken(Batch batch, boolean isBack) {
    sent.add(batch.events().size());
    synchronized (waiting) {
      untold -= batch.dropped();
    }
    if (isBack) {
      LOG.info("{} {} takes events again", AdminLogId.WEBHOOK_BACK, settings.place());
    }
  }

  private void back(Batch batch) {
    synchronized (waiting) {
      batch.events().reversed().forEach(waiting::addFirst);
      makeRoom();
    }
  }

  private void makeRoom() {
    while (waiting.size() > MOST_WAITING) {
      waiting.removeFirst();
      dropped.increment();
      untold++;
    }
  }
}

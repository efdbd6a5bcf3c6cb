package io.feige.admin.http;

import io.feige.access.Admission;
import io.feige.admin.access.AdminAccess;
import io.feige.admin.event.EventId;
import io.feige.admin.event.EventJson;
import io.feige.admin.event.EventLog;
import io.feige.admin.event.EventPage;
import io.feige.admin.json.Json;
import io.javalin.http.Context;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What has happened. The leading Admin answers, and another one asks it; while nobody leads, an
 * Admin tells what it knows itself.
 */
final class EventReads {
  /**
   * Requests that wait, at a time; of 512 connections, half of which may look on ({@link Live}).
   */
  static final int MOST_WAITING = 128;

  static final int MOST_OF_ONE = 64;

  private static final int USUAL = 100;
  private static final int MOST = 1_000;
  private static final int LONGEST_WAIT = 30;
  private static final Duration RELAY = Duration.ofSeconds(3);

  /** An Admin that does not lead looks soon whether somebody does by now. */
  private static final int LONGEST_WAIT_ALONE = 1;

  private record Asked(Optional<EventId> after, int limit, int waitSeconds) {
    private String address() {
      return "/api/v1/events?limit="
          + limit
          + "&waitSeconds="
          + waitSeconds
          + after.map(id -> "&after=" + id).orElse("");
    }
  }

  private final Cluster cluster;
  private final Relay relay;
  private final AdminAccess access;
  private final Callers callers;
  private final EventLog log;
  private final Map<String, Integer> waiting = new HashMap<>();

  EventReads(Cluster cluster, Relay relay, AdminAccess access, Callers callers) {
    this.cluster = cluster;
    this.relay = relay;
    this.access = access;
    this.callers = callers;
    this.log = cluster.events();
  }

  /** Those who wait are answered, so that the port can be closed. */
  void close() {
    log.endWaiting();
  }

  void show(Context context) throws InterruptedException {
    Asked asked =
        new Asked(
            after(context),
            Query.number(context, "limit", USUAL, 1, MOST),
            Query.number(context, "waitSeconds", 0, 0, LONGEST_WAIT));
    Admission admission = Callers.of(context);
    String user = admission.identity().toString();
    if (asked.waitSeconds() == 0 || !enter(user)) {
      answer(context, new Asked(asked.after(), asked.limit(), 0));
      return;
    }
    callers.leave(context);
    try {
      answer(context, asked);
    } finally {
      leave(user);
    }
    if (!Live.mayLookOn(context, admission, access)) {
      throw Problem.notAuthenticated("who waited here may not look on any more");
    }
  }

  private void answer(Context context, Asked asked) throws InterruptedException {
    if (leads()) {
      tell(context, read(asked, asked.waitSeconds()));
      return;
    }
    try {
      relay.relay(context, asked.address(), RELAY.plusSeconds(asked.waitSeconds()));
    } catch (Problem e) {
      EventPage own = read(asked, Math.min(asked.waitSeconds(), LONGEST_WAIT_ALONE));
      EventId end = own.events().isEmpty() ? asked.after().orElse(own.last()) : own.last();
      // An id that is not known here is one of the leader's, which will know.
      boolean isMissed = own.isMissed() && !own.events().isEmpty();
      tell(context, new EventPage(own.events(), end, isMissed));
    }
  }

  private EventPage read(Asked asked, int seconds) throws InterruptedException {
    return log.await(asked.after(), asked.limit(), Duration.ofSeconds(seconds));
  }

  private static void tell(Context context, EventPage page) {
    Reads.answer(
        context,
        Json.object()
            .set("events", Json.array(page.events(), EventJson::write))
            .put("last", page.last().toString())
            .put("missed", page.isMissed()));
  }

  private static Optional<EventId> after(Context context) {
    String text = Query.text(context, "after");
    try {
      return text.isEmpty() ? Optional.empty() : Optional.of(EventId.parse(text));
    } catch (IllegalArgumentException e) {
      throw Problem.badRequest("after: " + e.getMessage());
    }
  }

  private boolean leads() {
    return cluster.controller().leaderEpoch() > 0;
  }

  private boolean enter(String user) {
    synchronized (waiting) {
      int all = waiting.values().stream().mapToInt(Integer::intValue).sum();
      if (all >= MOST_WAITING || waiting.getOrDefault(user, 0) >= MOST_OF_ONE) {
        return false;
      }
      waiting.merge(user, 1, Integer::sum);
      return true;
    }
  }

  private void leave(String user) {
    synchronized (waiting) {
      var _ = waiting.computeIfPresent(user, (name, count) -> count == 1 ? null : count - 1);
    }
  }
}

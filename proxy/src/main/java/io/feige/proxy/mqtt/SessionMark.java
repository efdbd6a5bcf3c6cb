package io.feige.proxy.mqtt;

import io.feige.client.Subscription;
import java.util.List;

/**
 * Says of a session which connection has it, and when it ends if its client has gone. It stands
 * with the session's subscriptions, as one by which nothing comes, so that every proxy knows it.
 *
 * <p>Each connection of a session has a mark of its own. So one that says its end late does not say
 * it for a connection that has come meanwhile, through another proxy.
 */
final class SessionMark {
  private static final String LEVEL = "$session";
  private static final String PREFIX = LEVEL + "/";
  private static final long LONG_AGO = 1;

  private final String filter;

  /** The one of a connection. */
  SessionMark(String token) {
    this.filter = PREFIX + token;
  }

  /** Whether it is a mark, or could be mistaken for one. */
  static boolean isFilter(String filter) {
    return filter.equals(LEVEL) || filter.startsWith(PREFIX);
  }

  /** The client is there. If its proxy dies, a session that is not kept has ended then. */
  Subscription of(boolean isKept) {
    return new Subscription(filter, isKept ? 0 : LONG_AGO);
  }

  Subscription endsAt(long millis) {
    return new Subscription(filter, millis);
  }

  /** The marks among subscriptions. */
  static List<String> among(List<Subscription> subscriptions) {
    return subscriptions.stream().map(Subscription::filter).filter(SessionMark::isFilter).toList();
  }

  /** Whether no connection has come after this one. */
  boolean isAlone(List<Subscription> subscriptions) {
    return among(subscriptions).equals(List.of(filter));
  }

  /** Whether the session has ended: each connection has said so, and it is past. */
  static boolean isPast(List<Subscription> subscriptions) {
    long now = System.currentTimeMillis();
    List<Subscription> marks =
        subscriptions.stream().filter(each -> isFilter(each.filter())).toList();
    return !marks.isEmpty() && marks.stream().allMatch(each -> each.tag() > 0 && each.tag() <= now);
  }
}

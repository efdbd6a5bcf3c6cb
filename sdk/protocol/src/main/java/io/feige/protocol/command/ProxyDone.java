package io.feige.protocol.command;

import io.feige.protocol.model.ProxySession;
import io.feige.protocol.model.Range;
import java.util.List;

/**
 * What came of a {@link ProxyTask}.
 *
 * @param number of the task
 * @param count sessions that were listed, ended or told
 * @param sessions those that were asked for
 * @param hasMore whether there are more of them
 */
public record ProxyDone(long number, int count, List<ProxySession> sessions, boolean hasMore) {
  /**
   * Takes a copy of the list.
   *
   * @throws IllegalArgumentException naming the field
   */
  public ProxyDone {
    Range.require("number", number, 1, Long.MAX_VALUE);
    Range.requireNotNegative("count", count);
    sessions = List.copyOf(sessions);
    Range.require("sessions", sessions.size(), 0, ProxySession.MAX_PAGE);
  }

  /** Of a task that lists nothing. */
  public static ProxyDone of(long number, int count) {
    return new ProxyDone(number, count, List.of(), false);
  }
}

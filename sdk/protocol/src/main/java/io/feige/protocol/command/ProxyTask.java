package io.feige.protocol.command;

import io.feige.protocol.model.ProxySession;
import io.feige.protocol.model.Range;

/**
 * What the leading Admin wants of a proxy, said in the answer to a report. The proxy reports at
 * once then, and says what it came to ({@link ProxyDone}).
 */
public sealed interface ProxyTask {
  /** Characters of a notice. */
  int MAX_NOTICE = 1_000;

  /** Random; the answer has it. */
  long number();

  /**
   * Say which sessions there are, the oldest first.
   *
   * @param after only those with a higher id
   * @param limit so many at most, 1 to {@link ProxySession#MAX_PAGE}
   */
  record ListSessions(long number, long after, int limit) implements ProxyTask {
    /**
     * Checks the numbers.
     *
     * @throws IllegalArgumentException naming the field
     */
    public ListSessions {
      Range.require("number", number, 1, Long.MAX_VALUE);
      Range.requireNotNegative("after", after);
      Range.require("limit", limit, 1, ProxySession.MAX_PAGE);
    }
  }

  /** End a session. */
  record EndSession(long number, long session) implements ProxyTask {
    /**
     * Checks the numbers.
     *
     * @throws IllegalArgumentException naming the field
     */
    public EndSession {
      Range.require("number", number, 1, Long.MAX_VALUE);
      Range.require("session", session, 1, Long.MAX_VALUE);
    }
  }

  /** Tell all sessions something. */
  record Notice(long number, String text) implements ProxyTask {
    /**
     * Checks number and length.
     *
     * @throws IllegalArgumentException naming the field
     */
    public Notice {
      Range.require("number", number, 1, Long.MAX_VALUE);
      Range.requireLength("text", text, 1, MAX_NOTICE);
    }
  }

  /** Send all clients away, and end. */
  record Drain(long number) implements ProxyTask {
    /**
     * Checks the number.
     *
     * @throws IllegalArgumentException naming the field
     */
    public Drain {
      Range.require("number", number, 1, Long.MAX_VALUE);
    }
  }
}

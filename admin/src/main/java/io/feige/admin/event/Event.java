package io.feige.admin.event;

/**
 * Something that has happened and that an operator may want to know of.
 *
 * @param id its place in the order; {@link EventId#NONE} until it is told
 * @param atMillis when it was told, in milliseconds since 1970
 * @param of the pair, node or Admin that it is about
 * @param rule of alerts: which kind it is; else empty
 * @param sentence what has happened, without control characters
 * @param whatToDo empty: nothing
 */
public record Event(
    EventId id,
    long atMillis,
    Kind kind,
    Severity severity,
    String of,
    String rule,
    String sentence,
    String whatToDo) {
  private static final int MOST_TEXT = 4_000;

  /** What has happened. Names are a promise to callers of the REST interface. */
  public enum Kind {
    /** Something is wrong. */
    ALERT,
    /** It is no longer. */
    ALERT_OVER,
    /** A pair was changed. */
    DECISION,
    /** What an activation came to is known completely. */
    REPORT,
    /** A failover was rehearsed. */
    DRILL,
    /** A node has connected. */
    NODE_CAME,
    /** A node's connection has ended. */
    NODE_GONE,
    /** An Admin leads, or leads no longer. */
    LEADER
  }

  /** How soon somebody should look. */
  public enum Severity {
    /** Nobody has to. */
    INFO,
    /** Nobody is harmed yet. */
    WARNING,
    /** Messages wait, or nobody decides. */
    CRITICAL
  }

  public Event {
    sentence = shown(sentence);
    whatToDo = shown(whatToDo);
  }

  /** One that is about to be told, with nothing to do. */
  public static Event of(Kind kind, Severity severity, String of, String sentence) {
    return new Event(EventId.NONE, 0, kind, severity, of, "", sentence, "");
  }

  /** The same with advice. */
  public Event todo(String advice) {
    return new Event(id, atMillis, kind, severity, of, rule, sentence, advice);
  }

  /** The same of a rule. */
  public Event by(String newRule) {
    return new Event(id, atMillis, kind, severity, of, newRule, sentence, whatToDo);
  }

  Event told(EventId newId, long millis) {
    return new Event(newId, millis, kind, severity, of, rule, sentence, whatToDo);
  }

  /** Evidence has what nodes say; it ends on terminals. */
  private static String shown(String text) {
    String line = text.replaceAll("\\p{Cntrl}", " ");
    return line.length() <= MOST_TEXT ? line : line.substring(0, MOST_TEXT) + "…";
  }
}

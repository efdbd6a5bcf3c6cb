package io.feige.admin.alert;

/**
 * Something that an operator should know of and that is so now.
 *
 * @param rule what kind of thing it is; never renamed
 * @param of the pair, node or Admin
 * @param sinceMillis since when, in milliseconds since 1970; 0: it has just been found
 * @param sentence what is so, and what it means
 */
public record Alert(
    String rule, String of, Severity severity, long sinceMillis, String sentence, String whatToDo) {
  /** How soon somebody should look. */
  public enum Severity {
    /** Nobody is harmed yet; one fault more may do harm. */
    WARNING,
    /** Messages wait, or nobody decides. */
    CRITICAL
  }

  static Alert warning(String rule, String of, String sentence, String whatToDo) {
    return new Alert(rule, of, Severity.WARNING, 0, sentence, whatToDo);
  }

  static Alert critical(String rule, String of, String sentence, String whatToDo) {
    return new Alert(rule, of, Severity.CRITICAL, 0, sentence, whatToDo);
  }

  Alert since(long millis) {
    return new Alert(rule, of, severity, millis, sentence, whatToDo);
  }

  /** The same thing, however it is worded by now. */
  String id() {
    return rule + " " + of;
  }
}

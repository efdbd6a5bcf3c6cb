package io.feige.access;

/** A change of users, tokens or rights that is not made, and why. */
public final class AccessException extends RuntimeException {
  private static final long serialVersionUID = 1L;
  private static final int MOST_SHOWN = 100;

  /** What is wrong. */
  public enum Kind {
    /** A value is not one. */
    INVALID,
    /** There is no such user or token. */
    NOT_FOUND,
    /** There is one of that name already. */
    EXISTS,
    /** It would be too many, or lock everybody out. */
    NOT_POSSIBLE
  }

  private final Kind kind;

  private AccessException(Kind kind, String message) {
    super(message);
    this.kind = kind;
  }

  static AccessException invalid(String message) {
    return new AccessException(Kind.INVALID, message);
  }

  static AccessException notFound(String message) {
    return new AccessException(Kind.NOT_FOUND, message);
  }

  static AccessException exists(String message) {
    return new AccessException(Kind.EXISTS, message);
  }

  static AccessException notPossible(String message) {
    return new AccessException(Kind.NOT_POSSIBLE, message);
  }

  /** What is wrong. */
  public Kind kind() {
    return kind;
  }

  /** A caller's text, as it may stand in a message or a log line. */
  static String shown(String text) {
    String printable = text.replaceAll("[^\\x20-\\x7E]", "?");
    return printable.substring(0, Math.min(printable.length(), MOST_SHOWN));
  }
}

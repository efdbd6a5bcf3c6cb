package io.feige.client;

import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.error.RetryClass;
import io.feige.protocol.error.Stored;
import org.jspecify.annotations.Nullable;

/**
 * Why an operation did not succeed. The three kinds are the three things a caller can do: correct
 * the call, repeat it later, or find out what became of it. The message says the cause, whether
 * anything was stored, and what to do.
 */
public abstract sealed class FeigeException extends RuntimeException
    permits RefusedException, TemporaryException, OutcomeUnknownException {
  private static final long serialVersionUID = 1L;

  private final ErrorCode code;
  private final Stored stored;

  FeigeException(ErrorCode code, Stored stored, String detail, @Nullable Throwable cause) {
    super(words(code, stored, detail), cause);
    this.code = code;
    this.stored = stored;
  }

  /** The exception of an error as the table of codes describes it. */
  public static FeigeException of(ErrorCode code, String detail) {
    return of(code, detail, null);
  }

  /**
   * The exception of an error as the table of codes describes it.
   *
   * @param detail what the code's sentence does not say; may be empty
   * @param cause what led to it
   */
  public static FeigeException of(ErrorCode code, String detail, @Nullable Throwable cause) {
    return switch (code.retryClass()) {
      case NEVER -> new RefusedException(code, code.stored(), detail, cause);
      case BACKOFF, REROUTE -> new TemporaryException(code, code.stored(), detail, cause);
      case OUTCOME_UNKNOWN -> new OutcomeUnknownException(code, Stored.UNKNOWN, detail, cause);
    };
  }

  /** The exception of an error that came after something was sent whose outcome nobody knows. */
  public static FeigeException unknown(ErrorCode code, String detail) {
    return new OutcomeUnknownException(code, Stored.UNKNOWN, detail, null);
  }

  /** The same failure for a thread that waited for it, with that thread's stack. */
  public static FeigeException seenBy(FeigeException failure) {
    String detail = String.valueOf(failure.getMessage());
    FeigeException seen;
    if (failure instanceof RefusedException) {
      seen = new RefusedException(failure.code, failure.stored, detail, failure);
    } else if (failure instanceof TemporaryException) {
      seen = new TemporaryException(failure.code, failure.stored, detail, failure);
    } else {
      seen = new OutcomeUnknownException(failure.code, failure.stored, detail, failure);
    }
    return seen;
  }

  /** The error's entry in the table of codes. */
  public ErrorCode code() {
    return code;
  }

  /** What a caller may do without asking a person. */
  public RetryClass retryClass() {
    return stored == Stored.UNKNOWN ? RetryClass.OUTCOME_UNKNOWN : code.retryClass();
  }

  /** Whether the operation changed anything durable. */
  public Stored stored() {
    return stored;
  }

  private static String words(ErrorCode code, Stored stored, String detail) {
    if (detail.startsWith(code.name() + ":")) {
      return detail;
    }
    String fate =
        switch (stored) {
          case NO -> "Nothing was stored.";
          case YES -> "It was stored.";
          case UNKNOWN -> "It may or may not have been stored.";
        };
    return code.name() + ": " + what(code, detail) + " " + fate + " " + code.whatToDo();
  }

  /** A node says what it adds in a clause, this library in a sentence. */
  private static String what(ErrorCode code, String detail) {
    String sentence = code.sentence();
    if (detail.isEmpty()) {
      return sentence;
    }
    String end = detail.endsWith(".") ? "" : ".";
    boolean isClause = Character.isLowerCase(detail.charAt(0)) && sentence.endsWith(".");
    return isClause
        ? sentence.substring(0, sentence.length() - 1) + ": " + detail + end
        : sentence + " " + detail + end;
  }
}

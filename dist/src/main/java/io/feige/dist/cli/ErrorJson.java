package io.feige.dist.cli;

import io.feige.client.FeigeException;
import org.jspecify.annotations.Nullable;

/**
 * An error for scripts, one line on standard error under {@code --json}. Names and order are a
 * promise; there may be more at the end.
 *
 * @param error the sentence that a person reads
 * @param code name of the server's or client's error code; null where there is none
 * @param retry whether trying again can help, see {@code docs/error-codes.md}; null without a code
 * @param exitCode what the process answers
 */
record ErrorJson(String error, @Nullable String code, @Nullable String retry, int exitCode) {
  static ErrorJson of(Throwable failure, String sentence, int exitCode) {
    Throwable known = failure instanceof CliException said ? said.getCause() : failure;
    return known instanceof FeigeException refused
        ? new ErrorJson(sentence, refused.code().name(), refused.retryClass().name(), exitCode)
        : new ErrorJson(sentence, null, null, exitCode);
  }
}

package io.feige.proxy.call;

import io.feige.proxy.answer.Problem;
import java.util.Optional;

/**
 * The header {@code Idempotency-Key}, as draft-ietf-httpapi-idempotency-key-header-07 has it: a
 * string of RFC 9651 in quotation marks. Most clients send it without them, which is the same key.
 */
final class IdempotencyKey {
  private static final String NAME = "Idempotency-Key";

  /** Each message of a batch has its number behind it. */
  private static final int LONGEST = 200;

  private IdempotencyKey() {}

  /**
   * The key of a request, if it has one.
   *
   * @throws Problem it is empty, too long, or no string
   */
  static Optional<String> of(Request request) {
    return request.headerNamed(NAME).map(IdempotencyKey::read);
  }

  static String read(String value) {
    String text = value.strip();
    String key = text.startsWith("\"") ? unquoted(text) : text;
    if (key.isEmpty() || key.length() > LONGEST) {
      throw Problem.badRequest(NAME + " has 1 to " + LONGEST + " characters, not " + key.length());
    }
    return key;
  }

  private static String unquoted(String text) {
    StringBuilder key = new StringBuilder();
    int last = text.length() - 1;
    for (int i = 1; i < last; i++) {
      char c = text.charAt(i);
      boolean isEscape = c == '\\';
      if (isEscape) {
        i++;
      }
      char plain = text.charAt(i);
      boolean isEscapable = plain == '"' || plain == '\\';
      if (isEscape != isEscapable || i == last) {
        throw notAString();
      }
      key.append(plain);
    }
    if (last == 0 || text.charAt(last) != '"') {
      throw notAString();
    }
    return key.toString();
  }

  private static Problem notAString() {
    return Problem.badRequest(NAME + " begins as a string in quotation marks and does not end so");
  }
}

package io.feige.protocol.model;

import org.jspecify.annotations.Nullable;

/**
 * What topics, groups, pairs and nodes may be called: 1 to 200 of A-Z a-z 0-9 . _ -, not a dot
 * first.
 */
public final class NameRule {
  /** The longest name, in characters. */
  public static final int MAX_LENGTH = 200;

  private NameRule() {}

  /** Whether a name follows the rule. */
  public static boolean permits(String name) {
    return problem(name) == null;
  }

  /** What is wrong with a name, as a sentence that does not repeat it; null if nothing. */
  public static @Nullable String problem(String name) {
    if (name.isEmpty()) {
      return "a name has at least one character";
    }
    if (name.length() > MAX_LENGTH) {
      return "a name has at most " + MAX_LENGTH + " characters, not " + name.length();
    }
    if (name.charAt(0) == '.') {
      return "a name does not begin with a dot";
    }
    for (int i = 0; i < name.length(); i++) {
      if (!isPermitted(name.charAt(i))) {
        return "a name has only A-Z a-z 0-9 . _ - and not what is at index " + i;
      }
    }
    return null;
  }

  /**
   * The name, if it follows the rule.
   *
   * @throws IllegalArgumentException if it does not
   */
  public static String require(String name) {
    String problem = problem(name);
    if (problem != null) {
      throw new IllegalArgumentException(problem);
    }
    return name;
  }

  private static boolean isPermitted(char c) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (c >= '0' && c <= '9')
        || c == '.'
        || c == '_'
        || c == '-';
  }
}

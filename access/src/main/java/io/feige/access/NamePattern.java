package io.feige.access;

import io.feige.protocol.model.NameRule;

/**
 * Which names a grant is for: one name, all that begin so ({@code orders.*}), or all ({@code *}).
 * Matching takes as long as the pattern is.
 */
public record NamePattern(String start, boolean isPrefix) {
  static final NamePattern ANY = new NamePattern("", true);
  private static final String REST = "*";

  /**
   * The pattern of a text.
   *
   * @throws AccessException if it is none
   */
  static NamePattern parse(String text) {
    boolean isPrefix = text.endsWith(REST);
    String start = isPrefix ? text.substring(0, text.length() - 1) : text;
    String problem = isPrefix && start.isEmpty() ? null : NameRule.problem(start);
    if (problem != null) {
      throw AccessException.invalid(
          "'"
              + AccessException.shown(text)
              + "' is no name, and no beginning with a * after it: "
              + problem);
    }
    return new NamePattern(start, isPrefix);
  }

  boolean covers(String name) {
    return isPrefix ? name.startsWith(start) : name.equals(start);
  }

  @Override
  public String toString() {
    return isPrefix ? start + REST : start;
  }
}

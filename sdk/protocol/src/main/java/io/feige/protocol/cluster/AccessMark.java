package io.feige.protocol.cluster;

import io.feige.protocol.model.Range;

/**
 * Which table of users and rights somebody has.
 *
 * @param lineage chosen at random when the table began; empty: there is none
 * @param version grows by one with each change
 */
public record AccessMark(String lineage, long version) {
  /** No table. */
  public static final AccessMark NONE = new AccessMark("", 0);

  /** The longest lineage, in characters. */
  public static final int MAX_LINEAGE = 64;

  /**
   * Refuses what is out of range.
   *
   * @throws IllegalArgumentException naming the field and its range
   */
  public AccessMark {
    Range.require("length of lineage", lineage.length(), 0, MAX_LINEAGE);
    Range.requireNotNegative("version", version);
  }

  /** Whether it replaces the other: it is of another table, or a later version of the same. */
  public boolean replaces(AccessMark other) {
    return !lineage.equals(other.lineage) ? !lineage.isEmpty() : version > other.version;
  }
}

package io.feige.protocol.model;

/**
 * Records of a delivered batch that follow each other and are in the same attempt.
 *
 * @param first index in the batch of the first one
 * @param count number of records, 1 or more
 * @param attempt 1: a first delivery, and always so for READ; higher: may have been delivered
 *     before
 */
public record Selection(int first, int count, int attempt) {
  /** The most records a batch can have. */
  public static final int MAX_RECORDS = 65_535;

  /**
   * Refuses what no batch can hold.
   *
   * @throws IllegalArgumentException naming the field and its range
   */
  public Selection {
    Range.require("first", first, 0, MAX_RECORDS - 1L);
    Range.require("count", count, 1, MAX_RECORDS - (long) first);
    Range.require("attempt", attempt, 1, Verdict.MAX_ATTEMPT);
  }
}

package io.feige.protocol.cluster;

import io.feige.protocol.model.Range;
import io.feige.protocol.model.Secret;

/**
 * What Admin says of the table of users and rights.
 *
 * @param mark the newest that Admin knows
 * @param table its bytes; none, if the node has said that it holds it
 */
public record AccessNews(AccessMark mark, Secret table) {
  /** There is no table. */
  public static final AccessNews NONE = new AccessNews(AccessMark.NONE, Secret.NONE);

  /** The longest table, in bytes. */
  public static final int MAX_TABLE_BYTES = 700 << 10;

  /**
   * Refuses what is out of range.
   *
   * @throws IllegalArgumentException naming the field and its range
   */
  public AccessNews {
    Range.require("length of table", table.length(), 0, MAX_TABLE_BYTES);
  }

  /** The same for whoever holds a table already. */
  public AccessNews since(AccessMark held) {
    return mark.equals(held) && table.length() > 0 ? new AccessNews(mark, Secret.NONE) : this;
  }
}

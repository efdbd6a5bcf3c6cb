package io.feige.protocol.command;

import io.feige.protocol.model.Range;

/**
 * Answer to {@link ReportProxy}.
 *
 * @param nextMillis how long after this answer the next report is due
 */
public record ProxyHeard(int nextMillis) implements Result {
  /**
   * Refuses a negative time.
   *
   * @throws IllegalArgumentException naming the field
   */
  public ProxyHeard {
    Range.requireNotNegative("nextMillis", nextMillis);
  }

  @Override
  public CommandType type() {
    return CommandType.PROXY;
  }
}

package io.feige.protocol.command;

import io.feige.protocol.model.Range;
import java.util.Optional;

/**
 * Answer to {@link ReportProxy}.
 *
 * @param nextMillis how long after this answer the next report is due
 * @param task what the Admin wants; the next report is due at once then
 */
public record ProxyHeard(int nextMillis, Optional<ProxyTask> task) implements Result {
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

package io.feige.protocol.command;

import io.feige.protocol.model.NodeRole;

/**
 * Answer to {@link GetStatus}.
 *
 * @param startedAtMillis milliseconds since 1970
 * @param journalStart position of the oldest frame held
 * @param journalEnd position behind the newest frame
 * @param commitPosition the journal is durable as promised up to here
 * @param reason why it does not serve or does not accept publishes; empty when it does
 */
public record NodeStatus(
    String nodeId,
    String software,
    long startedAtMillis,
    long epoch,
    NodeRole role,
    long journalStart,
    long journalEnd,
    long commitPosition,
    int topics,
    int groups,
    int connections,
    long diskFreeBytes,
    boolean acceptsPublishes,
    String reason)
    implements Result {
  @Override
  public CommandType type() {
    return CommandType.STATUS;
  }
}

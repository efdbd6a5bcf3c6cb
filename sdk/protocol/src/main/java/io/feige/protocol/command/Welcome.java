package io.feige.protocol.command;

/**
 * Answer to {@link Hello}: what was agreed.
 *
 * @param version the version of every frame from now on
 * @param maxFrameBytes the longest body of a frame that the node takes
 * @param maxBatchBytes the longest batch that the node takes
 * @param idleTimeoutMillis the node closes a connection on which nothing came for so long
 */
public record Welcome(
    int version, String nodeId, int maxFrameBytes, int maxBatchBytes, int idleTimeoutMillis)
    implements Result {
  @Override
  public CommandType type() {
    return CommandType.HELLO;
  }
}

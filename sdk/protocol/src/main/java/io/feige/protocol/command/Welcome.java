package io.feige.protocol.command;

import io.feige.protocol.model.Secret;

/**
 * Answer to {@link Hello}: what was agreed.
 *
 * @param version the version of every frame from now on
 * @param maxFrameBytes the longest body of a frame that the node takes
 * @param maxBatchBytes the longest batch that the node takes
 * @param idleTimeoutMillis the node closes a connection on which nothing came for so long
 * @param proof that the server knows who the client is, where the scheme gives one; or none
 */
public record Welcome(
    int version,
    String nodeId,
    int maxFrameBytes,
    int maxBatchBytes,
    int idleTimeoutMillis,
    Secret proof)
    implements Result {
  /** A welcome without a proof. */
  public Welcome(
      int version, String nodeId, int maxFrameBytes, int maxBatchBytes, int idleTimeoutMillis) {
    this(version, nodeId, maxFrameBytes, maxBatchBytes, idleTimeoutMillis, Secret.NONE);
  }

  @Override
  public CommandType type() {
    return CommandType.HELLO;
  }
}

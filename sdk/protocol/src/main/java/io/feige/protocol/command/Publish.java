package io.feige.protocol.command;

import io.feige.protocol.model.Durability;
import io.netty.buffer.ByteBuf;

/**
 * Publishes a batch.
 *
 * @param epoch the epoch the caller believes in, 0: any
 * @param durability how safe the batch must be before the answer
 * @param resolvedBelow the producer has an outcome, or has given up, for all its sequences below
 * @param batch the batch as it will be stored; owned as {@link HoldsBuffers} says
 */
public record Publish(
    String topic, long epoch, Durability durability, long resolvedBelow, ByteBuf batch)
    implements Request, HoldsBuffers {

  @Override
  public CommandType type() {
    return CommandType.PUBLISH;
  }

  @Override
  public void retainBuffers() {
    batch.retain();
  }

  @Override
  public void releaseBuffers() {
    batch.release();
  }
}

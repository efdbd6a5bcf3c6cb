package io.feige.protocol.command;

import io.feige.protocol.batch.ProducerFingerprint;
import io.feige.protocol.model.Durability;
import io.netty.buffer.ByteBuf;

/**
 * Publishes a batch.
 *
 * @param epoch the epoch the caller believes in, 0: any
 * @param durability how safe the batch must be before the answer
 * @param resolvedBelow the producer has an outcome, or has given up, for all its sequences below
 * @param keepsName whether the batch is stored under the producer id that it has; else the node
 *     stores the id's {@link ProducerFingerprint}
 * @param batch the batch as it will be stored, apart from that; owned as {@link HoldsBuffers} says
 */
public record Publish(
    String topic,
    long epoch,
    Durability durability,
    long resolvedBelow,
    boolean keepsName,
    ByteBuf batch)
    implements Request, HoldsBuffers {
  /** Publishes a batch of a producer that begins or goes on. */
  public Publish(
      String topic, long epoch, Durability durability, long resolvedBelow, ByteBuf batch) {
    this(topic, epoch, durability, resolvedBelow, false, batch);
  }

  /** The same of a batch that was stored before, and is to be known by its name. */
  public Publish keepingName() {
    return new Publish(topic, epoch, durability, resolvedBelow, true, batch);
  }

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

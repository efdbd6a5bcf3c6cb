package io.feige.protocol.command;

import io.feige.protocol.model.Selection;
import io.netty.buffer.ByteBuf;
import java.util.List;

/**
 * A stored frame and which of its records are delivered.
 *
 * @param selections ranges of the batch's records, by their index
 * @param frame the stored journal frame of kind MESSAGES, byte for byte; read it with {@link
 *     io.feige.protocol.frame.StoredFrame}; owned as {@link HoldsBuffers} says
 */
public record DeliveredBatch(List<Selection> selections, ByteBuf frame) {
  /** Takes a copy of the list. */
  public DeliveredBatch {
    selections = List.copyOf(selections);
  }
}

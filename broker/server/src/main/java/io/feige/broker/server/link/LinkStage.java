package io.feige.broker.server.link;

import io.netty.buffer.ByteBuf;

/** What becomes of a link's frames now: first a handshake, then the open link. On the loop. */
interface LinkStage {
  /** The longest frame that is taken, without its length. */
  int maxLength();

  /** Whether the handshake is complete. */
  boolean isOpen();

  /** The socket is connected. */
  default void connected() {}

  /** Bytes came, whole frames or not. */
  default void read(int bytes) {}

  /**
   * A frame came.
   *
   * @param rest what follows its length; valid during the call
   */
  void frame(ByteBuf rest);

  /** The socket may take more, or no more. */
  default void writabilityChanged() {}

  /**
   * The socket is closed; the last call.
   *
   * @param isByPeer the other side ended it, without a reason
   */
  void closed(String why, boolean isByPeer);
}

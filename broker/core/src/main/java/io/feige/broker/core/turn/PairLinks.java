package io.feige.broker.core.turn;

import io.feige.protocol.link.LinkMessage;

/** Connections to the other member of a pair. */
public interface PairLinks {
  /** For a pair without another member. */
  PairLinks NONE =
      new PairLinks() {
        @Override
        public void dial() {}

        @Override
        public boolean canSend(long session) {
          return false;
        }

        @Override
        public void send(long session, LinkMessage message) {}

        @Override
        public void hangUp(long session, String why) {}
      };

  /**
   * Opens a connection to where the other member is said to be; the pair is told what came of it.
   */
  void dial();

  boolean canSend(long session);

  /** Sends; buffers are copied before this returns. */
  void send(long session, LinkMessage message);

  /** Ends a connection; the pair is not told of its end. */
  void hangUp(long session, String why);
}

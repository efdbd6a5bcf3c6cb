package io.feige.broker.server.link;

import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.RecvByteBufAllocator;
import io.netty.channel.WriteBufferWaterMark;

/** How sockets of links are set up, on both sides. */
final class LinkOptions {
  private static final int FEWEST_READ_BYTES = 1 << 10;
  private static final int FIRST_READ_BYTES = 16 << 10;
  private static final int MOST_READ_BYTES = 256 << 10;
  private static final int READS_PER_TURN = 4;

  private LinkOptions() {}

  static WriteBufferWaterMark waterMark() {
    return new WriteBufferWaterMark(OpenLink.LOW_WATER_BYTES, OpenLink.HIGH_WATER_BYTES);
  }

  /**
   * Reads that grow until most messages of a stream lie whole in one, and few enough of them in a
   * turn that the clients of the same loop have theirs.
   */
  static RecvByteBufAllocator reads() {
    return new AdaptiveRecvByteBufAllocator(FEWEST_READ_BYTES, FIRST_READ_BYTES, MOST_READ_BYTES)
        .maxMessagesPerRead(READS_PER_TURN);
  }
}

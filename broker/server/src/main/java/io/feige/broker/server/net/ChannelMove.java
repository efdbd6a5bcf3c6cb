package io.feige.broker.server.net;

import io.netty.channel.Channel;
import io.netty.channel.EventLoop;

/**
 * Brings an open channel from its event loop to another one. Between the two nobody hears of the
 * channel: bytes that come wait in the system, and so does its end.
 */
public final class ChannelMove {
  private ChannelMove() {}

  /**
   * Moves it, unless it is there; on the channel's loop. The channel is not read from now on: who
   * moves it sees to that before, and has it read again afterwards.
   *
   * @param arrived runs there, where all that belonged to the old loop is to be replaced; never, if
   *     the channel ends before
   */
  public static void to(EventLoop there, Channel channel, Runnable arrived) {
    if (there.inEventLoop()) {
      arrived.run();
    } else {
      // Behind what this turn has written, and not in the middle of a read.
      channel.eventLoop().execute(() -> leave(there, channel, arrived));
    }
  }

  // A channel that is closed between the two loops does not become inactive. Whoever has to know of
  // its end takes that from the removal of its handler.
  private static void leave(EventLoop there, Channel channel, Runnable arrived) {
    channel
        .deregister()
        .addListener(left -> {
          // One that has ended has told so here.
          if (channel.isActive()) {
            there
                .register(channel)
                .addListener(come -> {
                  if (come.isSuccess()) {
                    // What the socket did not take before is nobody's duty any more.
                    channel.flush();
                    arrived.run();
                  } else {
                    // Netty closes it, and tells nobody, because it belongs to no loop.
                    channel.pipeline().fireChannelUnregistered();
                  }
                });
          }
        });
  }
}

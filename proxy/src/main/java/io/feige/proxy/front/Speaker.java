package io.feige.proxy.front;

import io.netty.channel.Channel;

/** Speaks a protocol in binary messages of WebSocket. */
public interface Speaker {
  /**
   * Takes over a connection that speaks WebSocket from now on. On its loop.
   *
   * @param before what has looked after the connection, and does so no longer
   * @param from the address of the client
   */
  void speak(Channel channel, FrontState state, Connected before, String from);
}

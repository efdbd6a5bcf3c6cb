package io.feige.broker.server.net;

import io.feige.protocol.command.Request;
import io.netty.channel.EventLoop;
import org.jspecify.annotations.Nullable;

/**
 * Takes the requests of all connections. Called on the event loop of the connection, which is the
 * pair's own when they share one; must not block.
 */
public interface RequestSink {
  /**
   * A request came. It gets exactly one answer, through the connection, now or later. A request
   * that holds buffers owns them; whoever answers releases them once.
   */
  void submit(Connection from, int correlationId, Request request);

  /** The loop on which connections live best; null: they stay where they are. */
  default @Nullable EventLoop home() {
    return null;
  }

  /** The connection ended. Called once, after its last request. */
  void closed(Connection connection);
}

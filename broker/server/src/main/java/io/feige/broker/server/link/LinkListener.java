package io.feige.broker.server.link;

import io.feige.protocol.link.LinkMessage;
import io.netty.channel.EventLoop;

/**
 * Who uses the links of a pair. Called on the pair's loop, one call after the other and never from
 * within a call of {@link LinkSession}; must not block.
 */
public interface LinkListener {
  /** The loop on which it is called, and its links live; any thread. */
  EventLoop loop();

  /** A link is open: the answer to a dial, or the peer has dialled. */
  void opened(LinkSession session);

  /** A message came. Its buffers are valid during the call. */
  void received(LinkSession session, LinkMessage message);

  /** A link that could not take more can again. */
  void writable(LinkSession session);

  /** A link ended that this side did not end. */
  void closed(LinkSession session, String why);

  /** The answer to a dial that did not lead to a link. */
  void dialFailed(String why);
}

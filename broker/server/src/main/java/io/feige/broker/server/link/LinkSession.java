package io.feige.broker.server.link;

import io.feige.protocol.link.LinkMessage;

/** An open link: both sides have proved that they belong to the cluster. Only on its loop. */
public interface LinkSession {
  /** Unique in this process, ascending, never 0. */
  long id();

  /**
   * The node at the other end. An accepted one has proved this name; a dialled one has proved that
   * it knows the secret, and is the node that was looked for if its address was right.
   */
  String peerNode();

  /** Whose journal it is for. */
  String pair();

  /** Whether this side opened it. */
  boolean isDialled();

  /** Whether it takes more now; if not, {@link LinkListener#writable} follows. */
  boolean canSend();

  /**
   * Sends; buffers of the message are copied before this returns. What is sent in one turn of the
   * loop leaves together at its end. Nothing once the link has ended.
   *
   * @throws IllegalArgumentException if the message does not fit a frame
   */
  void send(LinkMessage message);

  /** Ends it, behind what was sent. The listener hears no more of it. */
  void hangUp(String why);
}

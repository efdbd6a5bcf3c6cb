package io.feige.broker.core.port;

import io.feige.protocol.command.Request;
import io.feige.protocol.model.Durability;
import java.nio.ByteBuffer;

/** What the partition machine decides on. */
public sealed interface Event {
  /**
   * A client asks; it gets exactly one answer. PUBLISH comes as {@link Publish}; what concerns the
   * connection or the node (HELLO, PING, ROUTE, STATUS) does not come here.
   */
  record Ask(Ticket ticket, Request request) implements Event {}

  /**
   * A client publishes.
   *
   * @param epoch the publisher believes in; 0 for any
   * @param resolvedBelow sequences below it have an outcome, or were given up
   * @param batch the bytes between position and limit; they stay unchanged until they are written
   */
  record Publish(
      Ticket ticket,
      String topic,
      long epoch,
      Durability durability,
      long resolvedBelow,
      ByteBuffer batch)
      implements Event {}

  /** The replica begins to serve, as the given epoch. */
  record Activated(long epoch, String nodeId, String bootId) implements Event {}

  /** The journal is safe up to the position, as was promised to publishers. */
  record Committed(long position) implements Event {}

  /**
   * A connection is gone: nobody waits for its parked pulls. Its consumers may come back on another
   * one; else what they have not started is given to others.
   */
  record SessionClosed(long session) implements Event {}

  /** Time has passed; something may be due. */
  record TimePassed() implements Event {}

  /** Messages of the history that somebody needs can be found now. */
  record Fetched(int partition) implements Event {}

  /**
   * The oldest stretch of the journal, all of it committed, is to go; what is needed of it is to be
   * carried forward.
   *
   * @param maxBytes about so many are copied now, and more with the next event
   * @param retentionMillis the time by which it is judged what is too old
   */
  record Carry(OldFrames frames, long maxBytes, long retentionMillis) implements Event {}

  /** Whether the disk has room for new messages, and why not. */
  record DiskRoom(boolean hasRoom, String reason) implements Event {}
}

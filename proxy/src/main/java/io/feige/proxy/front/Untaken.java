package io.feige.proxy.front;

import io.netty.channel.Channel;
import io.netty.channel.ChannelOutboundBuffer;

/** Whether a client takes what there is for it. Any thread. */
public final class Untaken {
  private final Channel channel;
  private final long limitNanos;
  private long roomAtLastLook = Long.MAX_VALUE;
  private long movedNanos = System.nanoTime();

  /** All is taken. */
  public Untaken(Channel channel, long limitNanos) {
    this.channel = channel;
    this.limitNanos = limitNanos;
  }

  /** Whether there is something to take, and none of it was taken for too long. */
  public synchronized boolean isStuck(long now) {
    long room = room();
    // What is added takes room, and is no sign of life.
    if (room > roomAtLastLook || isNothing()) {
      movedNanos = now;
    }
    roomAtLastLook = room;
    return now - movedNanos > limitNanos;
  }

  /** Whether all is taken. */
  public boolean isNothing() {
    return room() > Front.MOST_UNTAKEN;
  }

  /** What it was told and has not taken. */
  public long owedBytes() {
    ChannelOutboundBuffer owed = channel.unsafe().outboundBuffer();
    return owed == null ? 0 : Math.max(0, owed.totalPendingWriteBytes());
  }

  private long room() {
    return channel.bytesBeforeUnwritable() - channel.bytesBeforeWritable();
  }
}

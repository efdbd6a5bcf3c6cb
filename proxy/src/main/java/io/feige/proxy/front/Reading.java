package io.feige.proxy.front;

import io.netty.channel.Channel;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads a connection while there is room for what comes, and knows how long nothing has. What a
 * client sends beyond that waits in the network. On the loop, except where it is said.
 */
public final class Reading {
  private static final Logger LOG = LoggerFactory.getLogger(Reading.class);

  private final Channel channel;
  private final ArrivingBytes arriving;
  private final BooleanSupplier isRoom;
  private volatile long heardNanos = System.nanoTime();
  private volatile boolean isOver;

  /**
   * It reads.
   *
   * @param arriving what is not whole yet; its time stands still while nothing is read
   * @param isRoom whether more may come
   */
  public Reading(Channel channel, ArrivingBytes arriving, BooleanSupplier isRoom) {
    this.channel = channel;
    this.arriving = arriving;
    this.isRoom = isRoom;
  }

  /** Something has come. Any thread. */
  public void heard() {
    heardNanos = System.nanoTime();
  }

  /**
   * Whether nothing has come for too long, or only a part. What is not read cannot be heard. Any
   * thread.
   */
  public boolean isLate(long now, long limitNanos) {
    return channel.config().isAutoRead() && (now - heardNanos > limitNanos || arriving.isSlow(now));
  }

  /** The last word is said: who ends the connection reads it from now on. Any thread. */
  public void end() {
    isOver = true;
  }

  /** Reads no further while too much waits, on either side. */
  public void pace() {
    if (isOver) {
      return;
    }
    boolean isToRead = isRoom.getAsBoolean() && channel.isWritable();
    if (isToRead && !channel.config().isAutoRead()) {
      heard();
      arriving.goesOn();
    }
    channel.config().setAutoRead(isToRead);
  }

  /** The same from any thread, which cannot know whether it is off. */
  public void paceSoon() {
    try {
      channel.eventLoop().execute(this::pace);
    } catch (RejectedExecutionException stopped) {
      LOG.debug("the loop of {} has ended", channel.remoteAddress());
    }
  }
}

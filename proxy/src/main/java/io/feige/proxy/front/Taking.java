package io.feige.proxy.front;

import io.netty.channel.Channel;

/** Lets threads wait while a client does not take what it was told before. Any thread. */
public final class Taking {
  private final Channel channel;
  private boolean isOver;

  /** All is taken. */
  public Taking(Channel channel) {
    this.channel = channel;
  }

  /**
   * Waits until it is taken, but for a little.
   *
   * @throws InterruptedException the client is gone, or is to go
   */
  public synchronized void await() throws InterruptedException {
    while (!channel.isWritable() && !isOver) {
      wait();
    }
    if (isOver) {
      throw new InterruptedException("the client has gone");
    }
  }

  /** The client takes, or does not. */
  public synchronized void changed() {
    notifyAll();
  }

  /** Nobody waits for the client any more. */
  public synchronized void end() {
    isOver = true;
    notifyAll();
  }
}

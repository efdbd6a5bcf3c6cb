package io.feige.broker.server.net;

import java.util.concurrent.atomic.AtomicLong;

/**
 * What frames that have arrived in part hold together, over all connections. Without it as many
 * half-sent frames as there are connections would be bounded only by the largest frame each. What
 * was read of connections that are not read on counts too.
 */
final class InboundMemory {
  private final long limitBytes;
  private final AtomicLong used = new AtomicLong();

  InboundMemory(long limitBytes) {
    this.limitBytes = limitBytes;
  }

  boolean take(int bytes) {
    if (used.addAndGet(bytes) <= limitBytes) {
      return true;
    }
    used.addAndGet(-bytes);
    return false;
  }

  boolean hasRoomFor(int bytes) {
    return used.get() + bytes <= limitBytes;
  }

  void giveBack(int bytes) {
    used.addAndGet(-bytes);
  }

  long used() {
    return used.get();
  }
}

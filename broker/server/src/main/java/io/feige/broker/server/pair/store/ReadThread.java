package io.feige.broker.server.pair.store;

import io.feige.broker.journal.segment.ColdBytes;
import io.feige.broker.server.ops.Supervisor;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads old parts of the journal from the disk, so that the pair's loop finds them in memory. One
 * after the other: more at a time would take the disk from those who write. There is at most one
 * wish for each partition, one for the standby and one for the message store.
 */
final class ReadThread {
  private static final Logger LOG = LoggerFactory.getLogger(ReadThread.class);
  private static final int SCRATCH_BYTES = 256 << 10;

  private record Wish(ColdBytes bytes, Runnable then) {}

  private final Consumer<Runnable> loop;
  private final Queue<Wish> wishes = new ConcurrentLinkedQueue<>();
  private final Thread thread;
  private volatile boolean stopping;

  /**
   * @param loop runs what follows a wish
   */
  ReadThread(
      String name,
      Supervisor supervisor,
      Consumer<Runnable> loop,
      Consumer<RuntimeException> failed) {
    this.loop = loop;
    this.thread =
        supervisor.thread(
            name,
            this::run,
            death -> failed.accept(new IllegalStateException(name + " has died", death)));
  }

  void start() {
    thread.start();
  }

  /** Reads bytes, and then has a task run on the loop. Any thread. */
  void bring(ColdBytes bytes, Runnable then) {
    wishes.add(new Wish(bytes, then));
    LockSupport.unpark(thread);
  }

  /** Ends the thread after the wish it is at; nothing follows the others. */
  void stop() throws InterruptedException {
    stopping = true;
    LockSupport.unpark(thread);
    thread.join();
  }

  private void run() {
    ByteBuffer scratch = ByteBuffer.allocateDirect(SCRATCH_BYTES);
    while (!stopping) {
      Wish wish = wishes.poll();
      if (wish == null) {
        LockSupport.park(this);
      } else {
        read(wish.bytes(), scratch);
        loop.accept(wish.then());
      }
    }
  }

  /** What cannot be read is looked at all the same, by somebody who knows what to do then. */
  private static void read(ColdBytes bytes, ByteBuffer scratch) {
    try {
      bytes.read(scratch);
    } catch (IOException e) {
      LOG.warn("an old part of the journal cannot be read: {}", e.getMessage());
    }
  }
}

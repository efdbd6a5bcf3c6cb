package io.feige.broker.server.watch;

import io.feige.protocol.cluster.Death;
import io.netty.util.internal.logging.InternalLoggerFactory;
import io.netty.util.internal.logging.JdkLoggerFactory;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.concurrent.TimeUnit;

/**
 * The process that watches a node's process, which started it, and proves its death to the Admin
 * that leads. It draws a secret and prints the secret's mark; the node tells it to those who make
 * promises to it. When the kernel says that the node's process has ended, it shows the secret.
 *
 * <p>It ends soon afterwards, or when the node lets go of it.
 */
public final class WatchMain {
  /** How often an idle connection to Admin is tried. */
  private static final int KEEP_MILLIS = 1_000;

  /**
   * For so long it looks for an Admin once the node is dead; then the promise has lapsed anyway.
   */
  private static final long TELL_NANOS = TimeUnit.SECONDS.toNanos(3);

  private static final int TELL_AGAIN_MILLIS = 20;

  /** A process that ends lets go of everything before the kernel says that it has ended. */
  private static final int ENDING_MILLIS = 2_000;

  private WatchMain() {}

  /** Watches; reads what from standard input. */
  public static void main(String[] arguments) {
    try {
      watch();
    } catch (IOException | IllegalStateException e) {
      System.err.println("feige-watch: " + e.getMessage());
      System.exit(1);
    }
  }

  private static void watch() throws IOException {
    WatchOrder order =
        WatchOrder.read(
            new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)));
    // Else its buffers would bring up all of the node's logging.
    InternalLoggerFactory.setDefaultFactory(JdkLoggerFactory.INSTANCE);
    ParentProcess parent = ParentProcess.open(order.process());
    ParentProcess.outliveIt();
    String proof = Death.newProof(new SecureRandom());
    System.out.println(Death.markOf(proof));
    System.out.flush();
    AdminTalk admin = new AdminTalk(order);
    var _ = admin.keep();
    System.gc(); // What the start took is not needed again: it gives the memory back.
    if (hasEnded(parent, admin)) {
      tell(admin, proof);
    }
  }

  private static boolean hasEnded(ParentProcess parent, AdminTalk admin) {
    ParentProcess.News news = ParentProcess.News.NOTHING;
    while (news == ParentProcess.News.NOTHING) {
      var _ = admin.keep();
      news = parent.await(KEEP_MILLIS);
    }
    return news == ParentProcess.News.ENDED
        || parent.await(ENDING_MILLIS) == ParentProcess.News.ENDED;
  }

  private static void tell(AdminTalk admin, String proof) {
    long endNanos = System.nanoTime() + TELL_NANOS;
    boolean isHeard = admin.prove(proof);
    while (!isHeard && System.nanoTime() - endNanos < 0) {
      try {
        Thread.sleep(TELL_AGAIN_MILLIS);
      } catch (InterruptedException e) {
        return;
      }
      isHeard = admin.prove(proof);
    }
  }
}

package io.feige.testkit;

import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.awaitility.Awaitility;

/**
 * How long tests wait for what must happen at all: one patience for all tests. It says nothing
 * about how fast anything is; it only ends the wait where a fault keeps the thing from happening.
 * Bare calls of {@link Awaitility#await()} have it too.
 */
public final class Waits {
  private static final int USUAL_SECONDS = 60;

  /** So many waits in a row fit into a test. */
  private static final int WAITS_OF_A_TEST = 10;

  /** In seconds; {@code .ci/run} sets it by what it measures of the machine. */
  private static final Duration PATIENCE =
      Duration.ofSeconds(Integer.getInteger("feige.patience", USUAL_SECONDS));

  private Waits() {}

  public static Duration patience() {
    return PATIENCE;
  }

  /** The same, as sockets take it. */
  public static int patienceMillis() {
    return (int) PATIENCE.toMillis();
  }

  /** What a future has when it is done. */
  public static <T> T get(Future<T> future)
      throws ExecutionException, InterruptedException, TimeoutException {
    return future.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** The next that comes out of a queue. */
  public static <T> T next(BlockingQueue<T> queue) throws InterruptedException {
    T next = queue.poll(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    if (next == null) {
      throw new AssertionError("nothing came within " + PATIENCE);
    }
    return next;
  }

  public static void open(CountDownLatch latch) throws InterruptedException {
    if (!latch.await(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
      throw new AssertionError("a latch was not opened within " + PATIENCE);
    }
  }

  /** The exit value of a process that ends. */
  public static int end(Process process) throws InterruptedException {
    if (!process.waitFor(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
      throw new AssertionError(process.info().commandLine() + " did not end within " + PATIENCE);
    }
    return process.exitValue();
  }

  /** Makes it Awaitility's default, and ten of it JUnit's limit of a test, so that a hang ends. */
  static void setDefaults() {
    Awaitility.setDefaultTimeout(PATIENCE);
    System.setProperty(
        "junit.jupiter.execution.timeout.default",
        PATIENCE.multipliedBy(WAITS_OF_A_TEST).toSeconds() + " s");
  }
}

package io.feige.broker.core.replica;

/**
 * How long things take, in milliseconds of the local monotonic clock, and how much may be under
 * way.
 *
 * @param leaseMillis what a standby promises with every ack
 * @param timeoutMillis a standby that is silent, or behind without progress, for so long is to be
 *     taken out of what is in sync
 * @param graceMillis the same, after its connection has ended
 * @param probeMillis a sign of life is sent when nothing else was for so long
 * @param cancelMillis a hand-over whose outcome is unknown for so long is to be cancelled
 * @param windowBytes sent and not acknowledged, at most
 * @param chunkBytes sent at once, at most; one frame goes whatever its size
 * @param joinBytesPerSecond of what was there before a standby joined it is sent so many bytes a
 *     second, so that catching up leaves disk and processor to those who publish; 0: all it can
 *     take
 * @param sharesStore whether both members reach a store that acknowledges in the place of the
 *     standby, which copies nothing then and takes over what the store has
 * @param copies when a copy counts as one, and how many there must be
 */
public record ReplicaSettings(
    int leaseMillis,
    int timeoutMillis,
    int graceMillis,
    int probeMillis,
    int cancelMillis,
    int windowBytes,
    int chunkBytes,
    long joinBytesPerSecond,
    boolean sharesStore,
    CopyRules copies) {
  /**
   * An active counts on this share of a promise, in percent: more than two clocks may differ in
   * rate.
   */
  public static final int COUNTED_PERCENT = 90;

  /**
   * Refuses what nothing could work with.
   *
   * @throws IllegalArgumentException naming what is not positive
   */
  public ReplicaSettings {
    requirePositive("leaseMillis", leaseMillis);
    requirePositive("timeoutMillis", timeoutMillis);
    requirePositive("graceMillis", graceMillis);
    requirePositive("probeMillis", probeMillis);
    requirePositive("cancelMillis", cancelMillis);
    requirePositive("windowBytes", windowBytes);
    requirePositive("chunkBytes", chunkBytes);
    if (joinBytesPerSecond < 0) {
      throw new IllegalArgumentException("joinBytesPerSecond is " + joinBytesPerSecond);
    }
  }

  private static void requirePositive(String name, int value) {
    if (value <= 0) {
      throw new IllegalArgumentException(name + " is " + value + ", and must be positive");
    }
  }
}

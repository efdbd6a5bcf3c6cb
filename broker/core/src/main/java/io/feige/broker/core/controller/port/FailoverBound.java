package io.feige.broker.core.controller.port;

/**
 * How long it takes at most from the death of an active until the other member serves, when it was
 * in sync and one Admin leads.
 *
 * <pre>
 * max(silence + heartbeat,             the silence that counts; one report may have been late
 *     lease * 1.05 + heartbeat)        the standby's last promise, on a clock that is 5 % slow; it is
 *                                      reported when it lapses, or with the next heartbeat
 * + 2 * 100 ms                         two compare-and-sets: the activation, and being alone in sync
 * + 100 ms                             the new active makes what it copied and its EPOCH record durable
 * </pre>
 *
 * <p>The silence is {@code failover.timeout} on a calm machine, and longer on a busy one. With the
 * defaults (350, 100, 200): 450 + 200 + 100 = 750 ms. The death of a process, which closes its
 * connection, is not waited for as silence, and is over sooner. A store or a disk that is slower
 * than its budget makes it longer, and nothing unsafe.
 *
 * <p>Where the leading Admin dies together with the active, another one leads first and counts
 * silence from then on, so the time until it hears the nodes is added.
 */
public final class FailoverBound {
  private static final int STORE_MILLIS = 100;
  private static final int STORES = 2;
  private static final int EPOCH_MILLIS = 100;
  private static final int SLOW_CLOCK_PERCENT = 105;

  private FailoverBound() {}

  /**
   * As things are now.
   *
   * @param silenceMillis how long the silence of an active is borne
   * @param leaseMillis of the standby's promises
   */
  public static long millis(int silenceMillis, int heartbeatMillis, int leaseMillis) {
    long promise = (long) leaseMillis * SLOW_CLOCK_PERCENT / 100;
    return Math.max(silenceMillis, promise)
        + heartbeatMillis
        + (long) STORES * STORE_MILLIS
        + EPOCH_MILLIS;
  }

  /** The same when the leading Admin dies with the active; -1: no other one takes over. */
  public static long withAdminMillis(ControllerSettings settings, long boundMillis) {
    return settings.takeOverMillis() < 0 ? -1 : settings.takeOverMillis() + boundMillis;
  }
}

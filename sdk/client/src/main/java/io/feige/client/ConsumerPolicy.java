package io.feige.client;

import java.time.Duration;

/**
 * How a consumer fetches ahead and how a listener works.
 *
 * @param prefetchMessages the most messages fetched and not yet handed out, 0 to 1,000,000, default
 *     20,000. Below that a consumer holds about what it finishes in half a second; 0 fetches only
 *     what a waiting {@code pull} asks for
 * @param prefetchBytes bytes fetched and not yet handed out, 1 KiB to 256 MiB, default 8 MiB
 * @param leaseMillis how long a delivery may take before it comes again, in milliseconds, to one
 *     day; 0 (the default) is what the topic says
 * @param concurrency handlers that a listener runs at the same time, 1 to 1,024, default 1
 * @param handlingLimitMillis how long a listener extends the lease of a message that a handler
 *     works on, in milliseconds, 1 to seven days, default 10 minutes. A handler that takes longer
 *     is told in the log and in {@link Listening#state}, and the message comes again when its lease
 *     ends
 */
public record ConsumerPolicy(
    int prefetchMessages,
    int prefetchBytes,
    long leaseMillis,
    int concurrency,
    long handlingLimitMillis) {
  /** What a consumer does when nothing is said. */
  public static final ConsumerPolicy DEFAULT =
      new ConsumerPolicy(20_000, 8 * 1024 * 1024, 0, 1, 600_000);

  public ConsumerPolicy {
    Ranges.check("prefetchMessages", prefetchMessages, 0, 1_000_000);
    Ranges.check("prefetchBytes", prefetchBytes, 1024, 256 * 1024 * 1024);
    Ranges.check("leaseMillis", leaseMillis, 0, 86_400_000);
    Ranges.check("concurrency", concurrency, 1, 1024);
    Ranges.check("handlingLimitMillis", handlingLimitMillis, 1, 7 * 86_400_000L);
  }

  /** The same with another number of messages fetched ahead. */
  public ConsumerPolicy withPrefetchMessages(int messages) {
    return new ConsumerPolicy(
        messages, prefetchBytes, leaseMillis, concurrency, handlingLimitMillis);
  }

  /** The same with another number of bytes fetched ahead. */
  public ConsumerPolicy withPrefetchBytes(int bytes) {
    return new ConsumerPolicy(
        prefetchMessages, bytes, leaseMillis, concurrency, handlingLimitMillis);
  }

  /** The same with another lease; zero is what the topic says. */
  public ConsumerPolicy withLease(Duration lease) {
    return new ConsumerPolicy(
        prefetchMessages, prefetchBytes, lease.toMillis(), concurrency, handlingLimitMillis);
  }

  /** The same with another number of handlers. */
  public ConsumerPolicy withConcurrency(int handlers) {
    return new ConsumerPolicy(
        prefetchMessages, prefetchBytes, leaseMillis, handlers, handlingLimitMillis);
  }

  /** The same with another limit of how long a lease is extended for a handler. */
  public ConsumerPolicy withHandlingLimit(Duration limit) {
    return new ConsumerPolicy(
        prefetchMessages, prefetchBytes, leaseMillis, concurrency, limit.toMillis());
  }
}

package io.feige.client;

import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * What a topic is.
 *
 * @param name 1 to 196 characters of {@code A-Z a-z 0-9 . _ -}, not starting with a dot; its dead
 *     letters go to the topic whose name has {@code .dlq} behind it
 * @param order which order is kept when messages are handed out
 * @param maxAttempts deliveries of a message before it goes to the dead-letter topic, 1 to 65,535,
 *     default 16
 * @param lease how long a delivery may take before it comes again, 100 ms to one day, default 30 s
 * @param retryDelay delay before the second attempt, at most one day, default 1 s; it doubles from
 *     attempt to attempt
 * @param retryDelayMax longest delay between attempts, retryDelay to seven days, default 5 minutes
 * @param retention how long messages are kept at least, default 7 days, as for a topic that a node
 *     makes at its first publish; zero for no limit by age
 * @param retentionBytes how many bytes are kept at least; 0 (the default) for no limit by size
 * @param keepForGroups whether a message that a group has not settled is kept beyond both limits,
 *     default true
 * @param mailboxCap 0 (the default) for an ordinary topic; else its messages go to mailboxes
 *     ({@link Mailbox}), each of which holds that many of the newest, 1 to 65,535
 * @param onePair false (the default): each pair of the cluster has a part of the topic; true: one
 *     pair has all of it, which the name decides when it is made. Then {@link Order#WHOLE} is the
 *     order of the topic, and mailboxes can subscribe to channels
 * @param stages none (the default): it has messages; else it is a topic of work: it has requests,
 *     in memory, that workers of these stages answer one after the other, as {@link
 *     FeigeClient#request} says. 1 to 16 names of the rule above, each another
 */
public record TopicSpec(
    String name,
    Order order,
    int maxAttempts,
    Duration lease,
    Duration retryDelay,
    Duration retryDelayMax,
    Duration retention,
    long retentionBytes,
    boolean keepForGroups,
    int mailboxCap,
    boolean onePair,
    List<String> stages) {
  private static final Duration SHORTEST_LEASE = Duration.ofMillis(100);
  private static final Duration DAY = Duration.ofDays(1);
  private static final Duration WEEK = Duration.ofDays(7);
  private static final Duration WITHOUT_END = Duration.ofMillis(Long.MAX_VALUE);

  /**
   * Checks that the values fit their limits; the name is checked by the broker.
   *
   * @throws IllegalArgumentException naming the value and its limits
   */
  public TopicSpec {
    Ranges.check("maxAttempts", maxAttempts, 1, 65_535);
    Ranges.check("lease", lease, SHORTEST_LEASE, DAY);
    Ranges.check("retryDelay", retryDelay, Duration.ZERO, DAY);
    Ranges.check("retryDelayMax", retryDelayMax, retryDelay, WEEK);
    Ranges.check("retention", retention, Duration.ZERO, WITHOUT_END);
    Ranges.check("retentionBytes", retentionBytes, 0, Long.MAX_VALUE);
    Ranges.check("mailboxCap", mailboxCap, 0, 65_535);
    stages = List.copyOf(stages);
    Ranges.check("the number of stages", stages.size(), 0, 16);
    if (Set.copyOf(stages).size() < stages.size()) {
      throw new IllegalArgumentException("stages must have different names, not " + stages);
    }
    if (!stages.isEmpty() && (mailboxCap > 0 || !onePair)) {
      throw new IllegalArgumentException("a topic of work is in one pair and has no mailboxes");
    }
  }

  /** A topic with the defaults. */
  public static TopicSpec of(String name) {
    return new TopicSpec(
        name,
        Order.NONE,
        16,
        Duration.ofSeconds(30),
        Duration.ofSeconds(1),
        Duration.ofMinutes(5),
        Duration.ofDays(7),
        0,
        true,
        0,
        false,
        List.of());
  }

  /** The same with another order. */
  public TopicSpec withOrder(Order value) {
    return new TopicSpec(
        name,
        value,
        maxAttempts,
        lease,
        retryDelay,
        retryDelayMax,
        retention,
        retentionBytes,
        keepForGroups,
        mailboxCap,
        onePair,
        stages);
  }

  /** The same with another number of attempts. */
  public TopicSpec withMaxAttempts(int value) {
    return new TopicSpec(
        name,
        order,
        value,
        lease,
        retryDelay,
        retryDelayMax,
        retention,
        retentionBytes,
        keepForGroups,
        mailboxCap,
        onePair,
        stages);
  }

  /** The same with another lease. */
  public TopicSpec withLease(Duration value) {
    return new TopicSpec(
        name,
        order,
        maxAttempts,
        value,
        retryDelay,
        retryDelayMax,
        retention,
        retentionBytes,
        keepForGroups,
        mailboxCap,
        onePair,
        stages);
  }

  /** The same with other delays: before the second attempt, and the longest one. */
  public TopicSpec withRetryDelay(Duration first, Duration longest) {
    return new TopicSpec(
        name,
        order,
        maxAttempts,
        lease,
        first,
        longest,
        retention,
        retentionBytes,
        keepForGroups,
        mailboxCap,
        onePair,
        stages);
  }

  /** The same with another limit by age. */
  public TopicSpec withRetention(Duration value) {
    return new TopicSpec(
        name,
        order,
        maxAttempts,
        lease,
        retryDelay,
        retryDelayMax,
        value,
        retentionBytes,
        keepForGroups,
        mailboxCap,
        onePair,
        stages);
  }

  /** The same with another limit by size. */
  public TopicSpec withRetentionBytes(long value) {
    return new TopicSpec(
        name,
        order,
        maxAttempts,
        lease,
        retryDelay,
        retryDelayMax,
        retention,
        value,
        keepForGroups,
        mailboxCap,
        onePair,
        stages);
  }

  /** The same, keeping or not keeping what groups have not settled. */
  public TopicSpec withKeepForGroups(boolean value) {
    return new TopicSpec(
        name,
        order,
        maxAttempts,
        lease,
        retryDelay,
        retryDelayMax,
        retention,
        retentionBytes,
        value,
        mailboxCap,
        onePair,
        stages);
  }

  /** The same as a topic of mailboxes that hold so many messages each. */
  public TopicSpec withMailboxCap(int value) {
    return new TopicSpec(
        name,
        order,
        maxAttempts,
        lease,
        retryDelay,
        retryDelayMax,
        retention,
        retentionBytes,
        keepForGroups,
        value,
        onePair,
        stages);
  }

  /** The same in one pair, or with a part in each. */
  public TopicSpec withOnePair(boolean value) {
    return new TopicSpec(
        name,
        order,
        maxAttempts,
        lease,
        retryDelay,
        retryDelayMax,
        retention,
        retentionBytes,
        keepForGroups,
        mailboxCap,
        value,
        stages);
  }

  /**
   * The same as a topic of work with one stage, {@code workers}. It is in one pair.
   *
   * @throws IllegalArgumentException it has mailboxes
   * @see FeigeClient#request
   */
  public TopicSpec withWork() {
    return withStages("workers");
  }

  /**
   * The same as a topic of work, which is in one pair, with these stages: a request goes from one
   * to the next, until a worker answers it.
   *
   * @throws IllegalArgumentException it has mailboxes, or there are not 1 to 16 stages with
   *     different names
   * @see Reply#next
   */
  public TopicSpec withStages(String... names) {
    Ranges.check("the number of stages", names.length, 1, 16);
    return new TopicSpec(
        name,
        order,
        maxAttempts,
        lease,
        retryDelay,
        retryDelayMax,
        retention,
        retentionBytes,
        keepForGroups,
        mailboxCap,
        true,
        List.of(names));
  }

  /** Whether it has requests that workers answer, and no messages. */
  public boolean isOfWork() {
    return !stages.isEmpty();
  }
}

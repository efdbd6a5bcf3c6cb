package io.feige.protocol.model;

import java.util.List;
import java.util.Set;

/**
 * What a topic is created with.
 *
 * @param name see {@link NameRule}
 * @param order which order deliveries of one group keep
 * @param maxAttempts a message goes to the dead-letter topic after so many; 1 to 65,535
 * @param leaseMillis how long a consumer may keep a delivery by default; 100 to 86,400,000
 * @param retryDelayMillis back-off before the second attempt, doubled with each; 0 to 86,400,000
 * @param retryDelayMaxMillis the back-off's upper bound; retryDelayMillis to 604,800,000
 * @param retentionMillis messages older than this may be removed; 0: no limit
 * @param retentionBytes the oldest messages beyond this size may be removed; 0: no limit
 * @param keepForGroups never remove what a group has not settled yet
 * @param mailboxCap 0: an ordinary topic; else one of mailboxes, of which each holds so many
 *     messages at most, 1 to {@value #MAX_MAILBOX_CAP}
 * @param place whether each pair has a part of it
 * @param stages none: it has messages; else it has requests, in memory, that workers of these
 *     stages answer one after the other, 1 to {@value #MAX_STAGES} that each have another name
 */
public record TopicSpec(
    String name,
    OrderMode order,
    int maxAttempts,
    int leaseMillis,
    int retryDelayMillis,
    int retryDelayMaxMillis,
    long retentionMillis,
    long retentionBytes,
    boolean keepForGroups,
    int mailboxCap,
    TopicPlace place,
    List<String> stages) {
  /** The most stages of a flow. */
  public static final int MAX_STAGES = 16;

  /** The stage of a topic of work that has no other. */
  public static final String ONLY_STAGE = "workers";

  /** The most messages that a mailbox can hold. */
  public static final int MAX_MAILBOX_CAP = 65_535;

  private static final int DAY_MILLIS = 86_400_000;

  /**
   * Refuses what is out of range.
   *
   * @throws IllegalArgumentException naming the field and its range
   */
  public TopicSpec {
    NameRule.require(name);
    Range.require("maxAttempts", maxAttempts, 1, Verdict.MAX_ATTEMPT);
    Range.require("leaseMillis", leaseMillis, 100, DAY_MILLIS);
    Range.require("retryDelayMillis", retryDelayMillis, 0, DAY_MILLIS);
    Range.require("retryDelayMaxMillis", retryDelayMaxMillis, retryDelayMillis, 7L * DAY_MILLIS);
    Range.requireNotNegative("retentionMillis", retentionMillis);
    Range.requireNotNegative("retentionBytes", retentionBytes);
    Range.require("mailboxCap", mailboxCap, 0, MAX_MAILBOX_CAP);
    stages = List.copyOf(stages);
    Range.require("stages", stages.size(), 0, MAX_STAGES);
    stages.forEach(NameRule::require);
    if (Set.copyOf(stages).size() < stages.size()) {
      throw new IllegalArgumentException("stages must have different names, not " + stages);
    }
    if (!stages.isEmpty() && (mailboxCap > 0 || place == TopicPlace.EVERYWHERE)) {
      throw new IllegalArgumentException("a topic of work is in one pair and has no mailboxes");
    }
  }

  /**
   * A topic with the defaults: no order, 16 attempts, lease 30 s, back-off 1 s to 5 min, no limit
   * of retention, what groups need is kept, in all pairs.
   */
  public static TopicSpec named(String name) {
    return new TopicSpec(
        name,
        OrderMode.NONE,
        16,
        30_000,
        1_000,
        300_000,
        0,
        0,
        true,
        0,
        TopicPlace.EVERYWHERE,
        List.of());
  }

  /** The same with another order. */
  public TopicSpec withOrder(OrderMode order) {
    return new TopicSpec(
        name,
        order,
        maxAttempts,
        leaseMillis,
        retryDelayMillis,
        retryDelayMaxMillis,
        retentionMillis,
        retentionBytes,
        keepForGroups,
        mailboxCap,
        place,
        stages);
  }

  /** The same with other attempts. */
  public TopicSpec withMaxAttempts(int maxAttempts) {
    return new TopicSpec(
        name,
        order,
        maxAttempts,
        leaseMillis,
        retryDelayMillis,
        retryDelayMaxMillis,
        retentionMillis,
        retentionBytes,
        keepForGroups,
        mailboxCap,
        place,
        stages);
  }

  /** The same with another default lease. */
  public TopicSpec withLeaseMillis(int leaseMillis) {
    return new TopicSpec(
        name,
        order,
        maxAttempts,
        leaseMillis,
        retryDelayMillis,
        retryDelayMaxMillis,
        retentionMillis,
        retentionBytes,
        keepForGroups,
        mailboxCap,
        place,
        stages);
  }

  /** The same with another back-off. */
  public TopicSpec withRetryDelay(int firstMillis, int maxMillis) {
    return new TopicSpec(
        name,
        order,
        maxAttempts,
        leaseMillis,
        firstMillis,
        maxMillis,
        retentionMillis,
        retentionBytes,
        keepForGroups,
        mailboxCap,
        place,
        stages);
  }

  /** The same with other limits of retention. */
  public TopicSpec withRetention(long millis, long bytes, boolean keepForGroups) {
    return new TopicSpec(
        name,
        order,
        maxAttempts,
        leaseMillis,
        retryDelayMillis,
        retryDelayMaxMillis,
        millis,
        bytes,
        keepForGroups,
        mailboxCap,
        place,
        stages);
  }

  /** The same as a topic of mailboxes that hold so many messages; 0: as an ordinary topic. */
  public TopicSpec withMailboxCap(int messages) {
    return new TopicSpec(
        name,
        order,
        maxAttempts,
        leaseMillis,
        retryDelayMillis,
        retryDelayMaxMillis,
        retentionMillis,
        retentionBytes,
        keepForGroups,
        messages,
        place,
        stages);
  }

  /** The same in another place. */
  public TopicSpec withPlace(TopicPlace place) {
    return new TopicSpec(
        name,
        order,
        maxAttempts,
        leaseMillis,
        retryDelayMillis,
        retryDelayMaxMillis,
        retentionMillis,
        retentionBytes,
        keepForGroups,
        mailboxCap,
        place,
        stages);
  }

  /** The same as a topic of work with one stage, of which one pair has all. */
  public TopicSpec ofWork(TopicPlace only) {
    return ofWork(only, List.of(ONLY_STAGE));
  }

  /** The same as a topic of work with these stages, of which one pair has all. */
  public TopicSpec ofWork(TopicPlace only, List<String> names) {
    return new TopicSpec(
        name,
        order,
        maxAttempts,
        leaseMillis,
        retryDelayMillis,
        retryDelayMaxMillis,
        retentionMillis,
        retentionBytes,
        keepForGroups,
        mailboxCap,
        only,
        names);
  }

  /** Whether it has requests that workers answer, in memory, and no messages. */
  public boolean isOfWork() {
    return !stages.isEmpty();
  }

  /** Whether another pair alone has it. */
  public boolean isElsewhere() {
    return place == TopicPlace.ELSEWHERE;
  }

  /** Whether its mailboxes can subscribe: a message reaches those of its own pair only. */
  public boolean hasChannels() {
    return isOfMailboxes() && place == TopicPlace.HERE;
  }

  /** Whether its messages go to mailboxes. */
  public boolean isOfMailboxes() {
    return mailboxCap > 0;
  }
}

package io.feige.broker.core.decide;

import io.feige.broker.core.group.DispatchLimits;
import io.feige.broker.core.state.ReceiptLimits;
import io.feige.protocol.model.LetterRule;
import io.feige.protocol.model.OrderMode;
import io.feige.protocol.model.TopicPlace;
import io.feige.protocol.model.TopicSpec;
import io.feige.protocol.model.Verdict;
import java.util.List;

/**
 * What a replica may hold, and what it does on its own.
 *
 * @param autoCreateTopics whether a topic that is published to is created
 * @param topicDefaults the spec of such a topic, whatever its name; but see {@link #defaultSpec}
 * @param maxParked pulls and reads that wait for messages
 * @param maxBatchBytes of a published batch
 * @param maxPullBytes of an answer to a pull or read, apart from its first frame
 * @param maxWorkBytes of requests that wait for workers or are with them
 */
public record MachineLimits(
    boolean autoCreateTopics,
    TopicSpec topicDefaults,
    int maxTopics,
    int maxGroups,
    int maxDelayed,
    int maxParked,
    ReceiptLimits receipts,
    MailLimits mail,
    int maxBatchBytes,
    int maxPullBytes,
    DispatchLimits dispatch,
    Lifetimes lifetimes,
    long maxWorkBytes) {
  private static final long SOME_WORK_BYTES = 16L << 20;

  public MachineLimits {
    int least =
        Math.min(
            Math.min(Math.min(maxTopics, maxGroups), Math.min(maxDelayed, maxParked)),
            Math.min(maxBatchBytes, maxPullBytes));
    if (least < 1) {
      throw new IllegalArgumentException("limits of a replica must be at least 1");
    }
  }

  /** The same with room for the work of a few. */
  public MachineLimits(
      boolean autoCreateTopics,
      TopicSpec topicDefaults,
      int maxTopics,
      int maxGroups,
      int maxDelayed,
      int maxParked,
      ReceiptLimits receipts,
      MailLimits mail,
      int maxBatchBytes,
      int maxPullBytes,
      DispatchLimits dispatch,
      Lifetimes lifetimes) {
    this(
        autoCreateTopics,
        topicDefaults,
        maxTopics,
        maxGroups,
        maxDelayed,
        maxParked,
        receipts,
        mail,
        maxBatchBytes,
        maxPullBytes,
        dispatch,
        lifetimes,
        SOME_WORK_BYTES);
  }

  /**
   * The spec of a topic that is created without being asked for. One for dead letters follows the
   * rules of those.
   */
  public TopicSpec defaultSpec(String name) {
    TopicSpec d = topicDefaults;
    if (LetterRule.isLetters(name)) {
      return deadLetterSpec(d, name);
    }
    return new TopicSpec(
        name,
        d.order(),
        d.maxAttempts(),
        d.leaseMillis(),
        d.retryDelayMillis(),
        d.retryDelayMaxMillis(),
        d.retentionMillis(),
        d.retentionBytes(),
        d.keepForGroups(),
        d.mailboxCap(),
        d.place(),
        List.of());
  }

  /**
   * The spec of the dead-letter topic of another: it keeps what comes there for the time that is
   * set, whatever the limits of the other one are.
   */
  TopicSpec deadLetterSpec(TopicSpec origin, String name) {
    return new TopicSpec(
        name,
        OrderMode.NONE,
        Verdict.MAX_ATTEMPT,
        origin.leaseMillis(),
        origin.retryDelayMillis(),
        origin.retryDelayMaxMillis(),
        lifetimes.deadLetterMillis(),
        0,
        lifetimes.deadLetterMillis() == 0,
        0,
        TopicPlace.EVERYWHERE,
        List.of());
  }
}

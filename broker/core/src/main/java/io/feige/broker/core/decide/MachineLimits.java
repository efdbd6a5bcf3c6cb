package io.feige.broker.core.decide;

import io.feige.broker.core.group.DispatchLimits;
import io.feige.protocol.model.TopicSpec;

/**
 * What a replica may hold, and what it does on its own.
 *
 * @param autoCreateTopics whether a topic that is published to or pulled from is created
 * @param topicDefaults the spec of such a topic, whatever its name
 * @param maxBatchBytes of a published batch
 * @param maxPullBytes of an answer to a pull or read, apart from its first frame
 */
public record MachineLimits(
    boolean autoCreateTopics,
    TopicSpec topicDefaults,
    int maxTopics,
    int maxGroups,
    int maxDelayed,
    int maxParkedPulls,
    int maxProducersPerPartition,
    int maxBatchBytes,
    int maxPullBytes,
    DispatchLimits dispatch) {
  public MachineLimits {
    int least =
        Math.min(
            Math.min(Math.min(maxTopics, maxGroups), Math.min(maxDelayed, maxParkedPulls)),
            Math.min(maxProducersPerPartition, Math.min(maxBatchBytes, maxPullBytes)));
    if (least < 1) {
      throw new IllegalArgumentException("limits of a replica must be at least 1");
    }
  }

  /** The spec of a topic that is created without being asked for. */
  public TopicSpec defaultSpec(String name) {
    TopicSpec d = topicDefaults;
    return new TopicSpec(
        name,
        d.order(),
        d.maxAttempts(),
        d.leaseMillis(),
        d.retryDelayMillis(),
        d.retryDelayMaxMillis(),
        d.retentionMillis(),
        d.retentionBytes(),
        d.keepForGroups());
  }
}

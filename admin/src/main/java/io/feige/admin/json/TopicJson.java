package io.feige.admin.json;

import io.feige.client.TopicDescription;
import io.feige.client.TopicInPair;
import io.feige.client.TopicSpec;
import java.util.List;

/** A topic for scripts; times in milliseconds or ISO 8601, sizes in bytes. */
public record TopicJson(
    String name,
    String order,
    int partition,
    long startOffset,
    long endOffset,
    long committedOffset,
    long messages,
    long bytes,
    int delayed,
    String createdAt,
    int maxAttempts,
    long leaseMillis,
    long retryDelayMillis,
    long retryDelayMaxMillis,
    long retentionMillis,
    long retentionBytes,
    boolean keepForGroups,
    int mailboxCap,
    boolean onePair,
    List<StageJson> stages,
    List<TopicInPair> pairs) {
  /** What the client tells. */
  public static TopicJson of(TopicDescription topic) {
    TopicSpec spec = topic.spec();
    return new TopicJson(
        spec.name(),
        spec.order().name(),
        topic.partition(),
        topic.startOffset(),
        topic.endOffset(),
        topic.committedOffset(),
        topic.endOffset() - topic.startOffset(),
        topic.bytes(),
        topic.delayed(),
        topic.createdAt().toString(),
        spec.maxAttempts(),
        spec.lease().toMillis(),
        spec.retryDelay().toMillis(),
        spec.retryDelayMax().toMillis(),
        spec.retention().toMillis(),
        spec.retentionBytes(),
        spec.keepForGroups(),
        spec.mailboxCap(),
        spec.onePair(),
        topic.work().stream().map(StageJson::of).toList(),
        topic.pairs());
  }
}

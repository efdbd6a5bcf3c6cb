package io.feige.dist.topic;

import io.feige.client.TopicDescription;
import io.feige.client.TopicInPair;
import io.feige.client.TopicSpec;
import io.feige.dist.cli.Human;
import io.feige.dist.cli.Table;
import io.feige.dist.work.FlowWords;
import java.util.List;

/** Topics as a person reads them. */
final class TopicWords {
  private TopicWords() {}

  static String list(List<TopicDescription> topics) {
    if (topics.isEmpty()) {
      return "There are no topics. 'feige topic create NAME' makes one.";
    }
    Table table = new Table("TOPIC", "ORDER", "MESSAGES", "BYTES", "DELAYED", "CREATED");
    for (TopicDescription topic : topics) {
      table.row(
          topic.spec().name(),
          topic.spec().isOfWork() ? "(flow)" : topic.spec().order(),
          Human.count(topic.endOffset() - topic.startOffset()),
          Human.bytes(topic.bytes()),
          Human.count(topic.delayed()),
          topic.createdAt());
    }
    return table.text();
  }

  static String one(TopicDescription topic) {
    TopicSpec spec = topic.spec();
    if (spec.isOfWork()) {
      return FlowWords.one(topic);
    }
    Table table = new Table("TOPIC", spec.name()).row("order", spec.order());
    for (TopicInPair part : topic.pairs()) {
      table.row(
          part.pair(),
          "partition "
              + part.partition()
              + ", offsets "
              + part.startOffset()
              + " to "
              + part.endOffset()
              + " (not included), committed below "
              + part.committedOffset()
              + ", "
              + Human.bytes(part.bytes()));
    }
    return table
        .row("messages", Human.count(topic.endOffset() - topic.startOffset()))
        .row("bytes", Human.bytes(topic.bytes()))
        .row("delayed", Human.count(topic.delayed()))
        .row("created", topic.createdAt())
        .row("max attempts", spec.maxAttempts())
        .row("lease", Human.duration(spec.lease()))
        .row("retry delay", retryDelay(spec))
        .row("retention", retention(spec))
        .row("kept for groups", spec.keepForGroups() ? "yes" : "no")
        .row("mailboxes", mailboxes(spec))
        .row("one pair has it", spec.onePair() ? "yes" : "no")
        .text();
  }

  private static String mailboxes(TopicSpec spec) {
    return spec.mailboxCap() == 0 ? "no" : "of " + Human.count(spec.mailboxCap()) + " messages";
  }

  private static String retryDelay(TopicSpec spec) {
    return Human.duration(spec.retryDelay()) + " to " + Human.duration(spec.retryDelayMax());
  }

  private static String retention(TopicSpec spec) {
    String age = spec.retention().isZero() ? "any age" : Human.duration(spec.retention());
    String size = spec.retentionBytes() == 0 ? "any size" : Human.bytes(spec.retentionBytes());
    return age + ", " + size;
  }
}

package io.feige.broker.store.row;

import io.feige.protocol.model.TopicSpec;
import java.util.HashMap;
import java.util.Map;

/**
 * What the numbers in a pair's journal stand for. Partitions and groups never get a number that was
 * another one's. Owned by one thread.
 */
public final class Names {
  private final Map<Integer, String> topics = new HashMap<>();
  private final Map<Integer, String> groups = new HashMap<>();
  private final Map<Integer, Integer> generations = new HashMap<>();

  /** A partition is of this topic. */
  public void topic(int partition, String topic) {
    topics.put(partition, topic);
  }

  void began(int partition, TopicSpec spec) {
    topics.put(partition, spec.name());
  }

  /** A group has this name and, at present, this generation. */
  public void group(int group, String name, int generation) {
    groups.put(group, name);
    generations.merge(group, generation, Math::max);
  }

  /** The topic's name; one made of its number if it is not known. */
  public String topicOf(int partition) {
    return topics.getOrDefault(partition, "partition-" + partition);
  }

  /** The group's name; one made of its number if it is not known. */
  public String groupOf(int group) {
    return groups.getOrDefault(group, "group-" + group);
  }

  /** The group's present generation. */
  public int generationOf(int group) {
    return generations.getOrDefault(group, 1);
  }
}

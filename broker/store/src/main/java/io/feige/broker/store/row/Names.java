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
  private final Map<Integer, Integer> present = new HashMap<>();

  /** A partition is of this topic. */
  public void topic(int partition, String topic) {
    topics.put(partition, topic);
  }

  void began(int partition, TopicSpec spec) {
    topics.put(partition, spec.name());
  }

  /** A group has this name; its cursor has this generation at the end of the journal. */
  public void group(int group, String name, int generation) {
    groups.put(group, name);
    present.put(group, generation);
  }

  /** The group's cursor has this generation where the journal is read. */
  public void began(int group, String name, int generation) {
    groups.put(group, name);
    generations.put(group, generation);
  }

  /** The topic's name; one made of its number if it is not known. */
  public String topicOf(int partition) {
    return topics.getOrDefault(partition, "partition-" + partition);
  }

  /** The group's name; one made of its number if it is not known. */
  public String groupOf(int group) {
    return groups.getOrDefault(group, "group-" + group);
  }

  /**
   * The generation of the group's cursor where the journal is read; the present one, if it began
   * before anything was stored.
   */
  public int generationOf(int group) {
    return generations.getOrDefault(group, present.getOrDefault(group, 1));
  }
}

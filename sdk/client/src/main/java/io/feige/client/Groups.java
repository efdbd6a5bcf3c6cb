package io.feige.client;

import java.util.List;

/**
 * Operations on groups. Each waits for the broker's answer, at most for the client's request
 * timeout.
 */
public interface Groups {
  /** The groups of all topics. */
  List<GroupDescription> list();

  /** The groups of one topic. */
  List<GroupDescription> list(String topic);

  /**
   * One group.
   *
   * @throws RefusedException the topic has no such group
   */
  GroupDescription describe(String topic, String group);

  /**
   * Starts a new generation of the group's cursor at that place. Deliveries of the old generation
   * can no longer be settled.
   */
  GroupDescription reset(String topic, String group, StartFrom to);

  /** Forgets the group. */
  void delete(String topic, String group);
}

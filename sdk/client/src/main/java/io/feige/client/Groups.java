package io.feige.client;

import java.util.List;

/**
 * Operations on groups. Each waits for the answers of all pairs, at most for the client's request
 * timeout; when a pair fails, the exception says which, and at which it was done.
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
   * Where the groups of a topic stand with one message, by name of the group.
   *
   * @param pair has the message
   * @param offset its place there
   * @throws RefusedException there is no such topic at the pair, or nothing at that offset yet
   */
  List<MessageInGroup> trace(String topic, String pair, long offset);

  /**
   * Starts a new generation of the group's cursor at that place, at every pair where the group has
   * begun. Deliveries of the old generation can no longer be settled.
   *
   * @throws RefusedException an offset is a place in one pair, and there are several: name it
   */
  GroupDescription reset(String topic, String group, StartFrom to);

  /** As {@link #reset(String, String, StartFrom)}, at one pair only. */
  GroupDescription reset(String topic, String group, String pair, StartFrom to);

  /** Forgets the group. */
  void delete(String topic, String group);
}

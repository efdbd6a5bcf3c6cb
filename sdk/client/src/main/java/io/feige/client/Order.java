package io.feige.client;

/** Which order a topic keeps among the messages that it hands out to a group. */
public enum Order {
  /** None: messages are handed out as consumers ask for them. The default. */
  NONE,
  /** Messages of one key are handed out one after the other; different keys go in parallel. */
  BY_KEY,
  /** All messages of a partition are handed out one after the other. */
  WHOLE
}

package io.feige.broker.hostile;

/** What a hostile client knows of whom it talks to; it may be wrong. */
public interface Known {
  /** Of the replica that serves. */
  long epoch();

  /** Behind a topic's last message. */
  long endOffset(String topic);

  /** Of a group's cursor. */
  int generation(String topic, String group);
}

package io.feige.client.testing;

/** A stage of a topic of work. */
record MemoryStage(String topic, String name) {
  @Override
  public String toString() {
    return topic + "/" + name;
  }
}

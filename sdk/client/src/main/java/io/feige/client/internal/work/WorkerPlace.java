package io.feige.client.internal.work;

/** Where a worker works. */
public record WorkerPlace(String topic, String stage) {
  @Override
  public String toString() {
    return topic + "/" + stage;
  }
}

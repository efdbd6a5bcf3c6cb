package io.feige.broker.core.replica;

/** What the copying and the acting side of a replica both know; it outlives each of their turns. */
record Shared(
    Standing standing,
    Promise promise,
    Holding holding,
    Confirmed confirmed,
    Story story,
    OwnDisk disk) {
  ReplicaSettings settings() {
    return standing.settings();
  }
}

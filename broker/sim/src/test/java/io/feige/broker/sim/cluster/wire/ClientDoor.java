package io.feige.broker.sim.cluster.wire;

import io.feige.broker.core.port.Event;
import io.feige.protocol.command.Request;
import io.feige.protocol.model.Durability;
import java.nio.ByteBuffer;

/** A node's end of a client's connection, which is for one pair. */
public interface ClientDoor {
  /** Where a node takes clients. */
  static String address(String host) {
    return host + "/clients";
  }

  void hello(String pair);

  void ask(int correlation, Request request);

  /** See {@link Event.Publish}. */
  void publish(int correlation, Batch batch);

  /** What is published. */
  record Batch(
      String topic, long epoch, Durability durability, long resolvedBelow, ByteBuffer bytes) {}
}

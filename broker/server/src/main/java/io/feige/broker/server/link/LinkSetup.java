package io.feige.broker.server.link;

import io.feige.broker.server.ops.NodeMetrics;
import io.feige.protocol.link.LinkKey;
import io.feige.protocol.link.LinkToken;
import io.feige.protocol.model.Secret;
import io.feige.tls.Encryption;
import io.netty.channel.EventLoop;
import java.security.SecureRandom;
import java.util.concurrent.atomic.AtomicLong;

/** What all links of a node have in common; one for the dialler and the server. Any thread. */
public final class LinkSetup {
  private final String nodeId;
  private final LinkKey key;
  private final EventLoop loop;
  private final NodeMetrics metrics;
  private final Encryption encryption;
  private final SecureRandom random = new SecureRandom();
  private final AtomicLong ids = new AtomicLong();

  /**
   * The links of one node.
   *
   * @param nodeId this node's name
   * @param secret of the cluster
   * @param loop accepts; a link that has shaken hands lives on the loop of its listener
   * @throws IllegalArgumentException if the secret is empty
   */
  public LinkSetup(
      String nodeId, Secret secret, EventLoop loop, NodeMetrics metrics, Encryption encryption) {
    this.nodeId = nodeId;
    this.key = LinkKey.of(secret);
    this.loop = loop;
    this.metrics = metrics;
    this.encryption = encryption;
  }

  String nodeId() {
    return nodeId;
  }

  LinkKey key() {
    return key;
  }

  /** Where sockets are accepted and shake hands. */
  EventLoop loop() {
    return loop;
  }

  NodeMetrics metrics() {
    return metrics;
  }

  Encryption encryption() {
    return encryption;
  }

  LinkToken newNonce() {
    byte[] bytes = new byte[LinkToken.NONCE_BYTES];
    random.nextBytes(bytes);
    return LinkToken.nonce(bytes);
  }

  long nextId() {
    return ids.incrementAndGet();
  }
}

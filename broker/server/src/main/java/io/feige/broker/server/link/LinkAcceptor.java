package io.feige.broker.server.link;

import org.jspecify.annotations.Nullable;

/** Says who uses a link that a peer has opened. Called on the loop of {@link LinkSetup}. */
public interface LinkAcceptor {
  /** The user of links of the pair; null: this node has no replica that others copy. */
  @Nullable LinkListener listenerOf(String pair, String peerNode);
}

package io.feige.broker.server.control;

import io.feige.protocol.command.Beat;
import io.feige.protocol.command.NodeReport;
import java.util.concurrent.CompletableFuture;

/** The node, as Admin's connection sees it. Called on the loop of {@link AdminLinkSetup}. */
public interface LedNode {
  /**
   * Learns what is decided. May be old or repeated: versions and epochs in it say so.
   *
   * @return how the node is after it; in the order of the calls, here and of {@link #report}
   */
  CompletableFuture<NodeReport> obey(Beat beat);

  /** How the node is, for {@link AdminLink#reportNow}. */
  CompletableFuture<NodeReport> report();
}

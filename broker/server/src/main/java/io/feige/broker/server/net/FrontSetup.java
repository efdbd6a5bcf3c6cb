package io.feige.broker.server.net;

import io.feige.broker.server.config.NodeConfig;
import io.feige.broker.server.config.NodeConfig.Limits;
import io.feige.broker.server.ops.NodeMetrics;

/** What all connections have in common. */
record FrontSetup(NodeConfig config, String nodeId, NodeMetrics metrics) {
  Limits limits() {
    return config.limits();
  }
}

package io.feige.broker.server.net;

import io.feige.broker.server.access.NodeAccess;
import io.feige.broker.server.config.NodeConfig;
import io.feige.broker.server.config.NodeConfig.Limits;
import io.feige.broker.server.ops.NodeMetrics;
import io.feige.tls.Encryption;
import io.feige.tls.TlsContext;

/** What all connections have in common. */
record FrontSetup(
    NodeConfig config,
    String nodeId,
    NodeMetrics metrics,
    Encryption encryption,
    NodeAccess access) {
  /** Whether clients show a certificate. */
  TlsContext.Callers callers() {
    return config.security().mustShow()
        ? TlsContext.Callers.MUST_SHOW
        : TlsContext.Callers.MAY_SHOW;
  }

  Limits limits() {
    return config.limits();
  }
}

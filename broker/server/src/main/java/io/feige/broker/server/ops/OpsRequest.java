package io.feige.broker.server.ops;

import java.net.SocketAddress;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What is asked for over HTTP.
 *
 * @param query what follows the path; empty: nothing
 * @param authorization the header; null: there was none
 * @param certificate the names in the certificate that the caller has shown; empty: none
 */
record OpsRequest(
    String method,
    String path,
    String query,
    @Nullable String authorization,
    Set<String> certificate,
    SocketAddress from) {
  /** Whether it is a probe of health, which is answered however many others ask for more. */
  boolean isProbe() {
    return path.equals("/health") || path.equals("/ready");
  }
}

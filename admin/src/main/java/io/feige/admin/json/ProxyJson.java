package io.feige.admin.json;

import io.feige.admin.proxies.ProxySight;
import io.feige.protocol.model.ProxySession;
import java.time.Instant;
import tools.jackson.databind.node.ObjectNode;

/** A proxy as JSON. */
public final class ProxyJson {
  private ProxyJson() {}

  /** A session of a proxy's. */
  public static ObjectNode session(ProxySession session) {
    return Json.object()
        .put("id", Long.toString(session.id()))
        .put("address", session.address())
        .put("user", session.user())
        .put("startedAt", Instant.ofEpochMilli(session.startedAtMillis()).toString())
        .put("subscriptions", session.subscriptions())
        .put("behind", session.behind())
        .put("owedBytes", session.owedBytes());
  }

  /** What is known of it. */
  public static ObjectNode proxy(ProxySight proxy) {
    return Json.object()
        .put("id", proxy.id())
        .set("addresses", Json.texts(proxy.addresses()))
        .put("host", proxy.host())
        .put("software", proxy.software())
        .put("state", proxy.state().name())
        .put("startedAt", proxy.startedAt().toString())
        .put("silentMillis", proxy.silentMillis())
        .put("connections", proxy.connections())
        .put("callers", proxy.callers())
        .put("requests", proxy.requests())
        .put("requestsPerSecond", Math.round(proxy.requestsPerSecond() * 10) / 10.0);
  }
}

package io.feige.admin.json;

import io.feige.admin.proxies.ProxySight;
import tools.jackson.databind.node.ObjectNode;

/** A proxy as JSON. */
public final class ProxyJson {
  private ProxyJson() {}

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

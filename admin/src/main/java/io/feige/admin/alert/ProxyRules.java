package io.feige.admin.alert;

import io.feige.admin.proxies.ProxySight;
import java.time.Instant;
import java.util.List;

/** What is an alert of that which proxies tell, and of those that tell nothing any more. */
final class ProxyRules {
  private ProxyRules() {}

  /**
   * Adds all.
   *
   * @param proxies those that are known; none, unless this Admin leads
   */
  static void find(List<ProxySight> proxies, Instant now, List<Alert> alerts) {
    for (ProxySight proxy : proxies) {
      if (proxy.state() == ProxySight.State.AWAY) {
        alerts.add(
            Alert.warning(
                "proxy-away",
                proxy.id(),
                proxy.id() + " is not heard, and has not said that it stops",
                "Start it; if it runs, look at its log and at the network. One that is gone for"
                    + " good is forgotten an hour after its last report."));
      }
      if (proxy.isTwice()) {
        alerts.add(
            Alert.warning(
                "proxy-twice",
                proxy.id(),
                "two processes call themselves " + proxy.id(),
                "Give each proxy a proxy.id of its own: the last report is shown for both."));
      }
      proxy
          .certificateEnd()
          .flatMap(end -> CertificateRule.of(proxy.id(), end, now))
          .ifPresent(alerts::add);
    }
  }
}

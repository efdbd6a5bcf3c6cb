package io.feige.dist.proxy;

import io.feige.dist.admin.AdminApi;
import io.feige.dist.admin.ClusterStatus;
import io.feige.dist.cli.Json;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What an Admin has a proxy do. */
final class ProxyApi {
  private final AdminApi admin;

  ProxyApi(AdminApi admin) {
    this.admin = admin;
  }

  /**
   * A session; also a line of {@code proxy sessions --json}. Names and order are a promise to
   * scripts.
   *
   * @param user empty: nobody, or somebody with a token
   * @param behind messages that it was not told yet
   * @param owedBytes told and not taken
   */
  record Session(
      String id,
      String address,
      String user,
      String startedAt,
      int subscriptions,
      long behind,
      long owedBytes) {}

  /**
   * Some sessions.
   *
   * @param next where the next page begins; null: this is the last one
   */
  record Page(List<Session> sessions, @Nullable String next) {
    Page {
      sessions = List.copyOf(sessions);
    }
  }

  /** How many sessions were ended or told. */
  record Done(int sessions) {}

  private record Notice(String text) {}

  /** Names of the proxies that are heard. */
  List<String> heard() {
    return admin.status().proxies().stream()
        .filter(proxy -> !proxy.state().equals("AWAY"))
        .map(ClusterStatus.ProxyLine::id)
        .toList();
  }

  Page sessions(String proxy, String after) {
    return admin.call("GET", path(proxy) + "/sessions?after=" + encoded(after), "", Page.class);
  }

  Done disconnect(String proxy, String session) {
    return admin.call("DELETE", path(proxy) + "/sessions/" + encoded(session), "", Done.class);
  }

  Done tell(String proxy, String text) {
    return admin.call("POST", path(proxy) + "/notice", Json.line(new Notice(text)), Done.class);
  }

  Done drain(String proxy) {
    return admin.call("POST", path(proxy) + "/drain", "{}", Done.class);
  }

  private static String path(String proxy) {
    return "/api/v1/proxies/" + encoded(proxy);
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }
}

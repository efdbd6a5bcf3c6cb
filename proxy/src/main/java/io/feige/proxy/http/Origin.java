package io.feige.proxy.http;

import io.feige.proxy.answer.Problem;
import io.feige.proxy.config.ProxySettings;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpRequest;
import java.util.Locale;
import java.util.regex.Pattern;

/** What a browser says of the page that a request comes from: others may not use its user. */
final class Origin {
  /** Addresses, and the one name that leads to this machine wherever it is looked up. */
  private static final Pattern NO_FOREIGN_NAME =
      Pattern.compile("(?:[0-9.]+|\\[[0-9a-fA-F:.]+]|localhost)(?::[0-9]+)?");

  private Origin() {}

  /**
   * Refuses what a page of somebody else's has a browser do. Such a page can show made-up
   * credentials, so they excuse nothing: a cluster may take any.
   *
   * @param isOnlyRead whether nothing is changed by it, so that a page which cannot read the answer
   *     gains nothing
   * @param listen has the names under which this proxy is called, besides addresses
   * @throws Problem it is such a request
   */
  static void check(HttpRequest head, boolean isOnlyRead, ProxySettings.Listen listen) {
    HttpHeaders headers = head.headers();
    String host = headers.get(HttpHeaderNames.HOST, "").toLowerCase(Locale.ROOT);
    // A page of any origin may open a socket, so that is looked at as well.
    if (!isOnlyRead || Upgrade.isWanted(head)) {
      String site = headers.get("sec-fetch-site", "same-origin");
      String origin = headers.get(HttpHeaderNames.ORIGIN, "");
      boolean isForeign = !origin.isEmpty() && !isOf(origin, host);
      boolean isOther = isForeign || site.equals("cross-site") || site.equals("same-site");
      if (isOther && !listen.isOrigin(origin)) {
        throw Problem.foreignPage();
      }
    }
    if (!host.isEmpty() && !NO_FOREIGN_NAME.matcher(host).matches()) {
      int colon = host.lastIndexOf(':');
      String name = colon < 0 ? host : host.substring(0, colon);
      if (!listen.isCalled(name)) {
        throw Problem.foreignName();
      }
    }
  }

  private static boolean isOf(String origin, String host) {
    int scheme = origin.indexOf("://");
    return scheme > 0
        && origin
            .substring(scheme + 3)
            .toLowerCase(Locale.ROOT)
            .equals(host.toLowerCase(Locale.ROOT));
  }
}

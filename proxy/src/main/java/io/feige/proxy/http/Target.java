package io.feige.proxy.http;

import io.feige.proxy.answer.Problem;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.QueryStringDecoder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Where a request goes.
 *
 * @param path its parts, decoded one by one: a slash that was encoded is none
 * @param query what stands behind the question mark
 */
record Target(List<String> path, Map<String, List<String>> query) {
  private static final int MAX_PARAMETERS = 100;

  /** Whether only the process is asked for, by whom it does not matter. */
  boolean isHealth() {
    return path.size() > 1 && path.get(1).equals("health");
  }

  /**
   * Whether nothing is changed by it. A worker may do anything for a request, whatever its method.
   */
  boolean isOnlyRead(HttpRequest head) {
    boolean isFlow = path.size() > 1 && path.get(1).equals("flows");
    return head.method().equals(HttpMethod.GET) && !isFlow;
  }

  /** How it is asked for: balancers ask for the head of an answer. */
  String method(HttpRequest head) {
    boolean isHead = head.method().equals(HttpMethod.HEAD) && isHealth();
    return isHead ? HttpMethod.GET.name() : head.method().name();
  }

  /**
   * Reads the first line's middle.
   *
   * @throws Problem it is no path
   */
  static Target of(String uri) {
    if (!uri.startsWith("/")) {
      throw Problem.badRequest("the request names no path that begins with a slash");
    }
    try {
      QueryStringDecoder decoder =
          QueryStringDecoder.builder()
              .maxParams(MAX_PARAMETERS + 1)
              .semicolonIsNormalChar(true)
              .build(uri);
      List<String> path = new ArrayList<>();
      for (String part : decoder.rawPath().split("/", -1)) {
        path.add(QueryStringDecoder.decodeComponent(part.replace("+", "%2B")));
      }
      Map<String, List<String>> query = decoder.parameters();
      if (query.values().stream().mapToInt(List::size).sum() > MAX_PARAMETERS) {
        throw Problem.badRequest("there are more than " + MAX_PARAMETERS + " parameters");
      }
      return new Target(path, query);
    } catch (IllegalArgumentException e) {
      throw Problem.badRequest("the path cannot be read: " + e.getMessage());
    }
  }
}

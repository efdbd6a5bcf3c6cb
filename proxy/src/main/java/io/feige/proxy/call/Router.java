package io.feige.proxy.call;

import io.feige.proxy.answer.Answer;
import io.feige.proxy.answer.Problem;
import io.feige.proxy.verb.Values;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** Which call a method and a path lead to. */
public final class Router {
  /** Answers a request; may wait. */
  public interface Call {
    /** The answer. */
    Answer answer(Request request);
  }

  /**
   * A way in.
   *
   * @param pattern the path; what stands in braces is any one part of it
   */
  public record Route(String method, String pattern, Call call) {
    private List<String> steps() {
      return List.of(pattern.split("/", -1));
    }
  }

  /**
   * Where a path leads.
   *
   * @param parts those in braces, by their names
   */
  public record Match(Route route, Map<String, String> parts) {}

  private final List<Route> routes;

  /** Knows these. */
  public Router(List<Route> routes) {
    this.routes = List.copyOf(routes);
  }

  /**
   * The way for a request.
   *
   * @param path its parts, decoded
   * @throws Problem there is none
   */
  public Match match(String method, List<String> path) {
    TreeSet<String> others = new TreeSet<>();
    for (Route route : routes) {
      Map<String, String> parts = new HashMap<>();
      if (leads(route.steps(), path, parts)) {
        if (route.method().equals(method)) {
          return new Match(route, parts);
        }
        others.add(route.method());
      }
    }
    if (others.isEmpty()) {
      throw Problem.notFound(Values.shown(String.join("/", path)));
    }
    throw Problem.methodNotAllowed(Values.shown(method), String.join(", ", others));
  }

  /** All patterns, with their methods. */
  public List<String> ways() {
    List<String> ways = new ArrayList<>();
    routes.forEach(route -> ways.add(route.method() + " " + route.pattern()));
    return ways;
  }

  private static boolean leads(List<String> steps, List<String> path, Map<String, String> parts) {
    if (steps.size() != path.size()) {
      return false;
    }
    for (int i = 0; i < steps.size(); i++) {
      String step = steps.get(i);
      if (step.startsWith("{")) {
        parts.put(step.substring(1, step.length() - 1), path.get(i));
      } else if (!step.equals(path.get(i))) {
        return false;
      }
    }
    return true;
  }
}

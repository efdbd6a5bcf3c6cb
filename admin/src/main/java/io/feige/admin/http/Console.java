package io.feige.admin.http;

import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The console's files, out of the jar. Everybody may have them; what they show, they ask for as
 * whoever looks at them. The page finds out itself which of its views an address means.
 */
final class Console {
  private static final String ROOT = "/io/feige/admin/ui/";
  private static final String PAGE = "index.html";
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-][A-Za-z0-9._-]{0,100}");
  private static final String FOREVER = "public, max-age=31536000, immutable";
  private static final Map<String, String> TYPES =
      Map.of(
          "html", "text/html; charset=utf-8",
          "js", "text/javascript; charset=utf-8",
          "css", "text/css; charset=utf-8",
          "svg", "image/svg+xml",
          "txt", "text/plain; charset=utf-8");

  /** What is never a view, so that who mistypes an address of these is told so. */
  private static final List<String> NO_VIEWS =
      List.of("/api/", "/health/", "/metrics", "/openapi.yaml", "/assets/");

  private Console() {}

  static void addTo(RoutesConfig routes) {
    routes
        .get("/", context -> send(context, PAGE))
        .get("/assets/{file}", Console::asset)
        .get("/favicon.svg", context -> send(context, "favicon.svg"))
        .get("/LICENSES.txt", context -> send(context, "LICENSES.txt"));
  }

  /** Whether a browser asks for an address that the page may know. */
  static boolean isView(Context context) {
    String accept = context.header("Accept");
    return context.method().equals(HandlerType.GET)
        && accept != null
        && accept.contains("text/html")
        && NO_VIEWS.stream().noneMatch(context.path()::startsWith);
  }

  /** Answers with the page. */
  static void view(Context context) {
    send(context.status(200), PAGE);
  }

  private static void asset(Context context) {
    String file = context.pathParam("file");
    if (!NAME.matcher(file).matches()) {
      throw notThere();
    }
    send(context, "assets/" + file);
    // Their names change with what is in them.
    var _ = context.header("Cache-Control", FOREVER);
  }

  private static void send(Context context, String file) {
    String type = TYPES.get(file.substring(file.lastIndexOf('.') + 1));
    try (InputStream in = Console.class.getResourceAsStream(ROOT + file)) {
      if (in == null || type == null) {
        throw notThere();
      }
      context.contentType(type).result(in.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Problem notThere() {
    return new Problem(
        404,
        "NOT_FOUND",
        "the console of this build has no such file",
        "Load the page anew, if Admin was replaced by another version meanwhile.");
  }
}

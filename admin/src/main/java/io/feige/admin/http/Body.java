package io.feige.admin.http;

import io.feige.admin.json.Fields;
import io.feige.admin.json.Json;
import io.javalin.http.Context;
import java.util.Set;
import java.util.function.Supplier;

/** The body of a request. */
final class Body {
  private Body() {}

  /** Its fields, which are among these: what is misspelt is not left out in silence. */
  static Fields read(Context context, Set<String> known) {
    requireJson(context);
    return value(() -> Json.read(context.bodyAsBytes()).among(known));
  }

  /** What is made of it; what is wrong with it is told. */
  static <T> T value(Supplier<T> reading) {
    try {
      return reading.get();
    } catch (IllegalArgumentException e) {
      throw Problem.badRequest("the body: " + e.getMessage());
    }
  }

  // A web page that a browser happens to show can send a form to loopback, but not JSON.
  static void requireJson(Context context) {
    String type = context.contentType();
    if (type == null || !type.startsWith("application/json")) {
      throw new Problem(
          415,
          "JSON_WANTED",
          "a body must be of type application/json",
          "Send the header Content-Type: application/json.");
    }
  }
}

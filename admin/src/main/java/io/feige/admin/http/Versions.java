package io.feige.admin.http;

import io.javalin.http.Context;

/**
 * What somebody has looked at before it changes something (ETag and If-Match of RFC 9110), so that
 * what another one has changed meanwhile is not written over.
 */
final class Versions {
  private Versions() {}

  /** The caller looks at this version. */
  static void tell(Context context, String version) {
    var _ = context.header("ETag", quoted(version));
  }

  /** Refuses a change of who has seen another version; who names none takes any. */
  static void require(Context context, String version) {
    String seen = context.header("If-Match");
    if (seen != null && !seen.equals("*") && !seen.equals(quoted(version))) {
      throw new Problem(
          412,
          "CHANGED_MEANWHILE",
          "somebody has changed it since you looked at it; nothing was changed now",
          "Look at it again, and decide anew.");
    }
  }

  private static String quoted(String version) {
    return '"' + version + '"';
  }
}

package io.feige.admin.http;

import io.feige.access.Admission;
import io.feige.access.AuditEntry;
import io.feige.access.Right;
import io.feige.access.Verdict;
import io.feige.access.Verdict.Admitted;
import io.feige.access.Verdict.Refused;
import io.feige.access.Verdict.TooOften;
import io.feige.admin.access.AdminAccess;
import io.feige.tls.CertificateNames;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import java.security.cert.X509Certificate;
import java.util.Objects;
import java.util.Set;

/** Who calls, and whether it may. Each route is wrapped in the right that it takes. */
final class Callers {
  private static final String ADMISSION = "feige.admission";
  private static final long SECOND_MILLIS = 1_000;

  private final AdminAccess access;

  Callers(AdminAccess access) {
    this.access = access;
  }

  /** Refuses whoever does not show who it is. */
  void authenticate(Context context) {
    Verdict verdict =
        access.judge(context.header("Authorization"), certificate(context), context.ip());
    switch (verdict) {
      case Admitted admitted -> context.attribute(ADMISSION, admitted.admission());
      case Refused refused -> {
        var _ = context.header("WWW-Authenticate", "Bearer, Basic realm=\"feige\"");
        throw Problem.notAuthenticated(refused.sentence());
      }
      case TooOften often -> {
        long seconds = Math.ceilDiv(often.waitMillis(), SECOND_MILLIS);
        var _ = context.header("Retry-After", Long.toString(seconds));
        throw Problem.tooManyTries(seconds);
      }
    }
  }

  /** The handler, for whoever has the right. */
  Handler with(Right right, Handler handler) {
    return context -> {
      Admission admission = of(context);
      if (!admission.grants().permit(right)) {
        access.denied(admission, context.ip(), what(context), right.text());
        throw Problem.notAuthorized(admission.identity() + " has not the right " + right.text());
      }
      handler.handle(context);
    };
  }

  /** Who calls. */
  static Admission of(Context context) {
    return Objects.requireNonNull(context.attribute(ADMISSION), "every route is behind a check");
  }

  /** Writes down what was done, or why not. */
  void audit(Context context, String before, String after, String outcome) {
    access.audit(
        new AuditEntry(
            of(context).identity().toString(),
            context.ip(),
            what(context),
            before,
            after,
            outcome));
  }

  private static String what(Context context) {
    return context.method() + " " + context.path();
  }

  private static Set<String> certificate(Context context) {
    Object chain = context.req().getAttribute("jakarta.servlet.request.X509Certificate");
    return chain instanceof X509Certificate[] shown && shown.length > 0
        ? CertificateNames.of(shown[0])
        : Set.of();
  }
}

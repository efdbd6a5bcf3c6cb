package io.feige.admin.http;

import io.feige.access.Admission;
import io.feige.access.AuditEntry;
import io.feige.access.Identity;
import io.feige.access.Right;
import io.feige.access.TrustedProxies;
import io.feige.access.Verdict.Admitted;
import io.feige.access.Verdict.Refused;
import io.feige.access.Verdict.TooOften;
import io.feige.admin.access.AdminAccess;
import io.feige.admin.access.Session;
import io.feige.admin.access.Voucher;
import io.feige.admin.access.Voucher.Vouched;
import io.feige.config.Loopback;
import io.feige.tls.CertificateNames;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import java.security.cert.X509Certificate;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Who calls, and whether it may. Routes that Admin answers itself are wrapped in the right that
 * they take; of others the nodes decide.
 */
final class Callers {
  private static final String ADMISSION = "feige.admission";
  private static final String ADDRESS = "feige.address";
  private static final String COUNTED = "feige.counted";
  private static final String ANONYMOUS = "feige.anonymous";
  private static final int UNAUTHORIZED = 401;

  /** Requests of one user at a time, besides those that look on ({@link Live}). */
  private static final int MOST_AT_ONCE = 32;

  private static final long SECOND_MILLIS = 1_000;

  /** Addresses, and the one name that leads to this machine wherever it is looked up. */
  private static final Pattern NO_FOREIGN_NAME =
      Pattern.compile("(?:[0-9.]+|\\[[0-9a-fA-F:.]+]|localhost)(?::[0-9]+)?");

  private final AdminAccess access;
  private final String ownName;
  private final TrustedProxies trusted;
  private final Map<String, Integer> atOnce = new ConcurrentHashMap<>();

  Callers(HttpSettings settings) {
    this.access = settings.access();
    this.ownName = settings.listen().host();
    this.trusted = settings.trusted();
  }

  /** Finds out from where it is called; before anything else. */
  void locate(Context context) {
    List<String> said = Collections.list(context.req().getHeaders(TrustedProxies.HEADER));
    context.attribute(ADDRESS, trusted.caller(context.ip(), said));
  }

  /** From where the caller calls: an address. */
  static String address(Context context) {
    return Objects.requireNonNull(context.attribute(ADDRESS), "every request is located");
  }

  /** Figures are for anybody where the settings want nothing of anybody. */
  void authenticateForFigures(Context context) {
    if (!access.isOpen()) {
      authenticate(context);
    } else if (isForeignName(context.header("Host"))) {
      throw Problem.foreignName();
    } else {
      enter(context, Admission.all(Identity.Kind.ANYBODY));
    }
  }

  /**
   * As {@link #authenticate}, but a page that asks who is logged in gets an answer even if nobody
   * is.
   */
  void authenticateUnlessAsked(Context context) {
    try {
      authenticate(context);
    } catch (Problem e) {
      if (e.status() != UNAUTHORIZED || !LogIn.asksWho(context)) {
        throw e;
      }
      context.attribute(ANONYMOUS, e.tokenFile());
    }
  }

  /**
   * The file with the token that an anonymous caller can log in with; empty: there is none; null:
   * the caller is not anonymous.
   */
  static @Nullable String tokenFileOfAnonymous(Context context) {
    return context.attribute(ANONYMOUS);
  }

  /** Refuses whoever does not show who it is. */
  void authenticate(Context context) {
    String shown = context.header("Authorization");
    if (shown != null && shown.startsWith(Voucher.SCHEME)) {
      enter(context, vouchedFor(context, shown));
      return;
    }
    Session session = shown == null ? LogIn.session(context, access) : null;
    if (session != null) {
      LogIn.requireGuard(context, session);
      enter(context, session.admission());
      return;
    }
    if (shown == null && access.isOpen()) {
      // Nobody has tried anything: a program that finds the token for itself begins so.
      throw notLetIn(context, "credentials are wanted here, and none came");
    }
    switch (access.judge(shown, certificate(context), address(context))) {
      case Admitted admitted -> enter(context, admitted.admission());
      case Refused refused -> throw notLetIn(context, refused.sentence());
      case TooOften often -> {
        long seconds = Math.ceilDiv(often.waitMillis(), SECOND_MILLIS);
        var _ = context.header("Retry-After", Long.toString(seconds));
        throw Problem.tooManyTries(seconds);
      }
    }
  }

  /** The hash of the body is vouched for first, so that a stranger's body is not waited for. */
  private Admission vouchedFor(Context context, String shown) {
    Vouched vouched =
        access
            .voucher()
            .check(shown, context.method().name(), Relay.address(context))
            .filter(_ -> isFromAnAdmin(context))
            .orElseThrow(() -> notVouchedFor(context, "no Admin of this cluster vouches so"));
    if (!vouched.bodyHash().equals(Voucher.hash(context.bodyAsBytes()))) {
      throw notVouchedFor(context, "the body is not the one that is vouched for");
    }
    return access
        .vouchedFor(vouched.user())
        .orElseThrow(() -> notVouchedFor(context, "there is no such user that may come in"));
  }

  /** Nodes know the cluster's secret, too, but have no certificate with the name of an Admin. */
  private static boolean isFromAnAdmin(Context context) {
    String by = context.header(Relay.RELAYED);
    return !context.req().isSecure() || (by != null && certificate(context).contains(by));
  }

  private Problem notVouchedFor(Context context, String why) {
    access.refusedVoucher(address(context), why);
    return Problem.notAuthenticated(why);
  }

  private void enter(Context context, Admission admission) {
    String user = admission.identity().user();
    if (!user.isEmpty()) {
      if (atOnce.merge(user, 1, Integer::sum) > MOST_AT_ONCE) {
        leave(user);
        throw Problem.tooManyCallers();
      }
      context.attribute(COUNTED, user);
    }
    context.attribute(ADMISSION, admission);
  }

  /** The request is answered. */
  void leave(Context context) {
    String user = context.attribute(COUNTED);
    if (user != null) {
      context.attribute(COUNTED, null);
      leave(user);
    }
  }

  private void leave(String user) {
    var _ = atOnce.computeIfPresent(user, (name, count) -> count == 1 ? null : count - 1);
  }

  /** The handler, for whoever has the right. */
  Handler with(Right right, Handler handler) {
    return context -> {
      Admission caller = of(context);
      boolean isForUsers = right == Right.ADMINISTRATOR;
      boolean isOnlyForUsers = caller.identity().kind() == Identity.Kind.SETUP;
      boolean may = caller.grants().permit(right) && (isForUsers || !isOnlyForUsers);
      require(context, may, right.text());
      handler.handle(context);
    };
  }

  /** The handler, for whoever has the right of the topic that the path names. */
  Handler withTopic(Right right, Handler handler) {
    return context -> {
      String topic = Topics.name(context);
      boolean may = of(context).grants().permit(right, topic, "");
      require(context, may, right.text() + ":" + topic);
      handler.handle(context);
    };
  }

  private void require(Context context, boolean may, String right) {
    if (!may) {
      denied(context, right);
      throw Problem.notAuthorized(of(context).identity() + " lacks the right " + right);
    }
  }

  /** The caller asked nodes for what it may not. */
  void denied(Context context, String missing) {
    access.denied(of(context), address(context), what(context), missing);
  }

  /** Who calls. */
  static Admission of(Context context) {
    return Objects.requireNonNull(context.attribute(ADMISSION), "every route is behind a check");
  }

  /** Writes down what was done, or why not. */
  void audit(Context context, String before, String after, String outcome) {
    access.audit(
        AuditEntry.change(
            of(context).identity().toString(),
            address(context),
            what(context),
            before,
            after,
            outcome));
  }

  private Problem notLetIn(Context context, String why) {
    return access
        .tokenFile()
        .filter(_ -> Loopback.contains(address(context)))
        .map(Problem::tokenOfFileWanted)
        .orElseGet(() -> Problem.notAuthenticated(why));
  }

  /** A page's owner can have its own name lead here, and a browser then takes the two for one. */
  private boolean isForeignName(@Nullable String host) {
    return host != null
        && !NO_FOREIGN_NAME.matcher(host).matches()
        && !host.replaceFirst(":[0-9]+$", "").equalsIgnoreCase(ownName);
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

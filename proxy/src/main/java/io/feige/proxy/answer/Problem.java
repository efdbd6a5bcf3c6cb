package io.feige.proxy.answer;

import io.feige.client.FeigeException;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.error.Stored;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** A request that is not done, and what its caller is told, in the form of RFC 9457. */
public final class Problem extends RuntimeException {
  private static final long serialVersionUID = 1L;
  private static final long SECOND_NANOS = 1_000_000_000L;

  private final int status;
  private final String code;
  private final String whatToDo;
  private final long retryAfterSeconds;
  private final String allowed;

  private Problem(
      int status, String code, String message, String whatToDo, long retryAfter, String allowed) {
    super(message, null, false, false);
    this.status = status;
    this.code = code;
    this.whatToDo = whatToDo;
    this.retryAfterSeconds = retryAfter;
    this.allowed = allowed;
  }

  private static Problem of(int status, String code, String message, String whatToDo) {
    return new Problem(status, code, message, whatToDo, 0, "");
  }

  /** The caller has made a mistake. */
  public static Problem badRequest(String sentence) {
    return of(400, "BAD_REQUEST", sentence, "Correct the request; GET /openapi.yaml describes it.");
  }

  /** What the cluster has refused, or has not answered. */
  public static Problem of(FeigeException e) {
    ErrorCode code = e.code();
    int status = e.stored() == Stored.UNKNOWN ? 504 : status(code);
    boolean isToRetry = status == 429 || status == 503 || status == 507;
    return new Problem(
        status,
        code.name(),
        sentence(code, String.valueOf(e.getMessage())),
        code.whatToDo(),
        isToRetry ? 1 : 0,
        "");
  }

  /** Without what stands beside it: the code, and what to do. */
  private static String sentence(ErrorCode code, String text) {
    String start = code.name() + ": ";
    String end = " " + code.whatToDo();
    int from = text.startsWith(start) ? start.length() : 0;
    return text.endsWith(end)
        ? text.substring(from, text.length() - end.length())
        : text.substring(from);
  }

  private static int status(ErrorCode code) {
    return switch (code) {
      case NOT_AUTHENTICATED -> 401;
      case NOT_AUTHORIZED -> 403;
      case TOPIC_NOT_FOUND, GROUP_NOT_FOUND, NO_SUCH_PAIR, NO_SUCH_STAGE, DELAYED_NOT_FOUND -> 404;
      case TOPIC_EXISTS,
          NO_CHANNELS,
          TOPIC_KIND,
          TOPIC_REPLACED,
          STALE_GENERATION,
          LEASE_ENDED,
          DURABILITY_UNAVAILABLE ->
          409;
      case BATCH_TOO_LARGE, FRAME_TOO_LARGE -> 413;
      case QUOTA_EXCEEDED -> 429;
      case DISK_FULL -> 507;
      case WORKERS_LOST -> 502;
      case TOO_LATE -> 504;
      case CLIENT_CLOSED -> 503;
      default ->
          switch (code.retryClass()) {
            case NEVER -> 400;
            case BACKOFF, REROUTE -> 503;
            case OUTCOME_UNKNOWN -> 504;
          };
    };
  }

  /** There is no such place. */
  public static Problem notFound(String path) {
    return of(
        404, "NOT_FOUND", "there is nothing at " + path, "GET /openapi.yaml says what there is.");
  }

  /**
   * The place is not asked in that way.
   *
   * @param allowed how it is
   */
  public static Problem methodNotAllowed(String method, String allowed) {
    return new Problem(
        405, "METHOD_NOT_ALLOWED", method + " is not for this path", "Use " + allowed, 0, allowed);
  }

  /** The body is too long. */
  public static Problem tooLarge(int most) {
    return of(
        413,
        "TOO_LARGE",
        "the body is longer than " + most + " bytes",
        "Send less at once, or raise limits.bodyBytes of the proxy.");
  }

  /** The place is for WebSocket only. */
  public static Problem upgradeRequired() {
    return of(
        426,
        "UPGRADE_REQUIRED",
        "this place speaks WebSocket, version 13, and the request asks for something else",
        "Open it with a client of WebSocket; the publish and pull calls do without.");
  }

  /** Nobody knows who asks. */
  public static Problem notAuthenticated(String sentence) {
    return of(
        401,
        "NOT_AUTHENTICATED",
        sentence,
        "Show a user's name and password (Basic) or a token (Bearer) of the cluster.");
  }

  /** Too many tries to log in have failed. */
  public static Problem tooManyTries(long waitNanos) {
    return new Problem(
        429,
        "TOO_MANY_TRIES",
        "too many tries from there have failed",
        "Wait as long as Retry-After says.",
        Math.ceilDiv(waitNanos, SECOND_NANOS),
        "");
  }

  /**
   * One caller asks for too much at a time.
   *
   * @param most so many requests may be in hand
   */
  public static Problem tooManyOfOne(int most) {
    return new Problem(
        429,
        "TOO_MANY_REQUESTS",
        "this caller has " + most + " requests in hand already",
        "Wait for answers before you ask again; or raise limits.requestsPerCaller of the proxy.",
        1,
        "");
  }

  /**
   * There is no room now.
   *
   * @param what as many cannot do as want to
   */
  public static Problem busy(String what) {
    return new Problem(
        503,
        "BUSY",
        "there are too many who " + what,
        "Try again soon; add proxies, or raise the limit, if it stays so.",
        1,
        "");
  }

  /** The proxy is about to stop. */
  public static Problem stopping() {
    return new Problem(
        503, "SHUTTING_DOWN", "this proxy is stopping", "Connect again: to another one.", 1, "");
  }

  /** The cluster does not ask who anybody is, and this proxy can be reached from elsewhere. */
  public static Problem openCluster() {
    return of(
        503,
        "CLUSTER_OPEN",
        "the cluster asks nobody who it is, so this proxy does not open it to other machines",
        "Give the cluster security.users or a security.token; or set security.allowInsecure of the proxy.");
  }

  /** A page of somebody else's, in a browser of the caller's. */
  public static Problem foreignPage() {
    return of(
        403,
        "FOREIGN_PAGE",
        "a page of another origin may not do this",
        "Call from a page of the same origin, or from a program.");
  }

  /** The name under which a browser came does not lead here by itself. */
  public static Problem foreignName() {
    return of(
        403,
        "FOREIGN_NAME",
        "this proxy is called by its address, as localhost, or by a name of listen.names",
        "Use the address, or put the name into listen.names of the proxy.");
  }

  /** A fault of this program. */
  public static Problem internal() {
    return of(
        500,
        "INTERNAL",
        "the proxy met a fault of its own; what came of the request is not known",
        "Report it with the proxy's log, where it stands as PROXY-9001.");
  }

  /** The status of HTTP. */
  public int status() {
    return status;
  }

  /** Seconds after which to try again; 0: it is not said. */
  public long retryAfterSeconds() {
    return retryAfterSeconds;
  }

  /** The methods that the place knows; empty: that is not the problem. */
  public String allowed() {
    return allowed;
  }

  /** What is told, for {@link Json}. */
  public Map<String, Object> words() {
    Map<String, Object> words = new LinkedHashMap<>();
    words.put("type", "urn:feige:problem:" + code);
    words.put(
        "title", code.charAt(0) + code.substring(1).toLowerCase(Locale.ROOT).replace('_', ' '));
    words.put("status", status);
    words.put("detail", String.valueOf(getMessage()));
    words.put("code", code);
    words.put("whatToDo", whatToDo);
    return words;
  }
}

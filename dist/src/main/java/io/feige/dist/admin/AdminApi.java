package io.feige.dist.admin;

import io.feige.dist.cli.Access;
import io.feige.dist.cli.CliException;
import io.feige.dist.cli.ExitCode;
import io.feige.dist.cli.Json;
import io.feige.tls.TlsFault;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.WeakHashMap;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.TrustManager;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/**
 * An Admin's REST interface. Any Admin will do: one that does not lead asks the one that does.
 * Blocks; any thread.
 */
public final class AdminApi {
  private static final int UNAUTHORIZED = 401;
  private static final Duration CONNECT_LIMIT = Duration.ofSeconds(3);
  private static final Duration READ_LIMIT = Duration.ofSeconds(10);
  private static final Duration END_LIMIT = Duration.ofMillis(300);
  private static final Duration OPERATION_LIMIT = Duration.ofSeconds(40);

  /** How the platform's client says that an answer is not even the first line of HTTP. */
  private static final String NO_HTTP = "parsing HTTP/1.1 status line";

  /** Those that are still in use: one that is forgotten ends by itself, with its thread. */
  private static final Set<HttpClient> OPEN =
      Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

  private final List<String> addresses;
  private final Optional<String> authorization;
  private final String scheme;
  private final HttpClient client;

  /**
   * The interface of a cluster.
   *
   * @param addresses host:port where Admins answer HTTP; asked in this order until one answers
   * @param access how they are met
   */
  public AdminApi(List<String> addresses, Access access) {
    this.addresses = List.copyOf(addresses);
    this.authorization = access.authorization();
    HttpClient.Builder builder =
        HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(CONNECT_LIMIT);
    Optional<SSLContext> tls = access.platform();
    this.scheme = tls.isPresent() ? "https://" : "http://";
    this.client = builder.sslContext(tls.orElseGet(AdminApi::trustsNobody)).build();
    OPEN.add(client);
  }

  /**
   * Ends all there are, before the process does by itself: the JVM waits 300 ms for threads that
   * wait for sockets.
   */
  public static void endAll() {
    List<HttpClient> all;
    synchronized (OPEN) {
      all = List.copyOf(OPEN);
    }
    all.forEach(HttpClient::shutdownNow);
    try {
      for (HttpClient each : all) {
        var _ = each.awaitTermination(END_LIMIT);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * For connections that are not encrypted: without any the client would make one of its own, and
   * read all the certificates of the system for it, which takes longer than the question.
   */
  private static SSLContext trustsNobody() {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, new TrustManager[0], null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this Java has no TLS", e);
    }
  }

  /**
   * An error as an Admin tells it.
   *
   * @param tokenFile where the token lies that is wanted; null: another one is, or none
   */
  record Problem(String code, String detail, String whatToDo, @Nullable String tokenFile) {}

  /** What an operation came to. */
  public record Answer(boolean done, String message) {}

  /** How the cluster is. */
  public ClusterStatus status() {
    return get("/api/v1/status", ClusterStatus.class);
  }

  /**
   * The same; empty where no Admin answers.
   *
   * @throws CliException if an Admin answers and refuses, or fails
   */
  Optional<ClusterStatus> statusIfAny() {
    try {
      return Optional.of(status());
    } catch (NoAdminException nobody) {
      return Optional.empty();
    }
  }

  /**
   * What has happened.
   *
   * @param last the id to ask on with
   * @param missed some of what was before may be missing
   */
  record Events(List<Event> events, String last, boolean missed) {
    Events {
      events = List.copyOf(events);
    }
  }

  /** One of them; also a line of {@code events --json}. */
  record Event(
      String id,
      long atMillis,
      String kind,
      String severity,
      String of,
      @Nullable String rule,
      String sentence,
      @Nullable String whatToDo) {}

  /**
   * What has happened behind an event.
   *
   * @param after its id; empty: the newest are wanted
   * @param waitSeconds so long it is waited for
   */
  Events events(String after, int limit, int waitSeconds) {
    String path =
        "/api/v1/events?limit="
            + limit
            + "&waitSeconds="
            + waitSeconds
            + (after.isEmpty() ? "" : "&after=" + encoded(after));
    return get(path, READ_LIMIT.plusSeconds(waitSeconds), Events.class);
  }

  /** The newest decisions and reports of a pair. */
  public PairHistory history(String pair, int most) {
    return get(path(pair) + "/history?most=" + most, PairHistory.class);
  }

  /** Has the pair served by its other member. Returns when it is done, or is not going to be. */
  public Answer switchPair(String pair) {
    return post(path(pair) + "/switch", "{}");
  }

  /**
   * Ends the active node of a pair, and judges what comes of it.
   *
   * @throws CliException if it is not begun
   */
  public DrillStatus beginDrill(String pair) {
    return call("POST", path(pair) + "/drill", "{}", DrillStatus.class);
  }

  /** How the latest drill of a pair goes on. */
  public DrillStatus drill(String pair) {
    return get(path(pair) + "/drill", DrillStatus.class);
  }

  /** What may be missing if a node is made to serve the pair. Nothing is changed. */
  public String mayBeMissing(String pair, String node) {
    return get(path(pair) + "/promote?node=" + encoded(node), Answer.class).message();
  }

  /** Has a node serve the pair although it may lack confirmed data, which the operator has read. */
  public Answer promote(String pair, String node) {
    return post(path(pair) + "/promote", Json.line(new Promotion(node, true)));
  }

  /** The body of a promotion. */
  record Promotion(String node, boolean shown) {}

  /**
   * Anything else.
   *
   * @param body JSON; empty: there is none
   * @throws CliException if it is refused
   */
  public <T> T call(String method, String path, String body, Class<T> type) {
    HttpResponse<String> response =
        send(
            path,
            OPERATION_LIMIT,
            request ->
                body.isEmpty()
                    ? request.method(method, BodyPublishers.noBody())
                    : request
                        .header("Content-Type", "application/json")
                        .method(method, BodyPublishers.ofString(body)));
    return switch (response.statusCode()) {
      case 200, 201, 202 -> read(response, type);
      default -> throw refused(response);
    };
  }

  private static String path(String pair) {
    return "/api/v1/pairs/" + encoded(pair);
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private <T> T get(String path, Class<T> type) {
    return get(path, READ_LIMIT, type);
  }

  private <T> T get(String path, Duration limit, Class<T> type) {
    HttpResponse<String> response = send(path, limit, HttpRequest.Builder::GET);
    if (response.statusCode() != 200) {
      throw refused(response);
    }
    return read(response, type);
  }

  private Answer post(String path, String body) {
    HttpResponse<String> response =
        send(
            path,
            OPERATION_LIMIT,
            request ->
                request
                    .header("Content-Type", "application/json")
                    .POST(BodyPublishers.ofString(body)));
    return switch (response.statusCode()) {
      case 200 -> read(response, Answer.class);
      case 409 -> new Answer(false, read(response, Problem.class).detail());
      default -> throw refused(response);
    };
  }

  private HttpResponse<String> send(String path, Duration limit, Method method) {
    HttpResponse<String> response = send(addresses, path, limit, method, authorization);
    if (response.statusCode() != UNAUTHORIZED || authorization.isPresent()) {
      return response;
    }
    // Nobody else is shown it, not even another one of those that were named.
    List<String> asked = List.of(response.uri().getAuthority());
    return LeftToken.read(tokenFile(response), response.uri())
        .map(token -> send(asked, path, limit, method, Optional.of("Bearer " + token)))
        .orElse(response);
  }

  private static @Nullable String tokenFile(HttpResponse<String> response) {
    try {
      return Json.read(response.body(), Problem.class).tokenFile();
    } catch (JacksonException none) {
      return null;
    }
  }

  private HttpResponse<String> send(
      List<String> to, String path, Duration limit, Method method, Optional<String> shown) {
    IOException last = new IOException("no Admin was named");
    for (String address : to) {
      HttpRequest.Builder request =
          HttpRequest.newBuilder(URI.create(scheme + address + path)).timeout(limit);
      shown.ifPresent(credentials -> request.header("Authorization", credentials));
      try {
        return client.send(method.of(request).build(), BodyHandlers.ofString());
      } catch (HttpTimeoutException late) {
        if (!(late instanceof HttpConnectTimeoutException)) {
          throw unknown(address, late);
        }
        last = late;
      } catch (ConnectException unreachable) {
        last = unreachable;
      } catch (SSLException untrusted) {
        last = new IOException(TlsFault.sentence(untrusted), untrusted);
      } catch (IOException broken) {
        if (String.valueOf(broken.getMessage()).contains(NO_HTTP)) {
          last =
              new IOException("what answers there is no HTTP; perhaps it wants TLS (--ca)", broken);
        } else {
          throw unknown(address, broken);
        }
      } catch (InterruptedException interrupted) {
        Thread.currentThread().interrupt();
        throw new CliException(ExitCode.INTERRUPTED, "interrupted.", interrupted);
      }
    }
    throw unreachable(last);
  }

  /** Makes a GET or a POST of a request. */
  private interface Method {
    HttpRequest.Builder of(HttpRequest.Builder request);
  }

  private NoAdminException unreachable(IOException last) {
    String why = last.getMessage() == null ? "" : " (" + last.getMessage() + ")";
    return new NoAdminException(
        ExitCode.UNREACHABLE,
        "no Admin answers at "
            + String.join(", ", addresses)
            + why
            + "; nothing was done. Name one with --server, or where it answers HTTP with"
            + " --admin-http. A node that stands alone has no Admin.",
        last);
  }

  private static CliException unknown(String address, IOException why) {
    return new CliException(
        ExitCode.UNKNOWN,
        "the Admin at " + address + " did not answer (" + why + "); it may have done it or not.",
        why);
  }

  private CliException refused(HttpResponse<String> response) {
    Problem problem;
    try {
      problem = Json.read(response.body(), Problem.class);
    } catch (JacksonException notOurs) {
      return noAdmin(response, ExitCode.REFUSED, notOurs);
    }
    int exit =
        switch (response.statusCode()) {
          case 504 -> ExitCode.UNKNOWN;
          case 503 -> ExitCode.UNREACHABLE;
          default -> ExitCode.REFUSED;
        };
    return new CliException(
        exit, problem.code() + ": " + problem.detail() + ". " + whatToDo(response, problem));
  }

  /** What an Admin says to those who write requests is of no use to those who type commands. */
  private String whatToDo(HttpResponse<String> response, Problem problem) {
    if (response.statusCode() == UNAUTHORIZED) {
      return authorization.isPresent()
          ? "Check the user and the password, or the token."
          : "Say who you are: --user NAME, or --token SOURCE (or FEIGE_USER, FEIGE_TOKEN).";
    }
    return problem.whatToDo().contains("openapi.yaml") ? "See --help." : problem.whatToDo();
  }

  private static <T> T read(HttpResponse<String> response, Class<T> type) {
    try {
      return Json.read(response.body(), type);
    } catch (JacksonException notOurs) {
      throw noAdmin(response, ExitCode.FAILED, notOurs);
    }
  }

  private static NoAdminException noAdmin(
      HttpResponse<String> response, int exitCode, JacksonException why) {
    return new NoAdminException(
        exitCode,
        "what answers at "
            + response.uri().getAuthority()
            + " is no Admin (HTTP "
            + response.statusCode()
            + "). --admin-http names where one answers.",
        why);
  }
}

package io.feige.admin.http;

import io.feige.access.Identity;
import io.feige.admin.address.AdminAddress;
import io.feige.tls.TlsFault;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Asks the leading Admin, or a certain one, what only that one knows or does, in the caller's place
 * and with the caller's credentials; where there are none to pass on, this Admin vouches for the
 * caller. A request is relayed once: whoever gets a relayed one that is not for it says so.
 */
final class Relay {
  static final String RELAYED = "Feige-Relayed";

  /** What of the leader's answer the caller is told besides. */
  private static final List<String> TOLD = List.of("ETag", "Retry-After", "WWW-Authenticate");

  private static final Duration CONNECT = Duration.ofSeconds(2);

  private static final String AUTHORIZATION = "Authorization";

  private final HttpClient client;
  private final Cluster cluster;
  private final HttpSettings settings;

  Relay(Cluster cluster, HttpSettings settings) {
    this.cluster = cluster;
    this.settings = settings;
    HttpClient.Builder builder = HttpClient.newBuilder().connectTimeout(CONNECT);
    settings.encryption().platform().ifPresent(builder::sslContext);
    this.client = builder.build();
  }

  /**
   * Whether another Admin leads; then the request is answered with its answer.
   *
   * @throws Problem if nobody leads, or the leader does not answer
   */
  boolean isElsewhere(Context context, Duration limit) {
    if (cluster.controller().leaderEpoch() > 0) {
      return false;
    }
    relay(context, limit);
    return true;
  }

  /**
   * Answers with the leader's answer.
   *
   * @throws Problem if nobody leads, or the leader does not answer
   */
  void relay(Context context, Duration limit) {
    relay(context, address(context), limit);
  }

  /**
   * The same for another address than what was asked for.
   *
   * @throws Problem if nobody leads, or the leader does not answer
   */
  void relay(Context context, String address, Duration limit) {
    AdminAddress leader = AdminAddress.leader(cluster.admins().get()).orElse(null);
    if (leader == null || leader.id().equals(cluster.self()) || context.header(RELAYED) != null) {
      throw Problem.noLeader();
    }
    pass(context, leader, address, limit);
  }

  /**
   * Answers with the answer of a certain Admin, which is not this one.
   *
   * @throws Problem if there is none of that name, or it does not answer
   */
  void relayTo(Context context, String admin, Duration limit) {
    AdminAddress to =
        cluster.admins().get().stream()
            .filter(living -> living.id().equals(admin))
            .findFirst()
            .orElseThrow(() -> Problem.noSuchAdmin(admin));
    if (context.header(RELAYED) != null) {
      throw Problem.noSuchAdmin(admin);
    }
    pass(context, to, address(context), limit);
  }

  private void pass(Context context, AdminAddress to, String address, Duration limit) {
    if (to.http().isEmpty()) {
      throw unreachable(to, to.client(), "it has no REST interface that is reached from here");
    }
    try {
      HttpResponse<byte[]> answer =
          client.send(
              request(context, to, address, limit), HttpResponse.BodyHandlers.ofByteArray());
      context
          .status(answer.statusCode())
          .contentType(answer.headers().firstValue("Content-Type").orElse("application/json"))
          .result(answer.body());
      for (String name : TOLD) {
        answer.headers().firstValue(name).ifPresent(value -> context.header(name, value));
      }
    } catch (IOException e) {
      String why = TlsFault.is(e) ? TlsFault.sentence(e) : e.toString();
      throw unreachable(to, to.http(), why);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw unreachable(to, to.http(), "this Admin stops");
    }
  }

  private static Problem unreachable(AdminAddress admin, String at, String why) {
    return admin.leaderEpoch() > 0
        ? Problem.leaderUnreachable(at, why)
        : Problem.adminUnreachable(admin.id(), at, why);
  }

  /** What the leader answers this Admin itself; empty: nothing that is of use. */
  Optional<String> ask(String address, Duration limit) {
    AdminAddress leader = AdminAddress.leader(cluster.admins().get()).orElse(null);
    if (leader == null || leader.id().equals(cluster.self()) || leader.http().isEmpty()) {
      return Optional.empty();
    }
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(leader.http() + address))
            .timeout(limit)
            .header(RELAYED, cluster.self());
    String voucher = settings.access().voucher().make("", "GET", address, new byte[0]);
    if (!voucher.isEmpty()) {
      request.header(AUTHORIZATION, voucher);
    }
    try {
      HttpResponse<String> answer =
          client.send(request.build(), HttpResponse.BodyHandlers.ofString());
      return answer.statusCode() == HttpStatus.OK.getCode()
          ? Optional.of(answer.body())
          : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  /** What is asked for, without the host. */
  static String address(Context context) {
    String query = context.queryString();
    String path = context.req().getRequestURI();
    return query == null || query.isEmpty() ? path : path + "?" + query;
  }

  private HttpRequest request(
      Context context, AdminAddress leader, String address, Duration limit) {
    byte[] body = context.bodyAsBytes();
    HttpRequest.Builder request =
        HttpRequest.newBuilder(uri(leader, address))
            .timeout(limit)
            .header(RELAYED, cluster.self())
            .header("Content-Type", "application/json")
            .method(context.method().name(), HttpRequest.BodyPublishers.ofByteArray(body));
    String seen = context.header("If-Match");
    if (seen != null) {
      request.header("If-Match", seen);
    }
    String shown = authorization(context, address, body);
    return shown.isEmpty() ? request.build() : request.header(AUTHORIZATION, shown).build();
  }

  private static URI uri(AdminAddress leader, String address) {
    try {
      return URI.create(leader.http() + address);
    } catch (IllegalArgumentException e) {
      throw Problem.badRequest("the address is none that another Admin could be asked for");
    }
  }

  /** The caller's own credentials, where it has sent some. */
  private String authorization(Context context, String address, byte[] body) {
    String shown = context.header(AUTHORIZATION);
    Identity who = Callers.of(context).identity();
    if (who.kind() == Identity.Kind.ANYBODY) {
      // Each Admin has a token of its own then.
      return settings.access().voucher().make("", context.method().name(), address, body);
    }
    if (shown != null) {
      return shown;
    }
    if (who.kind() == Identity.Kind.SETTINGS_TOKEN) {
      return "Bearer " + settings.security().token();
    }
    return who.user().isEmpty()
        ? ""
        : settings.access().voucher().make(who.user(), context.method().name(), address, body);
  }
}

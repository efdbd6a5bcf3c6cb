package io.feige.admin.http;

import io.feige.access.Identity;
import io.feige.admin.address.AdminAddress;
import io.feige.tls.TlsFault;
import io.javalin.http.Context;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/**
 * Asks the leading Admin what only that one knows or does, in the caller's place and with the
 * caller's credentials. A request is relayed once: whoever gets a relayed one and does not lead
 * says so.
 */
final class Relay {
  static final String RELAYED = "Feige-Relayed";

  private static final Duration CONNECT = Duration.ofSeconds(2);

  private final HttpClient client;
  private final Cluster cluster;

  Relay(Cluster cluster, HttpSettings settings) {
    this.cluster = cluster;
    HttpClient.Builder builder = HttpClient.newBuilder().connectTimeout(CONNECT);
    settings.encryption().platform().ifPresent(builder::sslContext);
    this.client = builder.build();
  }

  /**
   * Answers with the leader's answer.
   *
   * @throws Problem if nobody leads, or the leader does not answer
   */
  void relay(Context context, Duration limit) {
    AdminAddress leader = AdminAddress.leader(cluster.admins().get()).orElse(null);
    if (leader == null || leader.id().equals(cluster.self()) || context.header(RELAYED) != null) {
      throw Problem.noLeader();
    }
    if (Callers.of(context).identity().kind() == Identity.Kind.CERTIFICATE) {
      throw Problem.leaderUnreachable(
          leader.http(), "nobody can show it your certificate but yourself");
    }
    if (leader.http().isEmpty()) {
      throw Problem.leaderUnreachable(
          leader.client(), "it has no REST interface that is reached from here");
    }
    try {
      HttpResponse<byte[]> answer =
          client.send(request(context, leader, limit), HttpResponse.BodyHandlers.ofByteArray());
      context
          .status(answer.statusCode())
          .contentType(answer.headers().firstValue("Content-Type").orElse("application/json"))
          .result(answer.body());
    } catch (IOException e) {
      throw Problem.leaderUnreachable(
          leader.http(), TlsFault.is(e) ? TlsFault.sentence(e) : e.toString());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw Problem.leaderUnreachable(leader.http(), "this Admin stops");
    }
  }

  private HttpRequest request(Context context, AdminAddress leader, Duration limit) {
    String query = context.queryString();
    URI uri =
        URI.create(
            leader.http()
                + context.req().getRequestURI()
                + (query == null || query.isEmpty() ? "" : "?" + query));
    HttpRequest.Builder request =
        HttpRequest.newBuilder(uri)
            .timeout(limit)
            .header(RELAYED, cluster.self())
            .header("Content-Type", "application/json")
            .method(
                context.method().name(),
                HttpRequest.BodyPublishers.ofByteArray(context.bodyAsBytes()));
    String caller = context.header("Authorization");
    if (caller != null) {
      request.header("Authorization", caller);
    }
    return request.build();
  }
}

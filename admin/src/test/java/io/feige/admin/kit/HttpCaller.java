package io.feige.admin.kit;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Calls the REST interface of an Admin on loopback. */
public final class HttpCaller implements AutoCloseable {
  /** An answer. */
  public record Reply(int status, String text) {
    public JsonNode json() {
      return MAPPER.readTree(text);
    }
  }

  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  private final HttpClient client = HttpClient.newHttpClient();
  private final int port;
  private final String authorization;

  public HttpCaller(int port) {
    this(port, "");
  }

  public HttpCaller(int port, String token) {
    this(token.isEmpty() ? "" : "Bearer " + token, port);
  }

  private HttpCaller(String authorization, int port) {
    this.port = port;
    this.authorization = authorization;
  }

  /** With any header of that name; empty: without one. */
  public static HttpCaller showing(int port, String authorization) {
    return new HttpCaller(authorization, port);
  }

  public Reply get(String path) throws IOException, InterruptedException {
    return send(request(path).GET());
  }

  public Reply post(String path, String body) throws IOException, InterruptedException {
    return post(path, body, "application/json");
  }

  public Reply post(String path, String body, String type)
      throws IOException, InterruptedException {
    return send(
        request(path).header("Content-Type", type).POST(HttpRequest.BodyPublishers.ofString(body)));
  }

  public Reply patch(String path, String body) throws IOException, InterruptedException {
    return send(
        request(path)
            .header("Content-Type", "application/json")
            .method("PATCH", HttpRequest.BodyPublishers.ofString(body)));
  }

  public Reply delete(String path) throws IOException, InterruptedException {
    return send(request(path).DELETE());
  }

  @Override
  public void close() {
    client.close();
  }

  private HttpRequest.Builder request(String path) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
            .timeout(Duration.ofSeconds(20));
    return authorization.isEmpty() ? request : request.header("Authorization", authorization);
  }

  private Reply send(HttpRequest.Builder request) throws IOException, InterruptedException {
    HttpResponse<String> answer =
        client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    return new Reply(answer.statusCode(), answer.body());
  }
}

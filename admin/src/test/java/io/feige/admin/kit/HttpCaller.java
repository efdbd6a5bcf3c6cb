package io.feige.admin.kit;

import io.feige.testkit.Waits;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Calls the REST interface of an Admin on loopback. */
public final class HttpCaller implements AutoCloseable {
  /** An answer. */
  public record Reply(int status, String text, Map<String, List<String>> headers) {
    public JsonNode json() {
      return MAPPER.readTree(text);
    }

    /** The only header of the name; empty: there is none. */
    public String header(String name) {
      return String.join("", headers.getOrDefault(name, List.of()));
    }
  }

  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  private final HttpClient client = HttpClient.newHttpClient();
  private final int port;
  private Map<String, String> shown;

  private HttpCaller(int port, Map<String, String> shown) {
    this.port = port;
    this.shown = shown;
  }

  public HttpCaller(int port) {
    this(port, Map.of());
  }

  public HttpCaller(int port, String token) {
    this(port, token.isEmpty() ? Map.of() : Map.of("Authorization", "Bearer " + token));
  }

  /** With any header of that name; empty: without one. */
  public static HttpCaller showing(int port, String authorization) {
    return new HttpCaller(
        port, authorization.isEmpty() ? Map.of() : Map.of("Authorization", authorization));
  }

  /** With these headers. */
  public static HttpCaller with(int port, Map<String, String> headers) {
    return new HttpCaller(port, headers);
  }

  /** As a browser that has logged in with this header. */
  public static HttpCaller loggedIn(int port, String authorization) throws Exception {
    try (HttpCaller caller = showing(port, authorization)) {
      Reply reply = caller.post("/api/v1/session", "{}");
      String cookie = reply.header("set-cookie").split(";", -1)[0];
      String guard = reply.json().get("csrf").stringValue();
      return new HttpCaller(port, Map.of("Cookie", cookie, "Feige-Csrf", guard));
    }
  }

  public Reply get(String path) throws IOException, InterruptedException {
    return send(request(path).GET());
  }

  /** Looks at the head of the answer only, which may have no end. */
  public Reply head(String path) throws IOException, InterruptedException {
    HttpResponse<InputStream> answer =
        client.send(request(path).GET().build(), HttpResponse.BodyHandlers.ofInputStream());
    answer.body().close();
    return new Reply(answer.statusCode(), "", answer.headers().map());
  }

  public Reply post(String path, String body) throws IOException, InterruptedException {
    return post(path, body, "application/json");
  }

  public Reply post(String path, String body, String type)
      throws IOException, InterruptedException {
    return send(
        request(path).header("Content-Type", type).POST(HttpRequest.BodyPublishers.ofString(body)));
  }

  public Reply put(String path, String body) throws IOException, InterruptedException {
    return send(
        request(path)
            .header("Content-Type", "application/json")
            .PUT(HttpRequest.BodyPublishers.ofString(body)));
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
            .timeout(Waits.patience());
    shown.forEach(request::header);
    return request;
  }

  /** Shows the token that an Admin of open settings leaves in a file, where nothing else is. */
  private Reply send(HttpRequest.Builder request) throws IOException, InterruptedException {
    HttpResponse<String> answer =
        client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    if (answer.statusCode() == 401 && shown.isEmpty()) {
      JsonNode file = MAPPER.readTree(answer.body()).path("tokenFile");
      if (file.isString()) {
        shown =
            Map.of(
                "Authorization", "Bearer " + Files.readString(Path.of(file.stringValue())).strip());
        shown.forEach(request::header);
        answer = client.send(request.build(), HttpResponse.BodyHandlers.ofString());
      }
    }
    return new Reply(answer.statusCode(), answer.body(), answer.headers().map());
  }
}

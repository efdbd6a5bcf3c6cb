package io.feige.dist;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import javax.net.ssl.SSLContext;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A user of an Admin's REST interface. */
final class RestCaller {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  /** What came back. */
  record Reply(int status, String text) {
    JsonNode json() {
      return MAPPER.readTree(text);
    }

    /** The code of a problem. */
    String code() {
      return json().get("code").asString();
    }
  }

  private final HttpClient client;
  private final String base;
  private final String authorization;

  RestCaller(String base, SSLContext tls, String user, String password) {
    this.client = HttpClient.newBuilder().sslContext(tls).build();
    this.base = base;
    byte[] both = (user + ":" + password).getBytes(StandardCharsets.UTF_8);
    this.authorization = "Basic " + Base64.getEncoder().encodeToString(both);
  }

  Reply get(String path) throws IOException, InterruptedException {
    return send(path, "GET", "");
  }

  Reply post(String path, String body) throws IOException, InterruptedException {
    return send(path, "POST", body);
  }

  Reply patch(String path, String body) throws IOException, InterruptedException {
    return send(path, "PATCH", body);
  }

  Reply delete(String path) throws IOException, InterruptedException {
    return send(path, "DELETE", "");
  }

  Reply send(String path, String method, String body) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(base + path))
            .header("Authorization", authorization)
            .header("Content-Type", "application/json")
            .method(method, BodyPublishers.ofString(body))
            .build();
    HttpResponse<String> response = client.send(request, BodyHandlers.ofString());
    return new Reply(response.statusCode(), response.body());
  }
}

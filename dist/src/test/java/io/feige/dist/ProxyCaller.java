package io.feige.dist;

import io.feige.testkit.Waits;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Somebody who calls a proxy over HTTP.
 *
 * @param base the proxy's address
 * @param authorization the header; empty: none
 */
record ProxyCaller(HttpClient http, String base, String authorization) {
  /** What came. */
  record Answer(int status, String text) {
    JsonNode json() {
      return new JsonMapper().readTree(text);
    }

    String code() {
      return json().get("code").stringValue();
    }

    /** Of each message that was pulled or read. */
    List<String> of(String field) {
      List<String> all = new ArrayList<>();
      json().get("messages").forEach(message -> all.add(message.get(field).asString()));
      return all;
    }
  }

  Answer get(String path) {
    return send(request(path).GET());
  }

  Answer post(String path, String body) {
    return send(request(path).POST(BodyPublishers.ofString(body)));
  }

  /** Describes what is published. */
  Answer postJson(String path, String json) {
    return send(
        request(path)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(json)));
  }

  /** Pulls, and waits for the first message. */
  Answer pull(String group, int max) {
    Map<String, ?> wanted =
        Map.of("max", max, "waitMillis", Waits.patienceMillis() / 2, "leaseMillis", 3_600_000);
    return post(group + "/pull", new JsonMapper().writeValueAsString(wanted));
  }

  Answer settle(String group, List<Map<String, Object>> verdicts) {
    return post(
        group + "/settle", new JsonMapper().writeValueAsString(Map.of("verdicts", verdicts)));
  }

  /** Publishes and is told where. */
  Answer publish(String topic, String body) {
    return post("/v1/topics/" + topic + "/messages", body);
  }

  /** Acks all that an answer brought. */
  Answer ack(String group, Answer pulled) {
    return settle(group, pulled.of("id").stream().map(id -> verdict(id, "ack")).toList());
  }

  static Map<String, Object> verdict(String id, String verdict) {
    return Map.of("id", id, "verdict", verdict);
  }

  HttpRequest.Builder request(String path) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(base + path)).timeout(Waits.patience());
    return authorization.isEmpty() ? request : request.header("Authorization", authorization);
  }

  Answer send(HttpRequest.Builder request) {
    try {
      HttpResponse<String> answer = http.send(request.build(), BodyHandlers.ofString());
      return new Answer(answer.statusCode(), answer.body());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}

package io.feige.dist;

import io.feige.dist.cli.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.WebSocket;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Uses a proxy as its clients do, over HTTP and over WebSocket. */
final class ProxyTraining {
  private static final String TOPIC = "orders";
  private static final String MESSAGES = "/v1/topics/" + TOPIC + "/messages";
  private static final String GROUP = "/v1/topics/" + TOPIC + "/groups/clients/";
  private static final String PULL = "{\"max\":10,\"waitMillis\":1000}";
  private static final int PUBLISHED = 100;
  private static final String LAST = "what each session is told in the end";
  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final int OK = 200;
  private static final int CREATED = 201;

  private final String proxy;
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  /**
   * Nothing is done yet.
   *
   * @param proxy its URL
   */
  ProxyTraining(String proxy) {
    this.proxy = proxy;
  }

  /** Uses it; false: it was not answered as it should have been. */
  boolean run() throws IOException {
    try {
      boolean isServed = publish() && settle();
      follow();
      return isServed;
    } catch (ExecutionException | TimeoutException e) {
      throw new IOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }

  private boolean publish() throws IOException, InterruptedException {
    for (int i = 0; i < PUBLISHED; i++) {
      if (post(MESSAGES, "message " + i).statusCode() != CREATED) {
        return false;
      }
    }
    return send(request(MESSAGES + "?from=earliest").GET()).statusCode() == OK;
  }

  private record Message(String id) {}

  private record Pulled(List<Message> messages) {}

  private boolean settle() throws IOException, InterruptedException {
    Pulled pulled = Json.read(post(GROUP + "pull", PULL).body(), Pulled.class);
    List<Map<String, String>> verdicts =
        pulled.messages().stream()
            .map(message -> Map.of("id", message.id(), "verdict", "ack"))
            .toList();
    String body = Json.line(Map.of("verdicts", verdicts));
    return post(GROUP + "settle", body).statusCode() == OK;
  }

  private HttpResponse<String> post(String path, String body)
      throws IOException, InterruptedException {
    return send(request(path).POST(BodyPublishers.ofString(body)));
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(proxy + path)).timeout(LIMIT);
  }

  private HttpResponse<String> send(HttpRequest.Builder request)
      throws IOException, InterruptedException {
    return http.send(request.build(), BodyHandlers.ofString());
  }

  /** Some follow from now on, one from the beginning, and the first of them publishes. */
  private void follow() throws ExecutionException, InterruptedException, TimeoutException {
    List<Session> sessions = List.of(new Session("latest"), new Session("earliest"));
    for (Session session : sessions) {
      session.awaitBegun();
    }
    Map<String, Object> message = Map.of("body", LAST);
    sessions.getFirst().say(Map.of("op", "publish", "id", 2, "topic", TOPIC, "message", message));
    for (Session session : sessions) {
      session.awaitTold();
    }
  }

  private static void await(CompletableFuture<?> event)
      throws ExecutionException, InterruptedException, TimeoutException {
    var _ = event.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
  }

  /** Follows the topic until it is told the last message. */
  private final class Session implements WebSocket.Listener {
    private final CompletableFuture<Void> begun = new CompletableFuture<>();
    private final CompletableFuture<Void> told = new CompletableFuture<>();
    private final StringBuilder text = new StringBuilder();
    private final WebSocket socket;

    private Session(String from) {
      URI place = URI.create(proxy.replaceFirst("^http", "ws") + "/v1/ws");
      socket =
          http.newWebSocketBuilder().subprotocols("feige.v1.json").buildAsync(place, this).join();
      say(Map.of("op", "subscribe", "id", 1, "topic", TOPIC, "credit", 100_000, "from", from));
    }

    private void say(Map<String, Object> operation) {
      var _ = socket.sendText(Json.line(operation), true);
    }

    private void awaitBegun() throws ExecutionException, InterruptedException, TimeoutException {
      await(begun);
    }

    private void awaitTold() throws ExecutionException, InterruptedException, TimeoutException {
      await(told);
      await(socket.sendClose(WebSocket.NORMAL_CLOSURE, ""));
    }

    @Override
    public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence part, boolean isLast) {
      text.append(part);
      if (isLast) {
        if (text.indexOf("\"event\":\"done\"") >= 0) {
          begun.complete(null);
        }
        if (text.indexOf(LAST) >= 0) {
          told.complete(null);
        }
        text.setLength(0);
      }
      from.request(1);
      return null;
    }
  }
}

package io.feige.dist;

import io.feige.testkit.Waits;
import java.net.URI;
import java.net.http.WebSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Somebody who has a session with a proxy over WebSocket. */
final class SocketCaller implements WebSocket.Listener, AutoCloseable {
  private static final JsonMapper JSON = new JsonMapper();

  private final BlockingQueue<JsonNode> events = new LinkedBlockingQueue<>();
  private final StringBuilder part = new StringBuilder();
  private final WebSocket socket;

  /** Begins a session. */
  SocketCaller(ProxyCaller proxy) {
    URI place = URI.create(proxy.base().replaceFirst("^http", "ws") + "/v1/ws");
    WebSocket.Builder builder = proxy.http().newWebSocketBuilder().subprotocols("feige.v1.json");
    socket = builder.buildAsync(place, this).join();
    if (!event().equals("welcome")) {
      throw new AssertionError("a session begins otherwise");
    }
  }

  @Override
  public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence text, boolean last) {
    part.append(text);
    if (last) {
      events.add(JSON.readTree(part.toString()));
      part.setLength(0);
    }
    from.request(1);
    return null;
  }

  @Override
  public @Nullable CompletionStage<?> onClose(WebSocket from, int status, String reason) {
    events.add(JSON.valueToTree(Map.of("event", "closed " + status)));
    return null;
  }

  @Override
  public void onError(WebSocket from, Throwable error) {
    events.add(JSON.valueToTree(Map.of("event", "cut")));
  }

  /** Asks for something; the next one may be asked for when it has left. */
  SocketCaller ask(Map<String, ?> operation) {
    return askWith(JSON.writeValueAsString(operation));
  }

  /** The same in JSON, or something else. */
  SocketCaller askWith(String text) {
    socket.sendText(text, true).join();
    return this;
  }

  SocketCaller publish(long id, String topic, String body) {
    return ask(Map.of("op", "publish", "id", id, "topic", topic, "message", Map.of("body", body)));
  }

  /** What it is told next, signs of life left out. */
  JsonNode next() {
    try {
      JsonNode next = Waits.next(events);
      return next.get("event").stringValue().equals("beat") ? next() : next;
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  SocketCaller logIn(String user, String password) {
    return ask(Map.of("op", "login", "id", 1, "user", user, "password", password));
  }

  /** Why what was asked is not done: the code of the problem that it is told next. */
  String refusal() {
    JsonNode told = next();
    if (!told.get("event").stringValue().equals("failed")) {
      throw new AssertionError("it is not refused: " + told);
    }
    return told.get("problem").get("code").stringValue();
  }

  String event() {
    return next().get("event").stringValue();
  }

  /** The next so many messages; nothing else may come. */
  List<JsonNode> messages(int count) {
    List<JsonNode> all = new ArrayList<>();
    while (all.size() < count) {
      JsonNode next = next();
      if (!next.get("event").stringValue().equals("message")) {
        throw new AssertionError("after " + all.size() + " of " + count + " came " + next);
      }
      all.add(next);
    }
    return all;
  }

  static List<String> bodies(List<JsonNode> messages) {
    return messages.stream().map(told -> told.get("message").get("body").stringValue()).toList();
  }

  @Override
  public void close() {
    socket.abort();
  }
}

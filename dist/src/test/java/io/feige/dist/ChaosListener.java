package io.feige.dist;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.time.Duration;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Follows a topic, whose messages are numbers, from its beginning, over WebSocket. When its
 * connection is over it goes on elsewhere, as a page does with the client of {@code proxy/js}.
 */
final class ChaosListener implements AutoCloseable {
  private static final JsonMapper JSON = new JsonMapper();
  private static final int LEAST_WAIT_MILLIS = 50;
  private static final int MOST_WAIT_MILLIS = 150;

  private final HttpClient http;
  private final List<URI> proxies;
  private final String topic;
  private final Outages outages;
  private final Consumer<String> faults;
  private final BitSet heard = new BitSet();
  private String places = "";
  private int proxy;
  private long lostNanos = System.nanoTime();
  private boolean hasBegun;
  private boolean isThere;
  private boolean isOver;
  private @Nullable Line line;

  ChaosListener(
      HttpClient http, List<URI> proxies, String topic, Outages outages, Consumer<String> faults) {
    this.http = http;
    this.proxies = proxies;
    this.topic = topic;
    this.outages = outages;
    this.faults = faults;
    this.proxy = ThreadLocalRandom.current().nextInt(proxies.size());
    connect();
  }

  /** Whether messages come. */
  synchronized boolean isThere() {
    return isThere;
  }

  /** Whether it was told all numbers below. */
  synchronized boolean hasAllBelow(int end) {
    return heard.nextClearBit(0) >= end;
  }

  private synchronized void connect() {
    if (isOver) {
      return;
    }
    Line next = new Line();
    line = next;
    var _ =
        http.newWebSocketBuilder()
            .subprotocols("feige.v1.json")
            .connectTimeout(Duration.ofSeconds(2))
            .buildAsync(proxies.get(proxy), next)
            .whenComplete((_, failure) -> {
              if (failure != null) {
                lost(next);
              }
            });
  }

  private synchronized void lost(Line of) {
    if (of != line || isOver) {
      return;
    }
    line = null;
    if (isThere) {
      lostNanos = System.nanoTime();
      isThere = false;
    }
    proxy = (proxy + 1) % proxies.size();
    int wait = ThreadLocalRandom.current().nextInt(LEAST_WAIT_MILLIS, MOST_WAIT_MILLIS);
    CompletableFuture.delayedExecutor(wait, TimeUnit.MILLISECONDS).execute(this::connect);
  }

  private synchronized String subscribe() {
    return JSON.writeValueAsString(
        places.isEmpty()
            ? Map.of(
                "op", "subscribe", "id", 1, "topic", topic, "credit", 100_000, "from", "earliest")
            : Map.of(
                "op", "subscribe", "id", 1, "topic", topic, "credit", 100_000, "after", places));
  }

  private synchronized void told(Line from, WebSocket socket, JsonNode event) {
    if (from != line) {
      return;
    }
    switch (event.get("event").stringValue()) {
      case "welcome" -> {
        var _ = socket.sendText(subscribe(), true);
      }
      case "done" -> {
        if (hasBegun) {
          outages.add(lostNanos);
        }
        hasBegun = true;
        isThere = true;
        places = event.get("places").stringValue();
      }
      case "message" -> {
        int number = Integer.parseInt(event.get("message").get("body").stringValue());
        if (heard.get(number)) {
          faults.accept(topic + " told " + number + " twice: " + event);
        }
        heard.set(number);
        places = event.get("places").stringValue();
      }
      case "failed", "ended" -> {
        if (event.get("problem").get("status").asInt() < 429) {
          faults.accept(topic + ": " + event);
        }
        socket.abort();
        lost(from);
      }
      default -> {
        // A sign of life, or the proxy is about to stop.
      }
    }
  }

  @Override
  public synchronized void close() {
    isOver = true;
    if (line != null && line.socket != null) {
      line.socket.abort();
    }
  }

  /** A connection. */
  private final class Line implements WebSocket.Listener {
    private final StringBuilder part = new StringBuilder();
    private @Nullable WebSocket socket;

    @Override
    public void onOpen(WebSocket opened) {
      socket = opened;
      opened.request(1);
    }

    @Override
    public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence text, boolean last) {
      part.append(text);
      if (last) {
        JsonNode event = JSON.readTree(part.toString());
        part.setLength(0);
        told(this, from, event);
      }
      from.request(1);
      return null;
    }

    @Override
    public @Nullable CompletionStage<?> onClose(WebSocket from, int status, String reason) {
      lost(this);
      return null;
    }

    @Override
    public void onError(WebSocket from, Throwable error) {
      lost(this);
    }
  }
}

package io.feige.dist;

import java.io.IOException;
import java.util.BitSet;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Follows a topic, whose messages are numbers, from its beginning, over WebSocket. When its
 * connection is over it goes on elsewhere, as a page does with the client of {@code proxy/js}. For
 * the thread of its crowd, but for what says that it is for others.
 */
final class ChaosListener implements CrowdSocket.Ear {
  private static final int LEAST_WAIT_MILLIS = 50;
  private static final int MOST_WAIT_MILLIS = 150;
  private static final int BUSY = 429;
  private static final Pattern BODY = Pattern.compile("\"body\":\"(\\d+)\"");
  private static final Pattern PLACES = Pattern.compile("\"places\":\"([^\"]*)\"");
  private static final Pattern STATUS = Pattern.compile("\"status\":(\\d+)");

  private final String topic;
  private final Outages outages;
  private final Consumer<String> faults;
  private final BitSet heard = new BitSet();
  private int proxy;
  private String places = "";
  private long lostNanos;
  private long againNanos = System.nanoTime();
  private boolean hasBegun;
  private volatile boolean isThere;
  private @Nullable CrowdSocket socket;

  /**
   * Not connected yet.
   *
   * @param proxy the number of the one to which it goes first
   */
  ChaosListener(int proxy, String topic, Outages outages, Consumer<String> faults) {
    this.proxy = proxy;
    this.topic = topic;
    this.outages = outages;
    this.faults = faults;
  }

  /** Whether messages come. For any thread. */
  boolean isThere() {
    return isThere;
  }

  /** Whether it was told all numbers below. For any thread. */
  boolean hasAllBelow(int end) {
    synchronized (heard) {
      return heard.nextClearBit(0) >= end;
    }
  }

  /** Whether it is to connect now. */
  boolean isToConnect(long nowNanos) {
    return socket == null && nowNanos - againNanos >= 0;
  }

  /** The number of the proxy to which it is to connect. */
  int proxy() {
    return proxy;
  }

  /** It has begun to. */
  void connects(CrowdSocket begun) {
    socket = begun;
  }

  /** Its connection is over: it goes to another proxy in a moment. */
  void lost(int proxies) {
    socket = null;
    if (isThere) {
      lostNanos = System.nanoTime();
      isThere = false;
    }
    proxy = (proxy + 1) % proxies;
    int wait = ThreadLocalRandom.current().nextInt(LEAST_WAIT_MILLIS, MOST_WAIT_MILLIS);
    againNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(wait);
  }

  private String subscribe() {
    String from = places.isEmpty() ? "\"from\":\"earliest\"" : "\"after\":\"" + places + "\"";
    return "{\"op\":\"subscribe\",\"id\":1,\"topic\":\""
        + topic
        + "\",\"credit\":100000,"
        + from
        + "}";
  }

  @Override
  public void hear(CrowdSocket from, String text) throws IOException {
    String event = text.substring(0, text.indexOf(',') < 0 ? text.length() : text.indexOf(','));
    switch (event) {
      case "{\"event\":\"welcome\"" -> from.say(subscribe());
      case "{\"event\":\"done\"" -> {
        if (hasBegun) {
          outages.add(lostNanos);
        }
        hasBegun = true;
        isThere = true;
        places = found(PLACES, text);
      }
      case "{\"event\":\"message\"" -> {
        hear(Integer.parseInt(found(BODY, text)), text);
        places = found(PLACES, text);
      }
      case "{\"event\":\"failed\"", "{\"event\":\"ended\"" -> {
        if (Integer.parseInt(found(STATUS, text)) < BUSY) {
          faults.accept(topic + ": " + text);
        }
        throw new IOException(text);
      }
      default -> {
        // A sign of life, or the proxy is about to stop.
      }
    }
  }

  private void hear(int number, String text) {
    synchronized (heard) {
      if (heard.get(number)) {
        faults.accept(topic + " told " + number + " twice: " + text);
      }
      heard.set(number);
    }
  }

  private static String found(Pattern pattern, String text) throws IOException {
    Matcher matcher = pattern.matcher(text);
    if (!matcher.find()) {
      throw new IOException("there is no " + pattern + " in " + text);
    }
    return matcher.group(1);
  }
}

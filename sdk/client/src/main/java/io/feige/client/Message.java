package io.feige.client;

import io.feige.protocol.Utf8;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * What is published: a body, and optionally a key, headers, a time before which it is not
 * delivered, and a time after which it is worthless.
 *
 * <p>Arrays are not copied by this class. {@link Producer#publish} and {@link
 * Producer#publishAsync} copy what they need before they return, so arrays may be used again
 * afterwards. A message may be published any number of times.
 *
 * <p>What takes a text stores it as UTF-8, and throws an {@link IllegalArgumentException} where it
 * holds half of a surrogate pair, for which there is none.
 */
public final class Message {
  private static final byte[] EMPTY = {};
  private static final int LONGEST_IDEMPOTENCY_KEY = 255;

  private final boolean hasKey;
  private final byte[] key;
  private final byte[] body;
  private final List<Header> headers;
  private final long deliverAtMillis;
  private final long delayMillis;
  private final long expiresAtMillis;
  private final long timeToLiveMillis;
  private final String idempotencyKey;

  private Message(boolean hasKey, byte[] key, byte[] body) {
    this.hasKey = hasKey;
    this.key = key;
    this.body = body;
    this.headers = List.of();
    this.deliverAtMillis = 0;
    this.delayMillis = 0;
    this.expiresAtMillis = 0;
    this.timeToLiveMillis = 0;
    this.idempotencyKey = "";
  }

  private Message(Builder builder) {
    this.hasKey = builder.hasKey;
    this.key = builder.key;
    this.body = builder.body;
    this.headers = List.copyOf(builder.headers);
    this.deliverAtMillis = builder.deliverAtMillis;
    this.delayMillis = builder.delayMillis;
    this.expiresAtMillis = builder.expiresAtMillis;
    this.timeToLiveMillis = builder.timeToLiveMillis;
    this.idempotencyKey = builder.idempotencyKey;
  }

  /** A message without a key. */
  public static Message of(byte[] body) {
    return new Message(false, EMPTY, body);
  }

  /** A message without a key; the body is stored as UTF-8. */
  public static Message of(String body) {
    return of(utf8(body));
  }

  /** A message with a key; the key is stored as UTF-8. */
  public static Message of(String key, byte[] body) {
    return of(utf8(key), body);
  }

  /** A message with a key; both are stored as UTF-8. */
  public static Message of(String key, String body) {
    return of(utf8(key), utf8(body));
  }

  /** A message with a key. */
  public static Message of(byte[] key, byte[] body) {
    return new Message(true, key, body);
  }

  /**
   * The same message under an idempotency key.
   *
   * @see Builder#idempotencyKey
   * @throws IllegalArgumentException the key has no characters, or more than 255
   */
  public Message withIdempotencyKey(String text) {
    return new Message(new Builder(this).idempotencyKey(text));
  }

  /** Starts a message with more than key and body. */
  public static Builder builder() {
    return new Builder();
  }

  /** Whether the message has a key. An empty key is a key. */
  public boolean hasKey() {
    return hasKey;
  }

  /** The key; empty when there is none. */
  public byte[] key() {
    return key;
  }

  /** The key read as UTF-8; empty when there is none. */
  public String keyText() {
    return new String(key, StandardCharsets.UTF_8);
  }

  /** The body. */
  public byte[] body() {
    return body;
  }

  /** The body read as UTF-8. */
  public String text() {
    return new String(body, StandardCharsets.UTF_8);
  }

  /** The headers, in the order in which they were added. */
  public List<Header> headers() {
    return headers;
  }

  /** Whether the message is to wait before its first delivery. */
  public boolean isDelayed() {
    return deliverAtMillis != 0 || delayMillis != 0;
  }

  /** The delay in milliseconds, from when a node takes it; 0: none, or a date. */
  public long delayMillis() {
    return delayMillis;
  }

  /** The time to live in milliseconds, from when a node takes it; 0: without end, or a date. */
  public long timeToLiveMillis() {
    return timeToLiveMillis;
  }

  /** When it is due if it is taken now, in milliseconds since 1970; 0 for at once. */
  public long deliverAtMillis(long nowMillis) {
    return delayMillis == 0
        ? deliverAtMillis
        : nowMillis + Math.min(delayMillis, Long.MAX_VALUE - nowMillis);
  }

  /** When it expires if it is taken now, in milliseconds since 1970; 0 for never. */
  public long expiresAtMillis(long nowMillis) {
    return timeToLiveMillis == 0
        ? expiresAtMillis
        : nowMillis + Math.min(timeToLiveMillis, Long.MAX_VALUE - nowMillis);
  }

  /**
   * The key under which it is stored once; empty if it has none. See {@link
   * Builder#idempotencyKey}.
   */
  public String idempotencyKey() {
    return idempotencyKey;
  }

  @Override
  public String toString() {
    return "Message[" + (hasKey ? "key=" + keyText() + ", " : "") + body.length + " bytes]";
  }

  private static byte[] utf8(String text) {
    return Utf8.encode(text);
  }

  /** Collects the parts of a message. The last call for a part wins; headers add up. */
  public static final class Builder {
    private boolean hasKey;
    private byte[] key = EMPTY;
    private byte[] body = EMPTY;
    private final List<Header> headers = new ArrayList<>();
    private long deliverAtMillis;
    private long delayMillis;
    private long expiresAtMillis;
    private long timeToLiveMillis;
    private String idempotencyKey = "";

    private Builder() {}

    private Builder(Message message) {
      hasKey = message.hasKey;
      key = message.key;
      body = message.body;
      headers.addAll(message.headers);
      deliverAtMillis = message.deliverAtMillis;
      delayMillis = message.delayMillis;
      expiresAtMillis = message.expiresAtMillis;
      timeToLiveMillis = message.timeToLiveMillis;
    }

    /** The key, stored as UTF-8. */
    public Builder key(String text) {
      return key(utf8(text));
    }

    /** The key. */
    public Builder key(byte[] bytes) {
      hasKey = true;
      key = bytes;
      return this;
    }

    /** Adds a header with a text value, stored as UTF-8. */
    public Builder header(String name, String value) {
      headers.add(Header.of(name, value));
      return this;
    }

    /** Adds a header. */
    public Builder header(String name, byte[] value) {
      headers.add(new Header(name, value));
      return this;
    }

    /** The body, stored as UTF-8. */
    public Builder body(String text) {
      return body(utf8(text));
    }

    /** The body. */
    public Builder body(byte[] bytes) {
      body = bytes;
      return this;
    }

    /** Not delivered before this time, by the broker's clock. */
    public Builder deliverAt(Instant time) {
      deliverAtMillis = notNegative(time.toEpochMilli(), "deliverAt");
      delayMillis = 0;
      return this;
    }

    /**
     * Not delivered before this much time has gone since a node took it, by the node's clock;
     * rounded up to 10 ms.
     */
    public Builder delay(Duration delay) {
      long millis = notNegative(delay.toMillis(), "delay");
      // One without end is for the broker to refuse.
      delayMillis = Math.min(millis, Long.MAX_VALUE - 9) / 10 * 10 + (millis % 10 == 0 ? 0 : 10);
      deliverAtMillis = 0;
      return this;
    }

    /** Not delivered after this time, by the broker's clock. */
    public Builder expiresAt(Instant time) {
      expiresAtMillis = notNegative(time.toEpochMilli(), "expiresAt");
      timeToLiveMillis = 0;
      return this;
    }

    /** Not delivered when this much time has gone since a node took it, by the node's clock. */
    public Builder timeToLive(Duration life) {
      timeToLiveMillis = notNegative(life.toMillis(), "timeToLive");
      expiresAtMillis = 0;
      return this;
    }

    /**
     * Stores it once, however often and by whomever it is published under this key: the second time
     * is answered with the receipt of the first, and {@link Receipt#duplicate} says so. What the
     * second message holds is not looked at.
     *
     * <p>This is for an outcome that stays unknown when the program that published has died, or has
     * given up. Within one {@code publish} a producer sends nothing twice without it.
     *
     * <p>A topic remembers in each pair the last 20,000 keys, and each for 24 hours. The key
     * decides which pair that is, unless the message has a {@link #key} that does; so all that is
     * published under one idempotency key must have the same key, or none. It can be stored a
     * second time when pairs are added, taken away or closed for publishing between two tries. The
     * key is not stored with the message. Such a message travels in a batch of its own.
     *
     * @param text 1 to 255 characters
     * @throws IllegalArgumentException it has fewer or more, or half of a surrogate pair
     */
    public Builder idempotencyKey(String text) {
      if (text.isEmpty() || text.length() > LONGEST_IDEMPOTENCY_KEY) {
        throw new IllegalArgumentException(
            "an idempotency key has 1 to "
                + LONGEST_IDEMPOTENCY_KEY
                + " characters, not "
                + text.length());
      }
      utf8(text); // Throws where two such texts would be the same key.
      idempotencyKey = text;
      return this;
    }

    /** The message. */
    public Message build() {
      return new Message(this);
    }

    private static long notNegative(long value, String what) {
      if (value < 0) {
        throw new IllegalArgumentException(what + " is negative: " + value + " ms");
      }
      return value;
    }
  }
}

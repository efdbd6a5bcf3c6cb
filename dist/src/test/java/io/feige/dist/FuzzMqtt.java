package io.feige.dist;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;

/**
 * Packets of MQTT from a seed, nearly as they should be: in any order, with fields that contradict
 * each other, and lengths that nothing follows.
 */
final class FuzzMqtt {
  private static final String[] TOPICS = {
    "fuzz/a",
    "fuzz/b/c",
    "",
    "a/+/b",
    "#",
    "$SYS/x",
    "$share/crew/fuzz/#",
    "fuzz/" + "x/".repeat(20)
  };
  private static final String[] FILTERS = {
    "fuzz/a",
    "fuzz/#",
    "+/a",
    "#",
    "a#",
    "$share/crew/fuzz/#",
    "$share//a",
    "$share/+/a",
    "",
    "+/+/+/+/+/+"
  };

  /** So few that what is kept of them stays little. */
  private static final int CLIENTS = 20;

  private static final int MOST_PACKETS = 15;

  private final SplittableRandom random;
  private final String token;
  private boolean isFive;

  /**
   * Packets of one connection.
   *
   * @param token that is shown; empty: none
   */
  FuzzMqtt(SplittableRandom random, String token) {
    this.random = random;
    this.token = token;
  }

  /** All that a client says. */
  byte[] conversation() {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    isFive = random.nextInt(3) > 0;
    if (random.nextInt(10) > 0) {
      all.writeBytes(connect());
    }
    for (int left = random.nextInt(MOST_PACKETS); left > 0; left--) {
      all.writeBytes(
          switch (random.nextInt(12)) {
            case 0, 1, 2 -> publish();
            case 3, 4 -> subscribe();
            case 5 -> unsubscribe();
            case 6 -> packet(0x40, id());
            case 7 -> packet(random.nextBoolean() ? 0x50 : 0x70, id());
            case 8 -> packet(0x62, id());
            case 9 -> packet(0xC0);
            case 10 -> last();
            default -> packet(random.nextInt(256), noise(random.nextInt(40)));
          });
    }
    return all.toByteArray();
  }

  private byte[] last() {
    return switch (random.nextInt(4)) {
      case 0 -> connect();
      case 1 -> packet(0xE0);
      case 2 -> packet(0xF0, noise(random.nextInt(20)));
      default -> new byte[] {(byte) random.nextInt(256), -1, -1, -1, 0x7F};
    };
  }

  private byte[] connect() {
    int version = isFive ? 5 : random.nextInt(8) == 0 ? random.nextInt(256) : 4;
    boolean isWill = random.nextInt(4) == 0;
    boolean isShown = !token.isEmpty() && isFive;
    int will = isWill ? 0x04 | random.nextInt(4) << 3 | random.nextInt(2) << 5 : 0;
    int flags = random.nextInt(2) << 1 | will | (isShown ? 0x40 : 0);
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    body.writeBytes(text("MQTT"));
    body.write(version);
    body.write(random.nextInt(20) == 0 ? random.nextInt(256) : flags);
    body.writeBytes(id());
    properties(body, 0x11, 0x21, 0x27, 0x22, 0x19, 0x17);
    body.writeBytes(text("fuzz-" + random.nextInt(CLIENTS)));
    if (isWill) {
      properties(body, 0x18, 0x02, 0x01);
      body.writeBytes(text(any(TOPICS)));
      body.writeBytes(text("will"));
    }
    if (isShown) {
      body.writeBytes(text(token));
    }
    return packet(0x10, body.toByteArray());
  }

  private byte[] publish() {
    int qos = random.nextInt(random.nextInt(10) == 0 ? 4 : 3);
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    body.writeBytes(text(any(TOPICS)));
    if (qos > 0) {
      body.writeBytes(id());
    }
    properties(body, 0x01, 0x02, 0x23, 0x08, 0x09, 0x0B, 0x03, 0x26);
    body.writeBytes(noise(random.nextInt(random.nextInt(20) == 0 ? 100_000 : 100)));
    return packet(0x30 | random.nextInt(2) << 3 | qos << 1 | random.nextInt(2), body.toByteArray());
  }

  private byte[] subscribe() {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    body.writeBytes(id());
    properties(body, 0x0B, 0x26);
    for (int left = random.nextInt(4); left >= 0; left--) {
      body.writeBytes(text(any(FILTERS)));
      body.write(random.nextInt(random.nextInt(10) == 0 ? 256 : 3));
    }
    return packet(0x82, body.toByteArray());
  }

  private byte[] unsubscribe() {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    body.writeBytes(id());
    properties(body, 0x26);
    body.writeBytes(text(any(FILTERS)));
    return packet(0xA2, body.toByteArray());
  }

  /** Some of those, of whatever length and value. */
  private void properties(ByteArrayOutputStream to, int... known) {
    if (!isFive) {
      return;
    }
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (int left = random.nextInt(3); left > 0; left--) {
      all.write(
          random.nextInt(10) == 0 ? random.nextInt(256) : known[random.nextInt(known.length)]);
      all.writeBytes(
          switch (random.nextInt(4)) {
            case 0 -> noise(1 + random.nextInt(4));
            case 1 -> id();
            case 2 -> text("name");
            default -> noise(4);
          });
    }
    to.write(random.nextInt(20) == 0 ? random.nextInt(128) : all.size());
    to.writeBytes(all.toByteArray());
  }

  /** One of few, or none. */
  private byte[] id() {
    return new byte[] {0, (byte) random.nextInt(6)};
  }

  private String any(String... of) {
    return of[random.nextInt(of.length)];
  }

  private byte[] text(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    int length = random.nextInt(40) == 0 ? random.nextInt(65_536) : bytes.length;
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    all.write(length >> 8);
    all.write(length);
    all.writeBytes(bytes);
    return all.toByteArray();
  }

  private byte[] packet(int head, byte... body) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    all.write(head);
    int left = random.nextInt(40) == 0 ? random.nextInt(1 << 20) : body.length;
    do {
      all.write(left % 128 | (left >= 128 ? 0x80 : 0));
      left /= 128;
    } while (left > 0);
    all.writeBytes(body);
    return all.toByteArray();
  }

  private byte[] noise(int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }
}

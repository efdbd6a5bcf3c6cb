package io.feige.dist;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * What somebody sends who has a session over WebSocket and means ill, from a seed: operations that
 * are sensible, damaged or in parts, frames of all kinds, lengths that are none.
 */
final class FuzzSession {
  private static final String[] OPERATIONS = {
    "{'op':'login','id':1,'user':'fuzz','password':'guess'}",
    "{'op':'publish','id':2,'topic':'fuzzed','message':{'body':'a','key':'k','headers':{'h':'v'}}}",
    "{'op':'publish','id':2,'topic':'fuzzed','message':{'bodyBase64':'AA==','delayMillis':1}}",
    "{'op':'subscribe','id':3,'topic':'fuzzed','from':'earliest','credit':7}",
    "{'op':'subscribe','id':4,'topic':'fuzzed','after':'pair-1:3,pair-2:1'}",
    "{'op':'subscribe','id':5,'topic':'fuzzed','group':'g','leaseMillis':1000,'credit':3}",
    "{'op':'credit','subscription':3,'add':5}",
    "{'op':'settle','id':6,'topic':'fuzzed','group':'g','verdicts':"
        + "[{'id':'pair-1/7.1.9f2c.4711.1.0c5e1b2a','verdict':'nack','delayMillis':5}]}",
    "{'op':'unsubscribe','id':7,'subscription':5}",
  };

  private static final int TEXT = 1;
  private static final int PING = 9;
  private static final int LAST = 0x80;
  private static final int MASKED = 0x80;
  private static final byte[] NO_MASK = new byte[4];

  private final SplittableRandom random;

  FuzzSession(SplittableRandom random) {
    this.random = random;
  }

  /**
   * How a session begins; the answer has to be awaited.
   *
   * @param token that is shown; empty: none
   */
  static byte[] handshake(String token) {
    String shown = token.isEmpty() ? "" : "Authorization: Bearer " + token + "\r\n";
    String head =
        """
        GET /v1/ws HTTP/1.1\r
        Host: localhost\r
        Upgrade: websocket\r
        Connection: Upgrade\r
        Sec-WebSocket-Version: 13\r
        Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r
        """;
    return (head + shown + "\r\n").getBytes(StandardCharsets.US_ASCII);
  }

  /** Some frames. */
  byte[] frames() {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (int left = random.nextInt(20); left >= 0; left--) {
      all.writeBytes(
          switch (random.nextInt(8)) {
            case 0 -> frame(LAST | random.nextInt(16), noise(random.nextInt(300)));
            case 1 -> frame(LAST | PING, noise(random.nextInt(140)));
            case 2 -> frame(random.nextInt(3), noise(random.nextInt(2_000)));
            case 3 -> parts(operation());
            case 4 -> frame(LAST | TEXT, damaged(operation()));
            case 5 -> random.nextInt(10) == 0 ? hugeLength() : frame(LAST | TEXT, operation());
            default -> frame(LAST | TEXT, operation());
          });
    }
    return all.toByteArray();
  }

  private byte[] operation() {
    String text = OPERATIONS[random.nextInt(OPERATIONS.length)].replace('\'', '"');
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private byte[] parts(byte[] text) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    int half = random.nextInt(text.length);
    all.writeBytes(frame(TEXT, Arrays.copyOf(text, half)));
    all.writeBytes(frame(LAST, Arrays.copyOfRange(text, half, text.length)));
    return all.toByteArray();
  }

  private byte[] damaged(byte[] text) {
    for (int left = random.nextInt(4); left >= 0; left--) {
      text[random.nextInt(text.length)] = (byte) random.nextInt(128);
    }
    return text;
  }

  private byte[] hugeLength() {
    return ByteBuffer.allocate(14)
        .put((byte) (LAST | TEXT))
        .put((byte) (MASKED | 127))
        .putLong(random.nextLong())
        .put(NO_MASK)
        .array();
  }

  private byte[] noise(int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }

  /** A client's frame, with a mask that changes nothing. */
  private static byte[] frame(int head, byte[] payload) {
    ByteBuffer frame = ByteBuffer.allocate(8 + payload.length).put((byte) head);
    if (payload.length < 126) {
      frame.put((byte) (MASKED | payload.length));
    } else {
      frame.put((byte) (MASKED | 126)).putShort((short) payload.length);
    }
    frame.put(NO_MASK).put(payload);
    return Arrays.copyOf(frame.array(), frame.position());
  }
}

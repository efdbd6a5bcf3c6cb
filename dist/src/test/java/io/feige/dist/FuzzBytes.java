package io.feige.dist;

import io.feige.protocol.ProtocolVersion;
import io.feige.protocol.codec.CommandEncoder;
import io.feige.protocol.codec.FrameHeader;
import io.feige.protocol.codec.LinkCodec;
import io.feige.protocol.command.Hello;
import io.feige.protocol.command.Request;
import io.feige.protocol.link.LinkProof;
import io.feige.protocol.link.LinkToken;
import io.feige.protocol.model.ClientKind;
import io.feige.protocol.model.Secret;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.SplittableRandom;

/** What an attacker says: as it should be, and then damaged in a way that a seed decides. */
final class FuzzBytes {
  /** What is spoken at a port. */
  enum Language {
    FRAMES,
    LINK,
    HTTP,
    /** HTTP that becomes WebSocket: {@link FuzzSession}. */
    SOCKET,
    /** {@link FuzzMqtt}. */
    MQTT
  }

  private static final int[] EXTREMES = {
    0, 1, -1, 11, 12, 1_024, 65_535, 65_536, 65_537, 1 << 20, 16 << 20, Integer.MAX_VALUE
  };
  private static final int COMMANDS = 24;
  private static final String[] PATHS = {
    "/",
    "/health",
    "/metrics",
    "/disk?limit=7",
    "/health/live",
    "/api/v1/status",
    "/openapi.yaml",
    "/api/v1/pairs/pair-1/history?most=9",
    "/api/v1/pairs/pair-1/switch",
    "/v1/topics/fuzzed/messages?key=%FF&waitMillis=1",
    "/v1/topics/fuzzed/groups/g/pull",
    "/v1/topics/fuzzed/groups/g/settle",
    "/v1/topics/fuzzed/stream?lastEventId=pair-1:1",
    "/v1/topics/fuzzed/listeners",
    "/v1/ws",
    "/%00",
    "/../../etc/passwd"
  };

  private final SplittableRandom random;
  private final HostileRequests requests;
  private final String token;

  /**
   * Bytes from a seed.
   *
   * @param token that is shown; empty: one that is wrong
   */
  FuzzBytes(SplittableRandom random, String token) {
    this.random = random;
    this.requests = new HostileRequests(random);
    this.token = token;
  }

  /** What a stranger says to a port. */
  byte[] ofStranger(Language language) {
    byte[] sensible = sensible(language);
    return switch (random.nextInt(8)) {
      case 0 -> noise(1 + random.nextInt(4_000));
      case 1 -> sensible;
      case 2 -> Arrays.copyOf(sensible, random.nextInt(sensible.length + 1));
      case 3 -> hugeLength(language);
      default -> damaged(sensible);
    };
  }

  private byte[] sensible(Language language) {
    return switch (language) {
      case FRAMES -> hello("guess-" + random.nextInt());
      case LINK -> proof();
      case HTTP, SOCKET, MQTT -> http();
    };
  }

  /** HELLO with the token. */
  byte[] hello() {
    return hello(token);
  }

  private byte[] hello(String shown) {
    Secret secret = Secret.of(shown);
    String scheme = shown.isEmpty() ? "" : "token";
    ClientKind[] kinds = ClientKind.values();
    ClientKind kind = shown.equals(token) ? ClientKind.SDK : kinds[random.nextInt(kinds.length)];
    return frame(
        1,
        new Hello(
            ProtocolVersion.MIN, ProtocolVersion.MAX, kind, "fuzz", "pair-1", scheme, secret));
  }

  /** Frames of somebody who is known: of all commands, some of them damaged. */
  byte[] ofKnown() {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (int left = random.nextInt(20); left >= 0; left--) {
      all.writeBytes(random.nextInt(4) == 0 ? anyCommand() : damagedInside(request()));
    }
    byte[] bytes = all.toByteArray();
    return random.nextInt(10) == 0 ? damaged(bytes) : bytes;
  }

  private byte[] request() {
    while (true) {
      try {
        return frame(random.nextInt(12), requests.next());
      } catch (IllegalArgumentException e) {
        // The values themselves refuse to be so.
      }
    }
  }

  private byte[] anyCommand() {
    byte[] body = noise(random.nextInt(200));
    ByteBuf frame = Unpooled.buffer();
    int flags = random.nextInt(8) == 0 ? random.nextInt(4) : 0;
    new FrameHeader(body.length, 1, random.nextInt(COMMANDS), flags, random.nextInt(12))
        .write(frame);
    return bytes(frame.writeBytes(body));
  }

  /** The header stays as it is, so that the next frame is found. */
  private byte[] damagedInside(byte[] frame) {
    if (frame.length > FrameHeader.BYTES && random.nextBoolean()) {
      for (int left = random.nextInt(4); left >= 0; left--) {
        int at = FrameHeader.BYTES + random.nextInt(frame.length - FrameHeader.BYTES);
        if (random.nextBoolean()) {
          frame[at] ^= (byte) (1 << random.nextInt(8));
        } else if (at + 4 <= frame.length) {
          ByteBuffer.wrap(frame).putInt(at, extreme());
        }
      }
    }
    return frame;
  }

  /** Bits turned, numbers replaced, parts cut out or doubled, anywhere. */
  byte[] damaged(byte[] sensible) {
    byte[] bytes = sensible.clone();
    for (int left = random.nextInt(5); left >= 0 && bytes.length > 4; left--) {
      int at = random.nextInt(bytes.length - 3);
      switch (random.nextInt(5)) {
        case 0 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
        case 1 -> bytes[at] = (byte) random.nextInt();
        case 2 -> ByteBuffer.wrap(bytes).putInt(at, extreme());
        case 3 -> bytes = joined(Arrays.copyOf(bytes, at), noise(random.nextInt(64)));
        default -> bytes = joined(bytes, Arrays.copyOfRange(bytes, at, bytes.length));
      }
    }
    return bytes;
  }

  private byte[] hugeLength(Language language) {
    byte[] rest = noise(random.nextInt(20_000));
    return switch (language) {
      case FRAMES -> joined(lengthFirst(sensible(language)), rest);
      case LINK -> joined(lengthFirst(proof()), rest);
      case HTTP, SOCKET, MQTT ->
          joined(
              ascii("GET /" + "a".repeat(random.nextInt(20_000)) + " HTTP/1.1\r\n"),
              ascii(("X-" + random.nextInt() + ": b\r\n").repeat(random.nextInt(3_000))));
    };
  }

  private byte[] lengthFirst(byte[] bytes) {
    ByteBuffer.wrap(bytes).putInt(0, extreme());
    return bytes;
  }

  private byte[] proof() {
    byte[] nonce = noise(LinkToken.NONCE_BYTES);
    byte[] proof = noise(32);
    ByteBuf frame = Unpooled.buffer();
    LinkCodec.encode(
        new LinkProof(LinkToken.nonce(nonce), LinkToken.proof(proof), "node-2", "pair-1"), frame);
    return bytes(frame);
  }

  private byte[] http() {
    String[] methods = {"GET", "POST", "HEAD", "PUT", "OPTIONS", "TRACE", "CONNECT", "PRI"};
    String body = "{\"why\":\"" + random.nextInt() + "\"}";
    String length =
        switch (random.nextInt(5)) {
          case 0 -> "Transfer-Encoding: chunked\r\n";
          case 1 -> "Content-Length: " + extreme() + "\r\n";
          case 2 -> "Expect: 100-continue\r\nContent-Length: 9\r\n";
          default -> "Content-Length: " + body.length() + "\r\n";
        };
    String shown = token.isEmpty() || random.nextBoolean() ? "guess" : token;
    return ascii(
        methods[random.nextInt(3) == 0 ? random.nextInt(methods.length) : 0]
            + " "
            + PATHS[random.nextInt(PATHS.length)]
            + " HTTP/1."
            + random.nextInt(2)
            + "\r\nHost: x\r\nAuthorization: Bearer "
            + (random.nextInt(4) == 0 ? shown : "guess")
            + "\r\n"
            + length
            + "\r\n"
            + body);
  }

  private int extreme() {
    int extreme = EXTREMES[random.nextInt(EXTREMES.length)];
    return random.nextInt(4) == 0 ? extreme + random.nextInt(-2, 3) : extreme;
  }

  private byte[] noise(int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }

  private static byte[] frame(int correlationId, Request request) {
    ByteBuf frame = Unpooled.buffer();
    CommandEncoder.request(ProtocolVersion.MIN, correlationId, request, frame);
    return bytes(frame);
  }

  private static byte[] bytes(ByteBuf buffer) {
    byte[] bytes = new byte[buffer.readableBytes()];
    buffer.readBytes(bytes);
    return bytes;
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  private static byte[] joined(byte[] first, byte[] second) {
    byte[] both = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, both, first.length, second.length);
    return both;
  }
}

package io.feige.proxy.verb;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;

/** Events of all kinds, out of a seed. */
final class RandomEvents {
  private static final List<String> TYPES =
      List.of(
          "application/json",
          "application/doves+json; charset=utf-8",
          "text/plain",
          "text/plain; charset=iso-8859-1",
          "text/plain; charset=utf-16",
          "application/xml",
          "image/png");

  private static final List<String> JSON =
      List.of(
          "null",
          "1.50",
          "-0",
          "1e400",
          "\"\\u00e4 \\ud83d\"",
          "\"鸽 🕊\"",
          "{\"b\":1, \"a\":[{}, [], \"x\"]}",
          "{\"a\":1,\"a\":2}",
          " true ",
          "{",
          "");

  private final Random random;

  RandomEvents(long seed) {
    random = new Random(seed);
  }

  CloudEvent next() {
    CloudEvent.Builder event =
        new CloudEvent.Builder()
            .attribute("specversion", "1.0")
            .attribute("id", "i" + text())
            .attribute("source", "/source/" + random.nextInt())
            .attribute("type", "t" + text());
    for (int i = random.nextInt(5); i > 0; i--) {
      event.attribute("x" + i, text());
    }
    if (random.nextBoolean()) {
      event.attribute(CloudEvent.DATA_TYPE, TYPES.get(random.nextInt(TYPES.size())));
    }
    return event.build(data());
  }

  private byte[] data() {
    return switch (random.nextInt(3)) {
      case 0 -> {
        byte[] bytes = new byte[random.nextInt(20)];
        random.nextBytes(bytes);
        yield bytes;
      }
      case 1 -> text().getBytes(StandardCharsets.UTF_8);
      default -> JSON.get(random.nextInt(JSON.size())).getBytes(StandardCharsets.UTF_8);
    };
  }

  /** Without what no text has. */
  private String text() {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(12); i > 0; i--) {
      int code =
          random.nextBoolean() ? ' ' + random.nextInt('~' - ' ' + 1) : random.nextInt(0x20000);
      if (AttributeRule.problem("x", Character.toString(code)) == null) {
        text.appendCodePoint(code);
      }
    }
    return text.toString();
  }
}

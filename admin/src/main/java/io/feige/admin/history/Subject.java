package io.feige.admin.history;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/**
 * What has charts of its own, besides pairs.
 *
 * @param name of the topic or the node
 * @param group empty unless it is a group
 */
public record Subject(Kind kind, String name, String group) {
  /** What it is. */
  public enum Kind {
    TOPIC(Figure.PUBLISHED, Figure.HELD),
    GROUP(Figure.SETTLED, Figure.BACKLOG),
    NODE(Figure.CONFIRM_P99, Figure.CONNECTIONS);

    private final Figure first;
    private final Figure second;

    Kind(Figure first, Figure second) {
      this.first = first;
      this.second = second;
    }

    List<Figure> figures() {
      return List.of(first, second);
    }

    /**
     * Whether something was done there, by the first of the figures; a node that is heard is busy.
     */
    boolean isBusy(float[] values) {
      return this == NODE || values[0] > 0;
    }
  }

  /** A topic, on all pairs together. */
  public static Subject topic(String name) {
    return new Subject(Kind.TOPIC, name, "");
  }

  /** A consumer group of a topic, on all pairs together. */
  public static Subject group(String topic, String group) {
    return new Subject(Kind.GROUP, topic, group);
  }

  /** A node. */
  public static Subject node(String name) {
    return new Subject(Kind.NODE, name, "");
  }

  /** Of the same length for each, and of another subject never the same (SHA-256). */
  String key() {
    String whole = kind + " " + name.length() + " " + name + group;
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(whole.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}

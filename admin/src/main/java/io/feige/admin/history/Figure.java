package io.feige.admin.history;

import java.util.Arrays;
import java.util.Optional;

/** What is kept. Its text is the name in files and over REST. */
public enum Figure {
  /** Messages published, a second. */
  PUBLISHED("publishedPerSecond"),
  /** Messages settled by groups, a second. */
  SETTLED("settledPerSecond"),
  /** Messages that groups have not settled. */
  BACKLOG("backlog"),
  /** Bytes held for topics. */
  HELD("heldBytes"),
  /** Bytes that the standby lacks; of a pair only. */
  LAG("lagBytes"),
  /** Bytes that have no row in SQL yet; of a pair with a message store only. */
  STORE_LAG("storeLagBytes"),
  /**
   * Milliseconds from the append to the confirm of 99 in 100, in the last 10 s, at the node where
   * it takes longest; of all together, or of a node.
   */
  CONFIRM_P99("confirmP99Millis"),
  /** Connections of clients; of a node only. */
  CONNECTIONS("connections");

  private final String text;

  Figure(String text) {
    this.text = text;
  }

  /** The one of this name; empty: there is none. */
  static Optional<Figure> of(String text) {
    return Arrays.stream(values()).filter(figure -> figure.text.equals(text)).findFirst();
  }

  /** As it is called outside. */
  public String text() {
    return text;
  }
}

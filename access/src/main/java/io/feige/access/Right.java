package io.feige.access;

import java.util.Locale;
import java.util.Optional;

/** What can be permitted. */
public enum Right {
  /** Publish to topics, and cancel delayed messages of them. */
  PUBLISH(Scope.TOPIC),
  /** Pull and settle as a group of a topic. */
  CONSUME(Scope.GROUP),
  /** Read what topics hold, without a group. */
  READ(Scope.TOPIC),
  /** Create, alter and delete topics, and reset and delete their groups. */
  MANAGE(Scope.TOPIC),
  /** See how the cluster is: status, topics, groups, disks, metrics; no message bodies. */
  VIEWER(Scope.CLUSTER),
  /** Switch and promote pairs; includes {@link #VIEWER}. */
  OPERATOR(Scope.CLUSTER),
  /** Make and change users and tokens; includes {@link #VIEWER}. */
  ADMINISTRATOR(Scope.CLUSTER),
  /** Tell Admins of a proxy: where it is and how it is. */
  ANNOUNCE(Scope.CLUSTER),
  /** Ask nodes for users that the caller names, with their rights instead of its own. */
  PROXY(Scope.CLUSTER);

  /** What a right is of. */
  enum Scope {
    CLUSTER,
    TOPIC,
    GROUP
  }

  private final Scope scope;

  Right(Scope scope) {
    this.scope = scope;
  }

  Scope scope() {
    return scope;
  }

  /** As it is written in grants. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Whether who has it has the other one too. */
  boolean includes(Right other) {
    return this == other || (other == VIEWER && (this == OPERATOR || this == ADMINISTRATOR));
  }

  static Optional<Right> ofText(String text) {
    for (Right right : values()) {
      if (right.text().equals(text)) {
        return Optional.of(right);
      }
    }
    return Optional.empty();
  }
}

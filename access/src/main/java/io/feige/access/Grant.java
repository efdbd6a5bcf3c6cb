package io.feige.access;

import io.feige.access.Right.Scope;

/**
 * A right and what it is of. Written {@code publish:orders.*}, {@code consume:orders/billing}
 * (topic and group), {@code read:orders}, {@code manage:*}, {@code viewer}, {@code operator},
 * {@code administrator}, {@code proxy}.
 */
public record Grant(Right right, NamePattern topic, NamePattern group) {
  /**
   * The grant of a text.
   *
   * @throws AccessException if it is none
   */
  public static Grant parse(String text) {
    int colon = text.indexOf(':');
    String name = colon < 0 ? text : text.substring(0, colon);
    Right right = Right.ofText(name).orElseThrow(() -> unknown(text));
    if ((colon < 0) != (right.scope() == Scope.CLUSTER)) {
      throw unknown(text);
    }
    if (colon < 0) {
      return new Grant(right, NamePattern.ANY, NamePattern.ANY);
    }
    String of = text.substring(colon + 1);
    int slash = of.indexOf('/');
    if (slash >= 0 && right.scope() != Scope.GROUP) {
      throw unknown(text);
    }
    return new Grant(
        right,
        NamePattern.parse(slash < 0 ? of : of.substring(0, slash)),
        slash < 0 ? NamePattern.ANY : NamePattern.parse(of.substring(slash + 1)));
  }

  boolean permits(Right wanted, String ofTopic, String ofGroup) {
    return right.includes(wanted) && topic.covers(ofTopic) && group.covers(ofGroup);
  }

  boolean isToConsume(String ofTopic) {
    return right == Right.CONSUME && topic.covers(ofTopic);
  }

  @Override
  public String toString() {
    return switch (right.scope()) {
      case CLUSTER -> right.text();
      case TOPIC -> right.text() + ":" + topic;
      case GROUP -> right.text() + ":" + topic + "/" + group;
    };
  }

  private static AccessException unknown(String text) {
    return AccessException.invalid(
        "'"
            + AccessException.shown(text)
            + "' is no right; there are publish:TOPIC, consume:TOPIC/GROUP, read:TOPIC, manage:TOPIC,"
            + " viewer, operator, administrator and proxy, and names may end with *");
  }
}

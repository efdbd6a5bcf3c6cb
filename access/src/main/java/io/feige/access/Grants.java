package io.feige.access;

import java.util.List;

/** What somebody may do. Asked on event loops for each request, so it allocates nothing. */
public final class Grants {
  /** Everything. */
  public static final Grants ALL = new Grants(true, List.of());

  /** Nothing but to be there. */
  static final Grants NONE = new Grants(false, List.of());

  private final boolean isAll;
  private final List<Grant> list;

  private Grants(boolean isAll, List<Grant> list) {
    this.isAll = isAll;
    this.list = List.copyOf(list);
  }

  static Grants of(List<Grant> list) {
    return new Grants(false, list);
  }

  /** Whether a right of the cluster is among them. */
  public boolean permit(Right right) {
    return permit(right, "", "");
  }

  /**
   * Whether a right is among them.
   *
   * @param topic of which topic; empty: it is no right of topics
   * @param group as which group; empty: it is no right of groups
   */
  public boolean permit(Right right, String topic, String group) {
    if (isAll) {
      return true;
    }
    for (Grant grant : list) {
      if (grant.permits(right, topic, group)) {
        return true;
      }
    }
    return false;
  }

  /** Whether the right to consume as some group of a topic is among them. */
  boolean permitSomeGroup(String ofTopic) {
    return isAll || list.stream().anyMatch(grant -> grant.isToConsume(ofTopic));
  }

  /** Whether everything is among them that is among the others. */
  public boolean include(Grants others) {
    return isAll || (!others.isAll && list.containsAll(others.list));
  }

  /** As they are written; {@code all} for {@link #ALL}. */
  public List<String> texts() {
    return isAll ? List.of("all") : list.stream().map(Grant::toString).toList();
  }
}

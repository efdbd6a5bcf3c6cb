package io.feige.protocol.cluster;

import io.feige.protocol.model.Range;

/**
 * A node in one life of its machine. What a process wrote survives the process but not the machine,
 * so it is machine starts that are told apart.
 *
 * @param node the node's name
 * @param boot names the start of its machine; opaque
 */
public record Member(String node, String boot) {
  /** Nobody. */
  public static final Member NONE = new Member("", "");

  /**
   * The name of every start of a machine whose node shares the message store with the other members
   * of its pairs: what the machine forgets is not what was confirmed.
   */
  public static final String SHARED_STORE = "shared-sql";

  /** The longest name of a machine's start, in characters. */
  public static final int MAX_BOOT_LENGTH = 100;

  /**
   * Refuses half a member: two lives whose starts have no name would look the same.
   *
   * @throws IllegalArgumentException naming the field
   */
  public Member {
    if (node.isEmpty()) {
      Range.requireLength("boot of nobody", boot, 0, 0);
    } else {
      Range.requireName("node", node);
      Range.requireLength("boot", boot, 1, MAX_BOOT_LENGTH);
    }
  }

  /** Whether it takes over what a shared message store has, instead of copying. */
  public boolean sharesStore() {
    return boot.equals(SHARED_STORE);
  }

  /** Whether it is {@link #NONE}. */
  public boolean isNone() {
    return node.isEmpty();
  }
}

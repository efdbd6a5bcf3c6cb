package io.feige.protocol.model;

/**
 * What a thread of a node does.
 *
 * @param connections of clients that it serves; {@link #NONE}: it is not of those that serve any
 * @param busyPermille how much of one processor it uses, in thousandths
 */
public record ThreadUse(String name, int connections, int busyPermille) {
  /** In place of a number of connections. */
  public static final int NONE = -1;

  /** All of one processor. */
  public static final int ALL = 1_000;
}

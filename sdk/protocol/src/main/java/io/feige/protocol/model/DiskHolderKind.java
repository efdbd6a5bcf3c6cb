package io.feige.protocol.model;

import org.jspecify.annotations.Nullable;

/** What keeps a part of a pair's journal from being removed. */
public enum DiskHolderKind {
  /** A topic, whose limits keep messages. */
  TOPIC(1),
  /** A group that has not settled messages which its topic's limits would let go of. */
  GROUP(2),
  /** Messages of a topic that wait for their time. */
  DELAYED(3),
  /** The message store, which has no rows yet. */
  STORE(4),
  /** The standby, which has not copied yet. */
  STANDBY(5),
  /** The older of the two snapshots that a node keeps. */
  SNAPSHOT(6);

  private static final DiskHolderKind[] BY_NUMBER = values();

  private final int number;

  DiskHolderKind(int number) {
    this.number = number;
  }

  /** The number on the wire. */
  public int number() {
    return number;
  }

  /** The kind of a number, or null if there is none; any number may be asked for. */
  public static @Nullable DiskHolderKind ofNumber(int number) {
    int index = number - 1;
    return index < 0 || index >= BY_NUMBER.length ? null : BY_NUMBER[index];
  }
}

package io.feige.protocol.model;

import org.jspecify.annotations.Nullable;

/** How safe a batch must be before its publisher is told. Higher numbers are safer. */
public enum Durability {
  /** In the node's memory; lost if the process ends. */
  QUEUED(1),
  /** Fsynced on this node. */
  LOCAL(2),
  /** Fsynced here and held by the standby that is in sync; the default. */
  REPLICATED(3),
  /** Its row is committed in the SQL store. */
  STORED(4);

  private static final Durability[] BY_NUMBER = values();

  private final int number;

  Durability(int number) {
    this.number = number;
  }

  /** The number on the wire. */
  public int number() {
    return number;
  }

  /** The durability of a number, or null if there is none; any number may be asked for. */
  public static @Nullable Durability ofNumber(int number) {
    int index = number - 1;
    return index < 0 || index >= BY_NUMBER.length ? null : BY_NUMBER[index];
  }
}

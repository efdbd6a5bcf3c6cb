package io.feige.protocol.model;

import org.jspecify.annotations.Nullable;

/** Which order a topic keeps among deliveries of one group. */
public enum OrderMode {
  /** Any message may be handed out while others are outstanding. */
  NONE(0),
  /** Messages of one key are outstanding in one delivery at a time. */
  BY_KEY(1),
  /** One delivery is outstanding in the whole partition. */
  PARTITION(2);

  private static final OrderMode[] BY_NUMBER = values();

  private final int number;

  OrderMode(int number) {
    this.number = number;
  }

  /** The number on the wire. */
  public int number() {
    return number;
  }

  /** The order of a number, or null if there is none; any number may be asked for. */
  public static @Nullable OrderMode ofNumber(int number) {
    return number < 0 || number >= BY_NUMBER.length ? null : BY_NUMBER[number];
  }
}

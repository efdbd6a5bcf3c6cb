package io.feige.broker.core.state;

import io.feige.broker.core.group.Cursor;

/** A consumer group of a partition. Durable state, owned by one thread. */
public final class GroupState {
  private final int id;
  private final String name;
  private Cursor cursor;

  public GroupState(int id, String name, Cursor cursor) {
    this.id = id;
    this.name = name;
    this.cursor = cursor;
  }

  public int id() {
    return id;
  }

  public String name() {
    return name;
  }

  public Cursor cursor() {
    return cursor;
  }

  void restart(int generation, long start) {
    cursor = new Cursor(generation, start);
  }
}

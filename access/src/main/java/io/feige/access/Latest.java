package io.feige.access;

import java.util.LinkedHashMap;
import java.util.Map;

/** Keeps the entries that were put last, so many at most. Not for several threads at once. */
public final class Latest<K, V> extends LinkedHashMap<K, V> {
  private static final long serialVersionUID = 1L;

  private final int most;

  /** Empty. */
  public Latest(int most) {
    super();
    this.most = most;
  }

  @Override
  protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
    return size() > most;
  }
}

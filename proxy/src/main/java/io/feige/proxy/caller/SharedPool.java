package io.feige.proxy.caller;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Things that cost something to make, by a name: those who want the same at the same time share
 * one. What nobody has used for a minute is closed, and sooner when its place is wanted. Any
 * thread.
 *
 * @param <K> a name
 * @param <V> a thing, equal only to itself; its close must not throw
 */
final class SharedPool<K, V extends AutoCloseable> implements AutoCloseable {
  private static final long IDLE_NANOS = TimeUnit.MINUTES.toNanos(1);

  private static final class Entry<V> {
    private final V value;
    private int inUse;
    private long usedAt;
    private boolean isRetired;

    private Entry(V value) {
      this.value = value;
    }
  }

  private final int most;
  private final Function<K, V> maker;
  private final LongSupplier nanos;
  private final Map<K, Entry<V>> byName = new HashMap<>();
  private long sweptAt;
  private boolean isClosed;

  /**
   * None yet.
   *
   * @param most how many there are at a time
   * @param maker makes one without waiting for anything
   */
  SharedPool(int most, Function<K, V> maker, LongSupplier nanos) {
    this.most = most;
    this.maker = maker;
    this.nanos = nanos;
    this.sweptAt = nanos.getAsLong();
  }

  /**
   * Does something with the thing of that name.
   *
   * @return empty: there are as many in use as there may be, or the pool is closed
   */
  <T> Optional<T> use(K name, Function<V, T> work) {
    Entry<V> entry = enter(name);
    if (entry == null) {
      return Optional.empty();
    }
    try {
      return Optional.of(work.apply(entry.value));
    } finally {
      if (leave(entry)) {
        close(entry.value);
      }
    }
  }

  /**
   * Begins something with the thing of that name, which is in use until it is done.
   *
   * @return empty: there are as many in use as there may be, or the pool is closed
   */
  <T> Optional<CompletableFuture<T>> begin(K name, Function<V, CompletableFuture<T>> work) {
    Entry<V> entry = enter(name);
    if (entry == null) {
      return Optional.empty();
    }
    CompletableFuture<T> begun;
    try {
      begun = work.apply(entry.value);
    } catch (RuntimeException | Error e) {
      begun = CompletableFuture.failedFuture(e);
    }
    return Optional.of(
        begun.whenComplete((_, _) -> {
          if (leave(entry)) {
            // Not here: this is a thread of what is closed.
            var _ = Thread.ofVirtual().start(() -> close(entry.value));
          }
        }));
  }

  /**
   * Gives it to nobody any more, and closes it when those who use it have done.
   *
   * @return false: somebody else has done so
   */
  boolean retire(K name, V value) {
    boolean isIdle;
    synchronized (byName) {
      Entry<V> entry = byName.get(name);
      if (entry == null || !entry.value.equals(value)) {
        return false;
      }
      byName.remove(name);
      entry.isRetired = true;
      isIdle = entry.inUse == 0;
    }
    if (isIdle) {
      close(value);
    }
    return true;
  }

  /** Closes what nobody has used for a minute. */
  void sweep() {
    List<Entry<V>> idle = new ArrayList<>();
    synchronized (byName) {
      takeIdle(idle, true, false);
    }
    idle.forEach(entry -> close(entry.value));
  }

  /** The thing of that name, if there is one. */
  Optional<V> present(K name) {
    synchronized (byName) {
      return Optional.ofNullable(byName.get(name)).map(entry -> entry.value);
    }
  }

  /** All that there are now. */
  List<V> values() {
    synchronized (byName) {
      return byName.values().stream().map(entry -> entry.value).toList();
    }
  }

  int size() {
    synchronized (byName) {
      return byName.size();
    }
  }

  @Override
  public void close() {
    List<Entry<V>> all;
    synchronized (byName) {
      isClosed = true;
      all = new ArrayList<>(byName.values());
      byName.clear();
    }
    List<Thread> closing =
        all.stream().map(entry -> Thread.ofVirtual().start(() -> close(entry.value))).toList();
    try {
      for (Thread one : closing) {
        one.join();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private @Nullable Entry<V> enter(K name) {
    List<Entry<V>> idle = new ArrayList<>();
    try {
      synchronized (byName) {
        Entry<V> entry = byName.get(name);
        if (entry != null) {
          entry.inUse++; // Before the idle ones are taken.
        }
        takeIdle(idle, false, entry == null && byName.size() >= most);
        if (isClosed || (entry == null && byName.size() >= most)) {
          return null;
        }
        if (entry == null) {
          entry = new Entry<>(maker.apply(name));
          entry.inUse++;
          byName.put(name, entry);
        }
        return entry;
      }
    } finally {
      idle.forEach(entry -> close(entry.value));
    }
  }

  /** Those that are idle; also the one that was idle for longest, if a place is wanted. */
  private void takeIdle(List<Entry<V>> idle, boolean isSweep, boolean isPlaceWanted) {
    long now = nanos.getAsLong();
    if (isSweep || isPlaceWanted || now - sweptAt > IDLE_NANOS / 10) {
      sweptAt = now;
      byName
          .values()
          .removeIf(
              entry -> entry.inUse == 0 && now - entry.usedAt > IDLE_NANOS && idle.add(entry));
    }
    if (isPlaceWanted && idle.isEmpty()) {
      byName.entrySet().stream()
          .filter(named -> named.getValue().inUse == 0)
          .min((a, b) -> Long.compare(a.getValue().usedAt - now, b.getValue().usedAt - now))
          .ifPresent(named -> {
            byName.remove(named.getKey());
            idle.add(named.getValue());
          });
    }
  }

  /** Whether it was the last use of something that is retired. */
  private boolean leave(Entry<V> entry) {
    synchronized (byName) {
      entry.inUse--;
      entry.usedAt = nanos.getAsLong();
      return entry.isRetired && entry.inUse == 0;
    }
  }

  private static void close(AutoCloseable value) {
    try {
      value.close();
    } catch (Exception e) {
      throw new IllegalStateException("it must not throw when it is closed", e);
    }
  }
}

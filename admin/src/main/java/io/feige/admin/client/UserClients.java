package io.feige.admin.client;

import io.feige.access.Identity;
import io.feige.client.FeigeClient;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The clients with which an Admin asks nodes, one for each user that asks the Admin: nodes decide
 * by that user's rights. One that nobody has used for a minute makes room for another. Any thread.
 */
public final class UserClients implements AutoCloseable {
  /** How many there are at most. */
  static final int MOST = 200;

  private static final long IDLE_NANOS = TimeUnit.MINUTES.toNanos(1);

  private static final class Entry {
    private final FeigeClient client;
    private int inUse;
    private long usedAt;

    private Entry(FeigeClient client) {
      this.client = client;
    }
  }

  private final Function<Identity, FeigeClient> maker;
  private final LongSupplier nanos;
  private final Map<String, Entry> byName = new HashMap<>();
  private boolean isClosed;

  /** None yet. */
  public UserClients(ClientSetup setup) {
    this(setup::clientFor, System::nanoTime);
  }

  UserClients(Function<Identity, FeigeClient> maker, LongSupplier nanos) {
    this.maker = maker;
    this.nanos = nanos;
  }

  /**
   * Asks for somebody.
   *
   * @return empty: as many ask at once as may
   */
  public <T> Optional<T> ask(Identity who, Function<FeigeClient, T> question) {
    Entry entry = enter(who);
    if (entry == null) {
      return Optional.empty();
    }
    try {
      return Optional.of(question.apply(entry.client));
    } finally {
      leave(entry);
    }
  }

  @Override
  public void close() {
    List<Entry> all;
    synchronized (byName) {
      isClosed = true;
      all = new ArrayList<>(byName.values());
      byName.clear();
    }
    all.forEach(entry -> entry.client.close());
  }

  private @Nullable Entry enter(Identity who) {
    List<Entry> idle = new ArrayList<>();
    try {
      synchronized (byName) {
        String name = who.user().isEmpty() ? who.toString() : who.user();
        Entry entry = byName.get(name);
        if (entry != null) {
          entry.inUse++;
          takeIdle(idle);
          return entry;
        }
        takeIdle(idle);
        if (isClosed || byName.size() >= MOST) {
          return null;
        }
        Entry fresh = new Entry(maker.apply(who));
        byName.put(name, fresh);
        fresh.inUse++;
        return fresh;
      }
    } finally {
      idle.forEach(entry -> entry.client.close());
    }
  }

  private void takeIdle(List<Entry> idle) {
    long now = nanos.getAsLong();
    byName
        .values()
        .removeIf(entry -> {
          boolean isIdle = entry.inUse == 0 && now - entry.usedAt > IDLE_NANOS;
          if (isIdle) {
            idle.add(entry);
          }
          return isIdle;
        });
  }

  private void leave(Entry entry) {
    synchronized (byName) {
      entry.inUse--;
      entry.usedAt = nanos.getAsLong();
    }
  }
}

package io.feige.access;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Slows down whoever fails to show credentials: a user at an address after a few tries, a user
 * altogether and an address altogether after many, so that who guesses on hinders the others
 * little. Remembers the latest {@link #REMEMBERED} that failed, for some minutes. Any thread.
 */
final class Throttle {
  static final int REMEMBERED = 10_000;
  private static final long FORGOTTEN_NANOS = 300_000_000_000L;
  private static final long FIRST_WAIT_NANOS = 250_000_000L;
  private static final int MAX_DOUBLINGS = 20;

  /** After how many failures there is a wait, and the longest one. */
  private enum Rule {
    USER_AT_ADDRESS(5, 30_000_000_000L),
    USER(20, 1_000_000_000L),
    ADDRESS(50, 1_000_000_000L);

    private final int free;
    private final long longestNanos;

    Rule(int free, long longestNanos) {
      this.free = free;
      this.longestNanos = longestNanos;
    }

    private long waitNanos(int failures) {
      if (failures < free) {
        return 0;
      }
      return Math.min(longestNanos, FIRST_WAIT_NANOS << Math.min(MAX_DOUBLINGS, failures - free));
    }
  }

  private record Key(Rule rule, String user, String address) {}

  private record Failures(int count, long lastAt) {}

  private final Map<Key, Failures> failed =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, Failures> eldest) {
          return size() > REMEMBERED;
        }
      };

  /** How long such a try has to wait; 0: not at all. */
  synchronized long waitNanos(String user, String address, long now) {
    long wait = 0;
    for (Rule rule : Rule.values()) {
      Failures failures = failed.get(key(rule, user, address));
      if (failures != null) {
        long left = failures.lastAt() + rule.waitNanos(failures.count()) - now;
        wait = Math.max(wait, left);
      }
    }
    return wait;
  }

  synchronized void failed(String user, String address, long now) {
    for (Rule rule : Rule.values()) {
      Key key = key(rule, user, address);
      Failures before = failed.remove(key);
      int count = 1;
      if (before != null && now - before.lastAt() <= FORGOTTEN_NANOS) {
        count += before.count();
      }
      failed.put(key, new Failures(count, now));
    }
  }

  /** Only for this user at this address: a guesser may have an account of its own. */
  synchronized void succeeded(String user, String address) {
    var _ = failed.remove(key(Rule.USER_AT_ADDRESS, user, address));
  }

  synchronized int size() {
    return failed.size();
  }

  private static Key key(Rule rule, String user, String address) {
    return switch (rule) {
      case USER_AT_ADDRESS -> new Key(rule, user, address);
      case USER -> new Key(rule, user, "");
      case ADDRESS -> new Key(rule, "", address);
    };
  }
}

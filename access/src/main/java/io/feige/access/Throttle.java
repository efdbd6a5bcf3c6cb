package io.feige.access;

import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Slows down whoever fails to show credentials: a user at an address after a few tries, a user
 * altogether and an address altogether after many. Where a user came in during the last day, the
 * failures of others do not slow it down. Remembers the latest {@link #REMEMBERED} that failed, for
 * some minutes, as many that failed so often that they have to wait, and as many that came in. An
 * address of IPv6 stands for its network of 64 bits, because who has one address of it has them
 * all. Any thread.
 */
public final class Throttle {
  static final int REMEMBERED = 10_000;
  private static final long FORGOTTEN_NANOS = 300_000_000_000L;
  private static final long FIRST_WAIT_NANOS = 250_000_000L;
  private static final int MAX_DOUBLINGS = 20;
  private static final long KNOWN_NANOS = TimeUnit.DAYS.toNanos(1);
  private static final int NETWORK_GROUPS = 4;

  /** After how many failures there is a wait, and the longest one. */
  private enum Rule {
    USER_AT_ADDRESS(5, 30_000_000_000L),
    /** Not where no name was shown: that would be everybody. */
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

  /** Failures too few for a wait. Somebody who tries many names pushes others out of here. */
  private final Map<Key, Failures> few = new Latest<>(REMEMBERED);

  /** Failures that mean a wait. Only others that mean a wait can push one out of here. */
  private final Map<Key, Failures> many = new Latest<>(REMEMBERED);

  private final Map<Key, Long> cameIn = new Latest<>(REMEMBERED);

  /** How long such a try has to wait; 0 or less: not at all. */
  public synchronized long waitNanos(String user, String from, long now) {
    String address = network(from);
    Long known = cameIn.get(key(Rule.USER_AT_ADDRESS, user, address));
    boolean isKnown = known != null && now - known < KNOWN_NANOS;
    long wait = 0;
    for (Rule rule : Rule.values()) {
      Failures failures = known(key(rule, user, address));
      boolean isHeld = rule == Rule.USER_AT_ADDRESS || !isKnown;
      if (failures != null && isHeld && !(rule == Rule.USER && user.isEmpty())) {
        long left = failures.lastAt() + rule.waitNanos(failures.count()) - now;
        wait = Math.max(wait, left);
      }
    }
    return wait;
  }

  /** Such a try has failed. */
  public synchronized void failed(String user, String from, long now) {
    String address = network(from);
    for (Rule rule : Rule.values()) {
      Key key = key(rule, user, address);
      Failures before = known(key);
      forget(key);
      int count = 1;
      if (before != null && now - before.lastAt() <= FORGOTTEN_NANOS) {
        count += before.count();
      }
      (count < rule.free ? few : many).put(key, new Failures(count, now));
    }
  }

  /** Only for this user at this address: a guesser may have an account of its own. */
  public synchronized void succeeded(String user, String from, long now) {
    Key key = key(Rule.USER_AT_ADDRESS, user, network(from));
    forget(key);
    var _ = cameIn.remove(key);
    var _ = cameIn.put(key, now);
  }

  synchronized int size() {
    return few.size() + many.size();
  }

  private @Nullable Failures known(Key key) {
    Failures failures = many.get(key);
    return failures == null ? few.get(key) : failures;
  }

  private void forget(Key key) {
    var _ = few.remove(key);
    var _ = many.remove(key);
  }

  private static String network(String address) {
    int at = -1;
    for (int group = 0; group < NETWORK_GROUPS; group++) {
      at = address.indexOf(':', at + 1);
      if (at < 0) {
        return address;
      }
    }
    return address.substring(0, at);
  }

  private static Key key(Rule rule, String user, String address) {
    return switch (rule) {
      case USER_AT_ADDRESS -> new Key(rule, user, address);
      case USER -> new Key(rule, user, "");
      case ADDRESS -> new Key(rule, "", address);
    };
  }
}

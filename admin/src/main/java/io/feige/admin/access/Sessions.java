package io.feige.admin.access;

import io.feige.access.AccessTable;
import io.feige.access.Admission;
import io.feige.access.Identity;
import io.feige.access.RandomText;
import io.feige.access.User;
import io.feige.protocol.scram.ScramKeys;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * Who has logged in at this Admin with a browser. Only a hash of what the browser shows is kept,
 * and nothing is kept over a restart. Any thread.
 *
 * <p>A session ends after 12 hours, after half an hour without a request, when its user may not
 * come in any more, and when the password that it began with is none any more. At most {@link
 * #MOST} live, and {@link #MOST_OF_ONE} of one user; then the oldest makes room.
 */
public final class Sessions {
  static final int MOST = 1_000;
  static final int MOST_OF_ONE = 20;

  private static final long LIFE_MILLIS = TimeUnit.HOURS.toMillis(12);
  private static final long IDLE_MILLIS = TimeUnit.MINUTES.toMillis(30);
  private static final int KEY_BYTES = 32;

  /** A session that has begun, and what its browser shows from now on. */
  public record Begun(Session session, String key) {
    /** Without secrets. */
    @Override
    public String toString() {
      return session.toString();
    }
  }

  private record Entry(Session session, List<ScramKeys> passwords, long usedAt) {}

  private final Function<Admission, Optional<Admission>> renew;
  private final LongSupplier millis;
  private final Map<String, Entry> byHash = new LinkedHashMap<>();

  Sessions(Function<Admission, Optional<Admission>> renew, LongSupplier millis) {
    this.renew = renew;
    this.millis = millis;
  }

  /** Begins one for somebody who has shown who it is. */
  public Begun begin(Admission admission) {
    String key = RandomText.of(KEY_BYTES);
    long now = millis.getAsLong();
    Session session = new Session(admission, RandomText.of(KEY_BYTES), now + LIFE_MILLIS);
    Entry entry = new Entry(session, passwords(admission), now);
    synchronized (byHash) {
      byHash.values().removeIf(one -> isOver(one, now));
      makeRoom(admission.identity());
      var _ = byHash.put(hash(key), entry);
    }
    return new Begun(session, key);
  }

  /** The session whose browser shows this; empty: there is none, or it is over. */
  public Optional<Session> find(String key) {
    String hash = hash(key);
    long now = millis.getAsLong();
    synchronized (byHash) {
      Entry entry = byHash.get(hash);
      if (entry == null) {
        return Optional.empty();
      }
      Optional<Admission> renewed = isOver(entry, now) ? Optional.empty() : renewed(entry);
      if (renewed.isEmpty()) {
        var _ = byHash.remove(hash);
        return Optional.empty();
      }
      Session former = entry.session;
      Session session = new Session(renewed.get(), former.guard(), former.expiresAt());
      var _ = byHash.put(hash, new Entry(session, entry.passwords, now));
      return Optional.of(session);
    }
  }

  /** The browser's owner has logged out. */
  public void end(String key) {
    synchronized (byHash) {
      var _ = byHash.remove(hash(key));
    }
  }

  /** Ends those whose users may not come in: who may again later has to log in again. */
  void endThoseThatMayNot() {
    synchronized (byHash) {
      byHash.values().removeIf(one -> renewed(one).isEmpty());
    }
  }

  /** How many there are, some of which may be over. */
  public int count() {
    synchronized (byHash) {
      return byHash.size();
    }
  }

  private Optional<Admission> renewed(Entry entry) {
    return renew
        .apply(entry.session.admission())
        .filter(now ->
            now.identity().kind() != Identity.Kind.PASSWORD
                || !Collections.disjoint(passwords(now), entry.passwords));
  }

  private void makeRoom(Identity identity) {
    List<String> same =
        byHash.entrySet().stream()
            .filter(
                one -> one.getValue().session.admission().identity().user().equals(identity.user()))
            .map(Map.Entry::getKey)
            .toList();
    if (same.size() >= MOST_OF_ONE) {
      var _ = byHash.remove(same.getFirst());
    }
    Iterator<String> oldest = byHash.keySet().iterator();
    if (byHash.size() >= MOST) {
      oldest.next();
      oldest.remove();
    }
  }

  private static boolean isOver(Entry entry, long now) {
    return now >= entry.session.expiresAt() || now - entry.usedAt > IDLE_MILLIS;
  }

  private static List<ScramKeys> passwords(Admission admission) {
    AccessTable table = admission.table();
    return table.user(admission.identity().user()).map(User::passwords).orElse(List.of());
  }

  private static String hash(String key) {
    try {
      MessageDigest sha = MessageDigest.getInstance("SHA-256");
      byte[] hash = sha.digest(key.getBytes(StandardCharsets.UTF_8));
      return Base64.getEncoder().encodeToString(hash);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}

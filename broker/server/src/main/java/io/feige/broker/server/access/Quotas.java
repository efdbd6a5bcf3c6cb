package io.feige.broker.server.access;

import io.feige.access.AccessTable;
import io.feige.access.Latest;
import io.feige.access.Quota;
import io.feige.broker.server.ops.LogId;
import io.feige.broker.server.ops.RateLimitedLog;
import io.feige.protocol.command.AskWork;
import io.feige.protocol.command.FinishWork;
import io.feige.protocol.command.Publish;
import io.feige.protocol.command.Pull;
import io.feige.protocol.command.Read;
import io.feige.protocol.command.ReadMailbox;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.command.Request;
import io.feige.protocol.command.TakeWork;
import io.feige.protocol.error.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What users and topics have had of this node lately, and how long they wait for more. Whoever has
 * a quota may have what comes within a second at once, and any one request beyond; it then waits
 * until that is paid for (the generic cell rate algorithm of ITU-T I.371, with bytes for cells).
 * Any thread.
 */
public final class Quotas {
  private static final Logger LOG = LoggerFactory.getLogger(Quotas.class);

  /** More than may be busy in a second; who is forgotten owes nothing. */
  private static final int REMEMBERED = 10_000;

  private static final long AHEAD_NANOS = 1_000_000_000L;
  private static final int NANOS_OF_A_MILLI = 1_000_000;

  /** A quota may have been raised meanwhile. */
  private static final int MOST_WAIT_MILLIS = 10_000;

  /** Retention makes room when it has time. */
  private static final int FULL_WAIT_MILLIS = 1_000;

  /** What is paid for; another rate is another account, so that who gets more owes nothing. */
  private record Account(Quota quota, String name, boolean isOfPublishes) {
    long bytesPerSecond() {
      return isOfPublishes ? quota.publishBytes() : quota.pullBytes();
    }

    String owner() {
      return quota.kind().text() + " '" + name + "'";
    }
  }

  private final Supplier<AccessTable> tables;
  private final LongSupplier nanoClock;
  private final RateLimitedLog over = RateLimitedLog.of(LOG, LogId.QUOTA_EXCEEDED);
  private final Map<Account, Long> paidUntil = new Latest<>(REMEMBERED);

  /**
   * Nobody has had anything.
   *
   * @param tables the newest table
   * @param nanoClock as {@link System#nanoTime}
   */
  public Quotas(Supplier<AccessTable> tables, LongSupplier nanoClock) {
    this.tables = tables;
    this.nanoClock = nanoClock;
  }

  /** Without any limit. */
  public static Quotas none() {
    return new Quotas(() -> AccessTable.NONE, System::nanoTime);
  }

  /**
   * Takes what a request publishes.
   *
   * @param user who asks; empty: it is no user
   * @return why it has to wait; null: it may be carried out
   */
  public @Nullable Refusal ask(String user, Request request) {
    if (!tables.get().hasQuotas()) {
      return null;
    }
    if (request instanceof Publish publish) {
      return take(accounts(user, publish.topic(), true), publish.batch().readableBytes());
    }
    if (request instanceof AskWork ask) {
      return take(accounts(user, ask.topic(), true), ask.batch().remaining());
    }
    if (request instanceof FinishWork finish) {
      // Not refused: its worker would keep the place that it wants to give back.
      pay(accounts(user, finish.topic(), true), finish.batch().remaining());
      return null;
    }
    String topic = readBy(request);
    return topic == null ? null : take(accounts(user, topic, false), 0);
  }

  /** The topic whose messages a request is answered with; null: it is none of that kind. */
  private static @Nullable String readBy(Request request) {
    return switch (request) {
      case Pull pull -> pull.topic();
      case Read read -> read.topic();
      case ReadMailbox read -> read.topic();
      case TakeWork take -> take.topic();
      default -> null;
    };
  }

  /** Who pays for the bytes that a request is answered with, once they are known; null: nobody. */
  public @Nullable LongConsumer payer(String user, Request request) {
    String topic = readBy(request);
    if (topic == null || !tables.get().hasQuotas()) {
      return null;
    }
    List<Account> accounts = accounts(user, topic, false);
    return accounts.isEmpty() ? null : bytes -> pay(accounts, bytes);
  }

  /**
   * Whether a topic may have more stored.
   *
   * @param stored how many bytes of it there are
   * @return why not now; null: it may
   */
  public @Nullable Refusal store(String topic, LongSupplier stored) {
    Quota quota = tables.get().quota(Quota.Kind.TOPIC, topic).orElse(null);
    if (quota == null || quota.storedBytes() == 0 || stored.getAsLong() < quota.storedBytes()) {
      return null;
    }
    String sentence =
        String.format(
            Locale.ROOT,
            "topic '%s' may store %,d bytes here (quota of %s), and does; nothing more was stored",
            topic,
            quota.storedBytes(),
            quota.of());
    return refusal(topic, sentence, FULL_WAIT_MILLIS);
  }

  private List<Account> accounts(String user, String topic, boolean isOfPublishes) {
    List<Account> accounts = new ArrayList<>(2);
    if (!user.isEmpty()) {
      add(accounts, Quota.Kind.USER, user, isOfPublishes);
    }
    add(accounts, Quota.Kind.TOPIC, topic, isOfPublishes);
    return accounts;
  }

  private void add(List<Account> to, Quota.Kind kind, String name, boolean isOfPublishes) {
    tables
        .get()
        .quota(kind, name)
        .map(quota -> new Account(quota, name, isOfPublishes))
        .filter(account -> account.bytesPerSecond() > 0)
        .ifPresent(to::add);
  }

  private synchronized @Nullable Refusal take(List<Account> accounts, int bytes) {
    long now = nanoClock.getAsLong();
    for (Account account : accounts) {
      long waitNanos = until(account, now) - now - AHEAD_NANOS;
      if (waitNanos > 0) {
        return refusal(account, waitNanos);
      }
    }
    pay(accounts, bytes);
    return null;
  }

  private synchronized void pay(List<Account> accounts, long bytes) {
    long now = nanoClock.getAsLong();
    for (Account account : accounts) {
      double seconds = (double) bytes / account.bytesPerSecond();
      paidUntil.put(account, until(account, now) + (long) (seconds * AHEAD_NANOS));
    }
  }

  /** Also makes it the last to be forgotten, once it is put again. */
  private long until(Account account, long now) {
    Long until = paidUntil.remove(account);
    if (until == null || until - now <= 0) {
      return now;
    }
    paidUntil.put(account, until);
    return until;
  }

  private Refusal refusal(Account account, long waitNanos) {
    String sentence =
        String.format(
            Locale.ROOT,
            "%s may %s %,d bytes a second here (quota of %s), and has; nothing was %s",
            account.owner(),
            account.isOfPublishes() ? "publish" : "pull",
            account.bytesPerSecond(),
            account.quota().of(),
            account.isOfPublishes() ? "stored" : "delivered");
    long millis = 1 + waitNanos / NANOS_OF_A_MILLI;
    return refusal(account.name(), sentence, (int) Math.min(millis, MOST_WAIT_MILLIS));
  }

  private Refusal refusal(String subject, String sentence, int waitMillis) {
    over.warn(subject, sentence);
    return new Refusal(ErrorCode.QUOTA_EXCEEDED, sentence, "", waitMillis);
  }
}

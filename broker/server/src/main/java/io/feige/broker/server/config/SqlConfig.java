package io.feige.broker.server.config;

import io.feige.broker.store.StoreSettings;
import io.feige.config.ConfigException;
import io.feige.config.ConfigProblem;
import io.feige.config.Ranges;
import io.feige.config.SecurityConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The message store in SQL.
 *
 * @param urls by the name of a pair; {@link #ANY_PAIR} for all that have none of their own
 * @param migrate whether the tables may be made and changed at start
 * @param retention age at which a day of history is dropped; zero: never
 * @param workers transactions of a pair at a time
 * @param batchRows rows of a transaction, at most
 * @param batchBytes bytes of a transaction, at most
 * @param interval longest time that rows gather while nobody waits for them
 * @param ca PEM file of the authorities by which databases are verified; empty: as the URL says
 */
public record SqlConfig(
    Map<String, String> urls,
    String user,
    String password,
    boolean migrate,
    Duration retention,
    WhenFull whenFull,
    int workers,
    int batchRows,
    int batchBytes,
    Duration interval,
    Optional<Path> ca) {
  /** The name of no pair. */
  public static final String ANY_PAIR = "";

  private static final String SCHEME = "jdbc:mysql://";
  private static final Duration DAY = Duration.ofDays(1);

  /** What to do when the disk is full of journal that the database has not taken yet. */
  public enum WhenFull {
    /** Publishes are refused until the database has taken it. */
    REFUSE,
    /** The oldest of it goes, and is missing in the history. */
    DROP
  }

  public SqlConfig {
    urls = Map.copyOf(urls);
    Ranges.of("sql")
        .rule(
            urls.values().stream().allMatch(url -> url.startsWith(SCHEME)),
            "url",
            "must begin with " + SCHEME)
        .rule(
            urls.values().stream().noneMatch(url -> url.contains("@") || url.contains("password=")),
            "url",
            "must not hold a password, since it is shown; sql.user and sql.password are for that")
        .rule(
            ca.isEmpty() || urls.values().stream().allMatch(url -> new SqlUrl(url).canBeVerified()),
            "ca",
            "cannot be together with a sql.url that says otherwise how TLS is spoken; of the"
                + " driver's options sslMode=VERIFY_CA may stand there, for a server whose"
                + " certificate names no host")
        .rule(
            retention.isZero() || retention.compareTo(DAY) >= 0,
            "retention",
            "must be 0, or a day or more")
        .count("workers", workers, 1, 64)
        .count("batchRows", batchRows, 1, 100_000)
        .bytes("batchBytes", batchBytes, 1 << 10, 256 << 20)
        .time("interval", interval, Duration.ofMillis(1), Duration.ofMinutes(1))
        .check();
  }

  /** The first database on another machine to which others may listen; empty: there is none. */
  public Optional<String> insecure() {
    return urls.values().stream().filter(this::isInsecure).sorted().findFirst();
  }

  private boolean isInsecure(String url) {
    SqlUrl parsed = new SqlUrl(url);
    boolean isVerified = ca.isPresent() || parsed.verifiesIdentity();
    return !url.isEmpty() && !isVerified && !parsed.isOnLoopback();
  }

  /** What is wrong with going there: everybody on the way could read and change messages. */
  List<ConfigProblem> exposure(SecurityConfig security) {
    if (security.allowInsecure()) {
      return List.of();
    }
    return insecure().stream()
        .map(url ->
            new ConfigProblem(
                "sql.url",
                url
                    + " is on another machine, and the connection is not verified TLS; set sql.ca,"
                    + " or put sslMode=VERIFY_IDENTITY into sql.url if the Java platform trusts"
                    + " its authority. security.allowInsecure: true does without"))
        .toList();
  }

  /** Where a pair's history is stored; empty: nowhere. */
  public String urlOf(String pair) {
    return urls.getOrDefault(pair, urls.getOrDefault(ANY_PAIR, ""));
  }

  /** The message store at one of the addresses, as these settings have it. */
  public StoreSettings storeAt(String url) {
    return new StoreSettings(
        url, user, password, workers, batchRows, batchBytes, interval, retention, migrate, ca);
  }

  static Map<String, String> urls(String text) {
    Map<String, String> urls = new HashMap<>();
    for (String part : text.split("\\s+", -1)) {
      int equals = part.indexOf('=');
      boolean isOfPair = equals > 0 && part.startsWith("jdbc:", equals + 1);
      if (!part.isEmpty()) {
        urls.put(
            isOfPair ? part.substring(0, equals) : ANY_PAIR,
            isOfPair ? part.substring(equals + 1) : part);
      }
    }
    return urls;
  }

  static WhenFull whenFull(String text) {
    for (WhenFull each : WhenFull.values()) {
      if (each.name().equalsIgnoreCase(text)) {
        return each;
      }
    }
    throw new ConfigException(
        List.of(new ConfigProblem("sql.whenFull", "must be refuse or drop, not '" + text + "'")));
  }

  @Override
  public String toString() {
    return "SqlConfig[urls=" + urls + ", user=" + user + "]";
  }
}

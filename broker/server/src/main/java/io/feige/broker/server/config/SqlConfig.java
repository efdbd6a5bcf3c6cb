package io.feige.broker.server.config;

import io.feige.broker.store.StoreAddress;
import io.feige.broker.store.StoreSettings;
import io.feige.config.ConfigException;
import io.feige.config.ConfigProblem;
import io.feige.config.DatabaseConfig;
import io.feige.config.Ranges;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The message store in SQL.
 *
 * @param database where it is, and who writes there
 * @param migrate whether the tables may be made and changed at start
 * @param retention age at which a day of history is dropped; zero: never
 * @param workers transactions of a pair at a time
 * @param batchRows rows of a transaction, at most
 * @param batchBytes bytes of a transaction, at most
 * @param interval longest time that rows gather while nobody waits for them
 */
public record SqlConfig(
    DatabaseConfig database,
    boolean migrate,
    Duration retention,
    WhenFull whenFull,
    int workers,
    int batchRows,
    int batchBytes,
    Duration interval) {
  private static final Duration DAY = Duration.ofDays(1);

  /** What to do when the disk is full of journal that the database has not taken yet. */
  public enum WhenFull {
    /** Publishes are refused until the database has taken it. */
    REFUSE,
    /** The oldest of it goes, and is missing in the history. */
    DROP
  }

  public SqlConfig {
    Ranges.of("sql")
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

  /** See {@link DatabaseConfig#urls}. */
  public Map<String, String> urls() {
    return database.urls();
  }

  /** See {@link DatabaseConfig#urlOf}. */
  public String urlOf(String pair) {
    return database.urlOf(pair);
  }

  /** See {@link DatabaseConfig#insecure}. */
  public Optional<String> insecure() {
    return database.insecure();
  }

  /** The message store at one of the addresses, as these settings have it. */
  public StoreSettings storeAt(String url) {
    return new StoreSettings(
        new StoreAddress(url, database.user(), database.password(), database.ca()),
        workers,
        batchRows,
        batchBytes,
        interval,
        retention,
        migrate);
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
}

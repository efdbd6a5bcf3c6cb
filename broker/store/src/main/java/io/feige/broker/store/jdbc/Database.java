package io.feige.broker.store.jdbc;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.feige.broker.store.StoreAddress;
import io.feige.broker.store.StoreSettings;
import io.feige.tls.PemKeyStores;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Locale;

/**
 * A database and the connections to it. It need not be there: whoever wants a connection is told.
 * Any thread.
 */
public final class Database implements AutoCloseable {
  private static final int CONNECT_MILLIS = 5_000;
  private static final int SOCKET_MILLIS = 60_000;
  private static final int READER_CONNECT_MILLIS = 3_000;
  private static final int READER_SOCKET_MILLIS = 8_000;
  private static final int READER_IDLE_MILLIS = 60_000;

  private final HikariDataSource pool;
  private final HikariDataSource singles;
  private final boolean migrates;

  /**
   * Connects when it is first asked to.
   *
   * @param connections at most, for transactions, and as many for single statements as there are
   *     workers
   */
  public Database(StoreSettings settings, int connections) {
    migrates = settings.migrates();
    pool = writing("feige-sql", settings, connections, false);
    singles = writing("feige-sql-singles", settings, settings.workers(), true);
  }

  private Database(HikariDataSource pool) {
    this.migrates = false;
    this.pool = pool;
    this.singles = pool;
  }

  /**
   * One that is only read, by people who wait: whatever is slow there is given up soon. Connects
   * when it is first asked to, and keeps no connection that nobody needs.
   *
   * @param connections at most
   */
  public static Database forReading(StoreAddress address, int connections) {
    HikariConfig config = config("feige-sql-reading", address, READER_CONNECT_MILLIS);
    config.setMaximumPoolSize(connections);
    config.setIdleTimeout(READER_IDLE_MILLIS);
    config.setValidationTimeout(READER_CONNECT_MILLIS / 2);
    config.setReadOnly(true);
    config.addDataSourceProperty("socketTimeout", String.valueOf(READER_SOCKET_MILLIS));
    return new Database(new HikariDataSource(config));
  }

  private static HikariDataSource writing(
      String name, StoreSettings settings, int connections, boolean autoCommit) {
    HikariConfig config = config(name, settings.address(), CONNECT_MILLIS);
    config.setMaximumPoolSize(connections);
    config.setAutoCommit(autoCommit);
    // A transaction ends with several statements in one round trip, all of them from here.
    config.addDataSourceProperty("allowMultiQueries", "true");
    // Spares the rollback of a connection that has committed and is given back.
    config.addDataSourceProperty("useLocalTransactionState", "true");
    config.addDataSourceProperty("socketTimeout", String.valueOf(SOCKET_MILLIS));
    return new HikariDataSource(config);
  }

  private static HikariConfig config(String name, StoreAddress address, int connectMillis) {
    HikariConfig config = new HikariConfig();
    config.setPoolName(name);
    config.setJdbcUrl(address.url());
    config.setUsername(address.user());
    config.setPassword(address.password());
    config.setMinimumIdle(0);
    config.setInitializationFailTimeout(-1);
    config.setConnectionTimeout(connectMillis);
    config.setTransactionIsolation("TRANSACTION_READ_COMMITTED");
    config.addDataSourceProperty("useServerPrepStmts", "true");
    config.addDataSourceProperty("cachePrepStmts", "true");
    config.addDataSourceProperty("prepStmtCacheSize", "80");
    // The longest names in the text of the longest statement.
    config.addDataSourceProperty("prepStmtCacheSqlLimit", "400000");
    config.addDataSourceProperty("connectTimeout", String.valueOf(connectMillis));
    config.addDataSourceProperty("useLocalSessionState", "true");
    config.addDataSourceProperty("connectionTimeZone", "UTC");
    config.addDataSourceProperty("preserveInstants", "false");
    address.ca().ifPresent(ca -> verify(config, ca));
    return config;
  }

  // The driver reads the file for each connection, so one that is replaced holds for the next.
  private static void verify(HikariConfig config, Path ca) {
    PemKeyStores.install();
    if (!config.getJdbcUrl().toLowerCase(Locale.ROOT).contains("sslmode=")) {
      config.addDataSourceProperty("sslMode", "VERIFY_IDENTITY");
    }
    config.addDataSourceProperty("trustCertificateKeyStoreUrl", ca.toUri().toString());
    config.addDataSourceProperty("trustCertificateKeyStoreType", PemKeyStores.TYPE);
    config.addDataSourceProperty("keyStoreProvider", PemKeyStores.NAME);
    config.addDataSourceProperty("fallbackToSystemTrustStore", "false");
  }

  /**
   * A connection with a transaction of its own; closing it without commit undoes what it did.
   *
   * @throws SQLException if there is none within some seconds
   */
  public Connection connect() throws SQLException {
    return pool.getConnection();
  }

  /**
   * A connection each of whose statements is a transaction.
   *
   * @throws SQLException if there is none within some seconds
   */
  Connection connectForSingles() throws SQLException {
    return singles.getConnection();
  }

  /** Ends a connection whose transaction is in a state that nobody knows. */
  void discard(Connection connection) {
    pool.evictConnection(connection);
  }

  /** Ends a connection for single statements that has failed. */
  void discardSingle(Connection connection) {
    singles.evictConnection(connection);
  }

  /**
   * Makes the tables, or brings them to what this version needs, if the settings allow that.
   *
   * @throws io.feige.broker.store.StoreException if they are not as this version needs them; it
   *     says what to do
   */
  public void makeFit() {
    if (migrates) {
      migrate();
    } else {
      check();
    }
  }

  /** Makes the tables, or brings them to what this version needs. */
  public void migrate() {
    Schema.migrate(pool);
  }

  /**
   * Looks whether the tables are those of this version.
   *
   * @throws io.feige.broker.store.StoreException if they are not; it says what to do
   */
  public void check() {
    Schema.check(pool);
  }

  @Override
  public void close() {
    pool.close();
    singles.close();
  }
}

package io.feige.broker.store;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * The database of the message store, and how it is written.
 *
 * @param url {@code jdbc:mysql://host:port/database}
 * @param password kept out of logs
 * @param workers transactions of a pair at a time
 * @param batchRows rows of a transaction, at most
 * @param batchBytes bytes of a transaction, at most; a single row goes whatever its size
 * @param interval longest time that rows gather while nobody waits for them
 * @param retention age at which a day of history is dropped; zero: never
 * @param migrates whether the tables may be made and changed at start
 * @param ca PEM file of the authorities by which the server's certificate is verified, and its host
 *     name with it unless the URL says {@code sslMode=VERIFY_CA}; empty: as the URL says
 */
public record StoreSettings(
    String url,
    String user,
    String password,
    int workers,
    int batchRows,
    int batchBytes,
    Duration interval,
    Duration retention,
    boolean migrates,
    Optional<Path> ca) {
  @Override
  public String toString() {
    return "StoreSettings[url=" + url + ", user=" + user + "]";
  }
}

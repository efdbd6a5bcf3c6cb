package io.feige.broker.store;

import java.nio.file.Path;
import java.util.Optional;

/**
 * A database, and who goes there.
 *
 * @param url {@code jdbc:mysql://host:port/database}
 * @param password kept out of logs
 * @param ca PEM file of the authorities by which the server's certificate is verified, and its host
 *     name with it unless the URL says {@code sslMode=VERIFY_CA}; empty: as the URL says
 */
public record StoreAddress(String url, String user, String password, Optional<Path> ca) {
  @Override
  public String toString() {
    return "StoreAddress[url=" + url + ", user=" + user + "]";
  }
}

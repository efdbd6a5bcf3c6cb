package io.feige.tls;

import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Where the certificates of one process are, all of them PEM files (RFC 7468).
 *
 * @param identity what it shows of itself; empty: nothing, so it can only dial
 * @param ca the authorities that it trusts; empty: those of the Java platform
 */
public record TlsFiles(Optional<Identity> identity, Optional<Path> ca) {
  /**
   * A certificate and its key.
   *
   * @param chain the certificate, followed by those that lead to its authority
   * @param key its private key, PKCS #8 and not encrypted
   */
  public record Identity(Path chain, Path key) {}

  /** Trusts the authorities in a file, or with null those of the Java platform; shows nothing. */
  public static TlsFiles trusting(@Nullable Path ca) {
    return new TlsFiles(Optional.empty(), Optional.ofNullable(ca));
  }

  /** The same with a certificate to show. */
  public TlsFiles showing(Path chain, Path key) {
    return new TlsFiles(Optional.of(new Identity(chain, key)), ca);
  }
}

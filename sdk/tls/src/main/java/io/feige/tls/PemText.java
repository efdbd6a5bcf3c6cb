package io.feige.tls;

import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.List;

/**
 * Certificates that were found good, as PEM (RFC 7468), for libraries that read files only.
 *
 * @param identity the private key in PKCS #8, the certificate and those up to its authority
 * @param authorities those that are trusted
 */
public record PemText(String identity, String authorities) {
  private static final int LINE = 64;

  static PemText of(PrivateKey key, List<X509Certificate> chain, List<X509Certificate> authorities)
      throws GeneralSecurityException {
    return new PemText(block("PRIVATE KEY", key.getEncoded()) + all(chain), all(authorities));
  }

  private static String all(List<X509Certificate> certificates) throws GeneralSecurityException {
    StringBuilder text = new StringBuilder();
    for (X509Certificate certificate : certificates) {
      text.append(block("CERTIFICATE", certificate.getEncoded()));
    }
    return text.toString();
  }

  private static String block(String label, byte[] content) {
    byte[] newline = {'\n'};
    String base64 = Base64.getMimeEncoder(LINE, newline).encodeToString(content);
    return "-----BEGIN " + label + "-----\n" + base64 + "\n-----END " + label + "-----\n";
  }

  /** Without the key. */
  @Override
  public String toString() {
    return "PemText";
  }
}

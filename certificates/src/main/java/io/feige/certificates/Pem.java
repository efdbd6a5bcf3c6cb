package io.feige.certificates;

import java.security.PrivateKey;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.util.Base64;

/** The text encoding of RFC 7468. */
final class Pem {
  private static final int LINE = 64;

  private Pem() {}

  static String of(X509Certificate certificate) {
    try {
      return block("CERTIFICATE", certificate.getEncoded());
    } catch (CertificateEncodingException e) {
      throw new IllegalStateException("a certificate that was just made", e);
    }
  }

  static String of(PrivateKey key) {
    return block("PRIVATE KEY", key.getEncoded());
  }

  private static String block(String label, byte[] content) {
    byte[] newline = {'\n'};
    String base64 = Base64.getMimeEncoder(LINE, newline).encodeToString(content);
    return "-----BEGIN " + label + "-----\n" + base64 + "\n-----END " + label + "-----\n";
  }
}

package io.feige.certificates;

import java.security.PrivateKey;
import java.security.cert.X509Certificate;

/** A certificate and its private key. */
public record IssuedCertificate(X509Certificate certificate, PrivateKey key) {
  /** The certificate as a PEM file has it. */
  public String certificatePem() {
    return Pem.of(certificate);
  }

  /** The key as a PEM file has it, in PKCS #8 and not encrypted. */
  public String keyPem() {
    return Pem.of(key);
  }

  /** Without the key. */
  @Override
  public String toString() {
    return "certificate of " + certificate.getSubjectX500Principal().getName();
  }
}

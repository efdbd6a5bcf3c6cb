package io.feige.tls;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A PEM file (RFC 7468), read once. What stands between its blocks is a comment. */
final class PemFile {
  private static final int MOST_BYTES = 1 << 20;
  private static final Pattern BLOCK =
      Pattern.compile("-----BEGIN ([A-Z0-9 ]{1,40})-----([^-]*)-----END \\1-----");

  private final Path file;
  private final String text;

  private PemFile(Path file, String text) {
    this.file = file;
    this.text = text;
  }

  /** What was read elsewhere, under the name that messages have for it. */
  static PemFile of(Path name, String text) {
    return new PemFile(name, text);
  }

  static PemFile read(Path file) throws TlsException {
    try {
      if (Files.size(file) > MOST_BYTES) {
        throw new TlsException(file + " has more than 1 MiB, so it is no PEM file");
      }
      return new PemFile(file, Files.readString(file, StandardCharsets.ISO_8859_1));
    } catch (NoSuchFileException e) {
      throw new TlsException("there is no file " + file, e);
    } catch (IOException e) {
      throw new TlsException("cannot read " + file + ": " + e, e);
    }
  }

  /** All certificates, in the order of the file; at least one. */
  List<X509Certificate> certificates() throws TlsException {
    List<X509Certificate> all = new ArrayList<>();
    Matcher block = BLOCK.matcher(text);
    while (block.find()) {
      if (block.group(1).equals("CERTIFICATE")) {
        all.add(certificate(decoded(block.group(2))));
      }
    }
    if (all.isEmpty()) {
      throw new TlsException("there is no certificate in " + file);
    }
    return all;
  }

  /** The one private key, of the kind that fits the certificate. */
  PrivateKey key(X509Certificate certificate) throws TlsException {
    Matcher block = BLOCK.matcher(text);
    while (block.find()) {
      String label = block.group(1);
      if (label.equals("PRIVATE KEY")) {
        return key(decoded(block.group(2)), certificate.getPublicKey().getAlgorithm());
      }
      if (label.endsWith("PRIVATE KEY")) {
        String form = label.startsWith("ENCRYPTED") ? "encrypted" : "not in PKCS #8";
        throw new TlsException(
            "the key in "
                + file
                + " is "
                + form
                + "; openssl pkcs8 -topk8 -nocrypt -in "
                + file
                + " -out NEW_FILE makes one that can be used");
      }
    }
    throw new TlsException("there is no private key in " + file);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof PemFile that && file.equals(that.file) && text.equals(that.text);
  }

  @Override
  public int hashCode() {
    return text.hashCode();
  }

  /** Without what is in it. */
  @Override
  public String toString() {
    return file.toString();
  }

  private byte[] decoded(String base64) throws TlsException {
    try {
      return Base64.getMimeDecoder().decode(base64);
    } catch (IllegalArgumentException e) {
      throw new TlsException("what stands in " + file + " is no base64: " + e.getMessage(), e);
    }
  }

  private X509Certificate certificate(byte[] encoded) throws TlsException {
    try {
      CertificateFactory x509 = CertificateFactory.getInstance("X.509");
      return (X509Certificate) x509.generateCertificate(new ByteArrayInputStream(encoded));
    } catch (CertificateException e) {
      throw new TlsException("a certificate in " + file + " is damaged: " + e.getMessage(), e);
    }
  }

  private PrivateKey key(byte[] encoded, String algorithm) throws TlsException {
    try {
      return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(encoded));
    } catch (GeneralSecurityException e) {
      // The cause may quote the key, so it is not kept.
      throw new TlsException("the key in " + file + " is no " + algorithm + " key");
    }
  }
}

package io.feige.tls;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;

/** What was in the files at one moment, checked. Immutable. */
final class Material {
  private static final char[] NO_PASSWORD = {};

  /** The files as they were read, by which a later reading is compared. */
  record Source(Optional<PemFile> chain, Optional<PemFile> key, Optional<PemFile> ca) {
    static Source read(TlsFiles files) throws TlsException {
      Optional<PemFile> chain = Optional.empty();
      Optional<PemFile> key = Optional.empty();
      if (files.identity().isPresent()) {
        chain = Optional.of(PemFile.read(files.identity().get().chain()));
        key = Optional.of(PemFile.read(files.identity().get().key()));
      }
      Optional<PemFile> ca = Optional.empty();
      if (files.ca().isPresent()) {
        ca = Optional.of(PemFile.read(files.ca().get()));
      }
      return new Source(chain, key, ca);
    }
  }

  private final Source source;
  private final Optional<KeyManagerFactory> keys;
  private final Optional<X509Certificate> certificate;
  private final X509ExtendedTrustManager trust;
  private final Optional<PemText> pem;

  private Material(
      Source source,
      Optional<KeyManagerFactory> keys,
      Optional<X509Certificate> certificate,
      X509ExtendedTrustManager trust,
      Optional<PemText> pem) {
    this.source = source;
    this.keys = keys;
    this.certificate = certificate;
    this.trust = trust;
    this.pem = pem;
  }

  static Material of(Source source) throws TlsException {
    try {
      Optional<KeyManagerFactory> keys = Optional.empty();
      Optional<X509Certificate> certificate = Optional.empty();
      Optional<PemText> pem = Optional.empty();
      if (source.chain.isPresent() && source.key.isPresent()) {
        List<X509Certificate> chain = source.chain.get().certificates();
        requireValid(chain.get(0), source.chain.get());
        PrivateKey key = source.key.get().key(chain.get(0));
        requireMatch(chain.get(0), key, source);
        keys = Optional.of(keys(chain, key));
        certificate = Optional.of(chain.get(0));
        if (source.ca.isPresent()) {
          pem = Optional.of(PemText.of(key, chain, source.ca.get().certificates()));
        }
      }
      return new Material(source, keys, certificate, trust(source.ca), pem);
    } catch (GeneralSecurityException | IOException e) {
      throw new TlsException("the certificates cannot be used: " + e.getMessage(), e);
    }
  }

  Source source() {
    return source;
  }

  Optional<KeyManagerFactory> keys() {
    return keys;
  }

  /** What is shown to others. */
  Optional<X509Certificate> certificate() {
    return certificate;
  }

  X509ExtendedTrustManager trust() {
    return trust;
  }

  Optional<PemText> pem() {
    return pem;
  }

  private static void requireValid(X509Certificate certificate, PemFile file) throws TlsException {
    Instant now = Instant.now();
    Instant end = certificate.getNotAfter().toInstant();
    Instant begin = certificate.getNotBefore().toInstant();
    if (now.isAfter(end)) {
      throw new TlsException("the certificate in " + file + " expired at " + end);
    }
    if (now.isBefore(begin)) {
      throw new TlsException(
          "the certificate in "
              + file
              + " is not valid before "
              + begin
              + "; is this machine's clock right?");
    }
  }

  // Files that are replaced one after the other do not fit each other for a moment.
  private static void requireMatch(X509Certificate certificate, PrivateKey key, Source source)
      throws GeneralSecurityException, TlsException {
    String algorithm =
        switch (key.getAlgorithm()) {
          case "RSA" -> "SHA256withRSA";
          case "EC" -> "SHA256withECDSA";
          default -> "EdDSA";
        };
    byte[] anything = {1, 2, 3, 4};
    Signature signing = Signature.getInstance(algorithm);
    signing.initSign(key);
    signing.update(anything);
    Signature checking = Signature.getInstance(algorithm);
    checking.initVerify(certificate.getPublicKey());
    checking.update(anything);
    if (!checking.verify(signing.sign())) {
      throw new TlsException(
          "the key in "
              + source.key.orElseThrow()
              + " is not the one of the certificate in "
              + source.chain.orElseThrow());
    }
  }

  private static KeyManagerFactory keys(List<X509Certificate> chain, PrivateKey key)
      throws GeneralSecurityException, IOException {
    KeyStore store = emptyStore();
    store.setKeyEntry("feige", key, NO_PASSWORD, chain.toArray(new X509Certificate[0]));
    KeyManagerFactory factory =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    factory.init(store, NO_PASSWORD);
    return factory;
  }

  private static X509ExtendedTrustManager trust(Optional<PemFile> ca)
      throws GeneralSecurityException, IOException, TlsException {
    TrustManagerFactory factory =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    if (ca.isPresent()) {
      KeyStore store = emptyStore();
      for (X509Certificate authority : ca.get().certificates()) {
        store.setCertificateEntry("ca-" + store.size(), authority);
      }
      factory.init(store);
    } else {
      factory.init((KeyStore) null);
    }
    for (TrustManager manager : factory.getTrustManagers()) {
      if (manager instanceof X509ExtendedTrustManager platform) {
        String trusted = ca.map(file -> "in " + file).orElse("of the Java platform");
        return new ExplainingTrust(platform, trusted);
      }
    }
    throw new GeneralSecurityException("the Java platform has no manager of X.509 trust");
  }

  private static KeyStore emptyStore() throws GeneralSecurityException, IOException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, NO_PASSWORD);
    return store;
  }
}

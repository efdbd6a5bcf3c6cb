package io.feige.admin.event;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;

/**
 * Whose certificates a webhook may have: those of the authorities of the Java platform, and of the
 * cluster's own. Nothing is shown to it: it is no part of the cluster.
 */
final class WebhookTrust {
  private WebhookTrust() {}

  /**
   * Reads the authorities as they are now.
   *
   * @param ca those of the cluster
   */
  static SSLContext context(Optional<Path> ca) throws IOException, GeneralSecurityException {
    List<Certificate> trusted = new ArrayList<>();
    for (TrustManager each : of(null)) {
      if (each instanceof X509TrustManager platform) {
        trusted.addAll(List.<X509Certificate>of(platform.getAcceptedIssuers()));
      }
    }
    if (ca.isPresent()) {
      try (InputStream in = Files.newInputStream(ca.get())) {
        trusted.addAll(CertificateFactory.getInstance("X.509").generateCertificates(in));
      }
    }
    KeyStore all = KeyStore.getInstance(KeyStore.getDefaultType());
    all.load(null, null);
    for (Certificate one : trusted) {
      all.setCertificateEntry("authority-" + all.size(), one);
    }
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, of(all), null);
    return context;
  }

  private static TrustManager[] of(@org.jspecify.annotations.Nullable KeyStore store)
      throws GeneralSecurityException {
    TrustManagerFactory factory =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(store);
    return factory.getTrustManagers();
  }
}

package io.feige.tls;

import io.netty.handler.ssl.OpenSslCertificateException;
import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * Has OpenSSL tell the other side that its certificate is refused, and not of an internal error.
 */
final class OpenSslTrust extends X509ExtendedTrustManager {
  /** {@code X509_V_ERR_CERT_UNTRUSTED} of OpenSSL; the other side reads bad_certificate. */
  private static final int UNTRUSTED = 27;

  private final X509ExtendedTrustManager trust;

  OpenSslTrust(X509ExtendedTrustManager trust) {
    this.trust = trust;
  }

  private interface Check {
    void run() throws CertificateException;
  }

  private static void judge(Check check) throws CertificateException {
    try {
      check.run();
    } catch (CertificateException e) {
      throw new OpenSslCertificateException(e.getMessage(), e, UNTRUSTED);
    }
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine)
      throws CertificateException {
    judge(() -> trust.checkClientTrusted(chain, type, engine));
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine)
      throws CertificateException {
    judge(() -> trust.checkServerTrusted(chain, type, engine));
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket)
      throws CertificateException {
    judge(() -> trust.checkClientTrusted(chain, type, socket));
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket)
      throws CertificateException {
    judge(() -> trust.checkServerTrusted(chain, type, socket));
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
    judge(() -> trust.checkClientTrusted(chain, type));
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
    judge(() -> trust.checkServerTrusted(chain, type));
  }

  @Override
  public X509Certificate[] getAcceptedIssuers() {
    return trust.getAcceptedIssuers();
  }
}

package io.feige.tls;

import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/** Trusts what the Java platform trusts, and says in a sentence why it does not. */
final class ExplainingTrust extends X509ExtendedTrustManager {
  private static final int MOST_NAMES = 10;

  private final X509ExtendedTrustManager platform;
  private final String trusted;

  /**
   * Explains the judgements of the platform's manager.
   *
   * @param trusted where the authorities stand, behind "the authorities ..."
   */
  ExplainingTrust(X509ExtendedTrustManager platform, String trusted) {
    this.platform = platform;
    this.trusted = trusted;
  }

  /** A certificate that is refused, with the reason as a sentence. */
  static final class Refused extends CertificateException {
    private static final long serialVersionUID = 1L;

    Refused(String sentence, CertificateException cause) {
      super(sentence, cause);
    }
  }

  private interface Check {
    void run() throws CertificateException;
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine)
      throws CertificateException {
    judge(
        chain,
        host(engine.getHandshakeSession()),
        () -> platform.checkServerTrusted(chain, type, engine),
        () -> platform.checkServerTrusted(chain, type));
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket)
      throws CertificateException {
    SSLSession session = socket instanceof SSLSocket ssl ? ssl.getHandshakeSession() : null;
    judge(
        chain,
        host(session),
        () -> platform.checkServerTrusted(chain, type, socket),
        () -> platform.checkServerTrusted(chain, type));
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
    Check check = () -> platform.checkServerTrusted(chain, type);
    judge(chain, "", check, check);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine)
      throws CertificateException {
    Check check = () -> platform.checkClientTrusted(chain, type, engine);
    judge(chain, "", check, check);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket)
      throws CertificateException {
    Check check = () -> platform.checkClientTrusted(chain, type, socket);
    judge(chain, "", check, check);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
    Check check = () -> platform.checkClientTrusted(chain, type);
    judge(chain, "", check, check);
  }

  @Override
  public X509Certificate[] getAcceptedIssuers() {
    return platform.getAcceptedIssuers();
  }

  private void judge(X509Certificate[] chain, String host, Check whole, Check withoutName)
      throws CertificateException {
    try {
      whole.run();
    } catch (CertificateException e) {
      throw new Refused(sentence(chain, host, e, withoutName), e);
    }
  }

  private String sentence(
      X509Certificate[] chain, String host, CertificateException why, Check withoutName) {
    if (chain.length == 0) {
      return "it shows no certificate";
    }
    X509Certificate own = chain[0];
    String whose = "its certificate (" + printable(own.getSubjectX500Principal().getName()) + ")";
    Instant now = Instant.now();
    for (X509Certificate each : chain) {
      if (now.isAfter(each.getNotAfter().toInstant())) {
        return whose + " expired at " + each.getNotAfter().toInstant();
      }
      if (now.isBefore(each.getNotBefore().toInstant())) {
        return whose + " is not valid before " + each.getNotBefore().toInstant();
      }
    }
    if (isFine(withoutName)) {
      return whose + " is for " + names(own) + ", not for " + host;
    }
    if (chain.length == 1 && own.getSubjectX500Principal().equals(own.getIssuerX500Principal())) {
      return whose + " is self-signed, and not among the authorities " + trusted;
    }
    String issuer = printable(chain[chain.length - 1].getIssuerX500Principal().getName());
    if (says(why, "signature check failed", "signature does not match")) {
      return whose + " is not from " + issuer + ", although it says so: the signature is wrong";
    }
    if (says(why, "unable to find valid certification path", "does not chain")) {
      return whose + " is from " + issuer + ", which is not among the authorities " + trusted;
    }
    return whose + " is refused: " + why.getMessage();
  }

  private static boolean isFine(Check check) {
    try {
      check.run();
      return true;
    } catch (CertificateException e) {
      return false;
    }
  }

  // The platform tells these apart by words only.
  private static boolean says(@Nullable Throwable why, String... words) {
    for (Throwable cause = why; cause != null; cause = cause.getCause()) {
      String message = String.valueOf(cause.getMessage());
      if (Stream.of(words).anyMatch(message::contains)) {
        return true;
      }
    }
    return false;
  }

  private static String names(X509Certificate certificate) {
    try {
      Collection<List<?>> all = certificate.getSubjectAlternativeNames();
      if (all == null || all.isEmpty()) {
        return "no host name";
      }
      return String.join(
          ", ",
          all.stream()
              .map(name -> printable(String.valueOf(name.get(1))))
              .limit(MOST_NAMES)
              .toList());
    } catch (CertificateParsingException e) {
      return "names that cannot be read";
    }
  }

  private static String host(@Nullable SSLSession session) {
    return session == null ? "this host" : String.valueOf(session.getPeerHost());
  }

  // A stranger has written it, and it goes to logs.
  private static String printable(String text) {
    String printable = text.replaceAll("[^\\x20-\\x7E]", "?");
    return printable.substring(0, Math.min(printable.length(), 200));
  }
}

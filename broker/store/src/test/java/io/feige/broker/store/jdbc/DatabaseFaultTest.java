package io.feige.broker.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.cert.CertificateExpiredException;
import java.sql.SQLException;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Test;

class DatabaseFaultTest {
  @Test
  void whatIsWrongWithTlsIsFoundBelowWhatThePoolAndTheDriverSay() {
    assertThat(words(new SQLException("SSL Connection required, but not provided by server.")))
        .isEqualTo(
            "TLS with the database did not come about: the server speaks none; switch it on there");
    Exception expired = new SSLHandshakeException("(certificate_unknown)");
    expired.initCause(new CertificateExpiredException("NotAfter: yesterday"));
    assertThat(words(expired))
        .isEqualTo(
            "TLS with the database did not come about: its certificate, or its authority's, has"
                + " expired (NotAfter: yesterday); replace it");
    assertThat(words(new SSLHandshakeException("Received fatal alert: protocol_version")))
        .endsWith("did not come about: Received fatal alert: protocol_version");
  }

  @Test
  void ofEverythingElseTheServersWordsAreTold() {
    assertThat(DatabaseFault.words(new SQLException("no connection"))).isEqualTo("no connection");
    assertThat(words(new SQLException("Access denied for user 'feige'")))
        .isEqualTo("no connection: Access denied for user 'feige'");
  }

  private static String words(Exception cause) {
    return DatabaseFault.words(new SQLException("no connection", cause));
  }
}

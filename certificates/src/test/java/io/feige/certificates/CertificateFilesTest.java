package io.feige.certificates;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CertificateFilesTest {
  private static final Duration YEAR = Duration.ofDays(365);

  @TempDir Path dir;
  private CertificateFiles files;

  @BeforeEach
  void authority() throws IOException {
    files = new CertificateFiles(dir.resolve("pki"));
    files.init("Test CA", YEAR);
  }

  @Test
  void anIssuedCertificateIsOfTheAuthorityAndSaysWhatWasAsked() throws Exception {
    X509Certificate certificate =
        files.issue(request("node-1", "10.0.0.1", "::1", "a.example.com"), false).certificate();

    certificate.verify(authorityOf(files).getPublicKey());
    assertThat(certificate.getSubjectX500Principal().getName()).isEqualTo("CN=node-1");
    assertThat(certificate.getBasicConstraints()).isEqualTo(-1);
    List<String> names = new ArrayList<>();
    certificate.getSubjectAlternativeNames().forEach(name -> names.add(name.toString()));
    assertThat(names)
        .containsExactly("[7, 10.0.0.1]", "[7, 0:0:0:0:0:0:0:1]", "[2, a.example.com]");
    assertThat(certificate.getExtendedKeyUsage()).hasSize(2);
    assertThat(certificate.getNotBefore().toInstant()).isBefore(Instant.now());
  }

  @Test
  void aCertificateWithoutHostsIsForClientsOnly() throws Exception {
    X509Certificate certificate = files.issue(request("billing"), false).certificate();

    assertThat(certificate.getExtendedKeyUsage()).containsExactly("1.3.6.1.5.5.7.3.2");
    assertThat(certificate.getSubjectAlternativeNames()).isNull();
  }

  /** Whoever trusts the authority would not any more, and nobody would know why. */
  @Test
  void noCertificateOutlivesItsAuthority() throws IOException {
    CertificateFiles shorter = new CertificateFiles(dir.resolve("shorter"));
    Instant last =
        shorter.init("Short CA", Duration.ofDays(2)).certificate().getNotAfter().toInstant();

    CertificateRequest year = request("node-1", "localhost");
    assertThat(shorter.issue(year, false).certificate().getNotAfter().toInstant())
        .isEqualTo(last)
        .isBefore(year.notAfter());
    CertificateRequest day = CertificateRequest.of("node-2", List.of(), Duration.ofDays(1));
    assertThat(shorter.issue(day, false).certificate().getNotAfter().toInstant())
        .isEqualTo(day.notAfter());
  }

  @Test
  void anAuthorityThatHasExpiredIssuesNothing() throws IOException {
    CertificateFiles over = new CertificateFiles(dir.resolve("over"));
    Instant end = over.init("Old CA", Duration.ofMillis(1)).certificate().getNotAfter().toInstant();
    await().until(() -> Instant.now().isAfter(end));

    assertThatExceptionOfType(IllegalArgumentException.class)
        .isThrownBy(() -> over.issue(request("node-1", "localhost"), false))
        .withMessageContaining("the authority expired at ");
    assertThat(over.certificate("node-1")).doesNotExist();
  }

  @Test
  void keysAreForTheirOwnerOnly() throws IOException {
    files.issue(request("node-1", "localhost"), false);

    for (String name : List.of("ca", "node-1")) {
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(files.key(name))))
          .isEqualTo("rw-------");
    }
  }

  @Test
  void nothingIsReplacedThatWasNotToBe() throws IOException {
    files.issue(request("node-1", "localhost"), false);
    String before = Files.readString(files.certificate("node-1"));

    assertThatExceptionOfType(FileAlreadyExistsException.class)
        .isThrownBy(() -> files.issue(request("node-1", "localhost"), false));
    assertThatExceptionOfType(FileAlreadyExistsException.class)
        .isThrownBy(() -> files.init("Another CA", YEAR));
    assertThat(files.certificate("node-1")).hasContent(before);

    files.issue(request("node-1", "localhost"), true);
    assertThat(Files.readString(files.certificate("node-1"))).isNotEqualTo(before);
  }

  @Test
  void withoutAnAuthorityNothingIsIssued() {
    assertThatExceptionOfType(NoSuchFileException.class)
        .isThrownBy(() -> new CertificateFiles(dir).issue(request("node-1", "localhost"), false));
  }

  @Test
  void whatIsNoAuthorityIssuesNothing() throws IOException {
    files.issue(request("node-1", "localhost"), false);
    Files.copy(files.certificate("node-1"), dir.resolve("ca.pem"));
    Files.copy(files.key("node-1"), dir.resolve("ca.key"));

    assertThatExceptionOfType(IllegalArgumentException.class)
        .isThrownBy(() -> new CertificateFiles(dir).issue(request("node-2", "localhost"), false))
        .withMessageContaining("not one of an authority");
  }

  @ParameterizedTest
  @ValueSource(strings = {"ca", "../node-1", ".hidden", "a/b", "a b"})
  void aNameThatIsNoneForAFileIsRefused(String name) {
    assertThatExceptionOfType(IllegalArgumentException.class)
        .isThrownBy(() -> files.issue(request(name, "localhost"), false));
  }

  @Test
  void aHostThatIsNoneIsRefused() {
    assertThatExceptionOfType(IllegalArgumentException.class)
        .isThrownBy(() -> request("node-1", "not a host"))
        .withMessageContaining("'not a host' is neither a host name nor an address");
  }

  private static CertificateRequest request(String name, String... hosts) {
    return CertificateRequest.of(name, List.of(hosts), YEAR);
  }

  private static X509Certificate authorityOf(CertificateFiles files) throws IOException {
    return CertificateAuthority.read(
            Files.readString(files.ca()), Files.readString(files.key("ca")))
        .own()
        .certificate();
  }
}

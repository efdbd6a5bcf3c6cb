package io.feige.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.feige.certificates.CertificateFiles;
import io.feige.certificates.CertificateRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is said of files that cannot be used. */
class TlsFilesTest {
  private static final Duration YEAR = Duration.ofDays(365);

  @TempDir Path dir;
  private CertificateFiles files;

  @BeforeEach
  void issue() throws Exception {
    files = new CertificateFiles(dir);
    files.init("Test CA", YEAR);
    files.issue(CertificateRequest.of("node-1", List.of("localhost"), YEAR), false);
    files.issue(CertificateRequest.of("node-2", List.of("localhost"), YEAR), false);
  }

  @Test
  void aFileThatIsNotThere() {
    refused(TlsFiles.trusting(dir.resolve("none.pem")), "there is no file " + dir + "/none.pem");
  }

  @Test
  void aFileWithoutCertificate() {
    refused(TlsFiles.trusting(files.key("ca")), "there is no certificate in " + files.key("ca"));
  }

  @Test
  void aKeyOfAnotherCertificate() {
    refused(
        shown(files.certificate("node-1"), files.key("node-2")),
        "the key in "
            + files.key("node-2")
            + " is not the one of the certificate in "
            + files.certificate("node-1"));
  }

  @Test
  void aFileWithoutKey() {
    refused(
        shown(files.certificate("node-1"), files.ca()), "there is no private key in " + files.ca());
  }

  @Test
  void aKeyThatIsEncryptedOrOfAnOlderForm() throws Exception {
    Path key = dir.resolve("other.key");
    Files.writeString(key, block("ENCRYPTED PRIVATE KEY", "AAAA"));
    refused(
        shown(files.certificate("node-1"), key),
        "the key in "
            + key
            + " is encrypted; openssl pkcs8 -topk8 -nocrypt -in "
            + key
            + " -out NEW_FILE makes one that can be used");
    Files.writeString(key, block("EC PRIVATE KEY", "AAAA"));
    refusedBeginning(
        shown(files.certificate("node-1"), key), "the key in " + key + " is not in PKCS #8");
  }

  @Test
  void aDamagedKeyIsNotQuoted() throws Exception {
    Path key = dir.resolve("damaged.key");
    Files.writeString(key, block("PRIVATE KEY", "c2VjcmV0LXNlY3JldA=="));
    refused(shown(files.certificate("node-1"), key), "the key in " + key + " is no EC key");
    Files.writeString(key, block("PRIVATE KEY", "%%%secret"));
    assertThatExceptionOfType(TlsException.class)
        .isThrownBy(() -> TlsContext.load(shown(files.certificate("node-1"), key)))
        .satisfies(e -> assertThat(String.valueOf(e.getMessage())).doesNotContain("secret"));
  }

  @Test
  void aDamagedCertificate() throws Exception {
    Path damaged = dir.resolve("damaged.pem");
    Files.writeString(damaged, block("CERTIFICATE", "AAAA"));
    refusedBeginning(TlsFiles.trusting(damaged), "a certificate in " + damaged + " is damaged");
  }

  @Test
  void aCertificateOfAnotherTime() throws Exception {
    issue("old", Instant.now().minus(Duration.ofDays(20)));
    issue("coming", Instant.now().plus(Duration.ofDays(20)));

    refusedBeginning(
        shown(files.certificate("old"), files.key("old")),
        "the certificate in " + files.certificate("old") + " expired at ");
    refusedBeginning(
        shown(files.certificate("coming"), files.key("coming")),
        "the certificate in " + files.certificate("coming") + " is not valid before ");
  }

  @Test
  void aFileThatIsTooLong() throws Exception {
    Path large = dir.resolve("large.pem");
    Files.write(large, new byte[(1 << 20) + 1]);
    refused(TlsFiles.trusting(large), large + " has more than 1 MiB, so it is no PEM file");
  }

  @Test
  void whatStandsBetweenBlocksIsAComment() throws Exception {
    Path commented = dir.resolve("commented.pem");
    Files.writeString(
        commented, "# our authority\n" + Files.readString(files.ca()) + "\n--- the end ---\n");

    assertThat(TlsContext.load(TlsFiles.trusting(commented)).certificate()).isEmpty();
  }

  private void issue(String name, Instant notBefore) throws Exception {
    files.issue(
        new CertificateRequest(name, List.of("localhost"), notBefore, Duration.ofDays(7)), false);
  }

  private TlsFiles shown(Path chain, Path key) {
    return TlsFiles.trusting(files.ca()).showing(chain, key);
  }

  private static String block(String label, String base64) {
    return "-----BEGIN " + label + "-----\n" + base64 + "\n-----END " + label + "-----\n";
  }

  private static void refused(TlsFiles files, String sentence) {
    assertThatExceptionOfType(TlsException.class)
        .isThrownBy(() -> TlsContext.load(files))
        .withMessage(sentence);
  }

  private static void refusedBeginning(TlsFiles files, String sentence) {
    assertThatExceptionOfType(TlsException.class)
        .isThrownBy(() -> TlsContext.load(files))
        .withMessageStartingWith(sentence);
  }
}

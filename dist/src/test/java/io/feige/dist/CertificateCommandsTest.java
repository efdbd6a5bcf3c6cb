package io.feige.dist;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.certificates.CertificateFiles;
import io.feige.certificates.CertificateRequest;
import io.feige.dist.cli.Environment;
import io.feige.dist.cli.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the commands say of certificates, those that they issue and those that settings name. */
class CertificateCommandsTest {
  @TempDir private Path dir = Path.of("");
  private CertificateFiles files = new CertificateFiles(dir);

  @BeforeEach
  void authority() throws IOException {
    files = new CertificateFiles(dir);
    files.init("Test CA", Duration.ofDays(30));
    files.issue(CertificateRequest.of("node-1", List.of("localhost"), Duration.ofDays(9)), false);
    files.issue(CertificateRequest.of("node-2", List.of("localhost"), Duration.ofDays(9)), false);
  }

  @Test
  void aCertificateThatWouldOutliveItsAuthorityIsIssuedForLessAndThatIsSaid() {
    CommandRun whole = run("cert", "issue", "a", "--dir", dir.toString());
    assertThat(whole.exitCode()).isEqualTo(ExitCode.OK);
    assertThat(whole.outText()).contains(", when its authority expires, for a client.");

    CommandRun brief = run("cert", "issue", "b", "--days", "3", "--dir", dir.toString());
    assertThat(brief.outText()).contains("Z, for a client.").doesNotContain("authority");
  }

  @ParameterizedTest
  @ValueSource(strings = {"NODE", "ADMIN", "PROXY"})
  void aCheckReadsTheCertificates(String kind) {
    CommandRun good = check(kind, "tls.key=" + files.key("node-1"));
    assertThat(good.err() + good.outText()).contains("Usable");

    CommandRun wrong = check(kind, "tls.key=" + files.key("node-2"));
    assertThat(wrong.exitCode()).isEqualTo(ExitCode.DAMAGED);
    assertThat(wrong.outText())
        .contains("tls.certificate (flag")
        .contains("the key in " + files.key("node-2") + " is not the one of the certificate in");
  }

  @Test
  void aCheckReadsTheAuthoritiesOfTheDatabase() throws IOException {
    Path none = Files.writeString(dir.resolve("none.pem"), "no certificate");

    assertThat(check("NODE", "tls.key=" + files.key("node-1"), "sql.ca=" + none).outText())
        .contains("sql.ca")
        .contains("there is no certificate in " + none);
  }

  private CommandRun check(String kind, String... settings) {
    List<String> words = new ArrayList<>(List.of("config", "check", "--for", kind));
    for (String each : settings) {
      words.addAll(List.of("--set", each));
    }
    for (String each :
        List.of("tls.certificate=" + files.certificate("node-1"), "tls.ca=" + files.ca())) {
      words.addAll(List.of("--set", each));
    }
    if (kind.equals("ADMIN")) {
      words.addAll(List.of("--set", "cluster.secret=file:" + files.key("ca")));
    }
    return run(words.toArray(String[]::new));
  }

  private static CommandRun run(String... words) {
    return CommandRun.of(Environment.REAL, new byte[0], words);
  }
}

package io.feige.dist.certificate;

import io.feige.certificates.CertificateFiles;
import io.feige.certificates.IssuedCertificate;
import io.feige.dist.cli.CliException;
import io.feige.dist.cli.ExitCode;
import java.time.Duration;

/** What {@code --json} prints of a new certificate. */
record IssuedFiles(String name, String certificate, String key, String notBefore, String notAfter) {
  private static final int MOST_DAYS = 36_500;

  static IssuedFiles of(CertificateFiles files, String name, IssuedCertificate issued) {
    return new IssuedFiles(
        name,
        files.certificate(name).toString(),
        files.key(name).toString(),
        issued.certificate().getNotBefore().toInstant().toString(),
        issued.certificate().getNotAfter().toInstant().toString());
  }

  static Duration days(int days) {
    if (days < 1 || days > MOST_DAYS) {
      throw new CliException(ExitCode.USAGE, "--days must be 1 to " + MOST_DAYS + ".");
    }
    return Duration.ofDays(days);
  }
}

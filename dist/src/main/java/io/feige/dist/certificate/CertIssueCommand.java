package io.feige.dist.certificate;

import io.feige.certificates.CertificateFiles;
import io.feige.certificates.CertificateRequest;
import io.feige.certificates.IssuedCertificate;
import io.feige.dist.cli.CliException;
import io.feige.dist.cli.Context;
import io.feige.dist.cli.ExitCode;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Issues a certificate. */
@Command(
    name = "issue",
    description = {
      "Issues a certificate of the authority in DIR: DIR/NAME.pem, and DIR/NAME.key, which only its"
          + " owner may read.",
      "",
      "For a node or an Admin, name every host name and address under which it is reached: whoever"
          + " dials checks that. Without --host it is for a client, which only dials."
    },
    footer = {
      "",
      "Examples:",
      "  feige cert issue node-1 --host node-1.example.com --host 10.0.0.1 --dir /etc/feige/pki",
      "  feige cert issue billing --dir /etc/feige/pki",
      "  feige cert issue node-1 --host node-1.example.com --renew --dir /etc/feige/pki"
    })
public final class CertIssueCommand implements Callable<Integer> {
  private final Context context;

  @Parameters(paramLabel = "NAME", description = "Whom it is for, such as node-1.")
  private String name = "";

  @Option(
      names = "--host",
      paramLabel = "HOST",
      split = ",",
      description = "A host name or address under which it is reached; several may be given.")
  private List<String> hosts = List.of();

  @Option(
      names = "--dir",
      paramLabel = "DIR",
      defaultValue = "feige-pki",
      description = "Where the authority is. Default: ${DEFAULT-VALUE}.")
  private Path dir = Path.of("feige-pki");

  @Option(
      names = "--days",
      paramLabel = "N",
      defaultValue = "825",
      description =
          "How long it is valid, unless its authority expires before. Default: ${DEFAULT-VALUE}.")
  private int days = 825;

  @Option(
      names = "--renew",
      description =
          "Replace the certificate of that name. Processes that use it take the new one within"
              + " seconds, and keep their connections.")
  private boolean renew;

  public CertIssueCommand(Context context) {
    this.context = context;
  }

  @Override
  public Integer call() throws IOException {
    CertificateFiles files = new CertificateFiles(dir);
    CertificateRequest request = request();
    IssuedCertificate issued = issue(files, request);
    Instant end = issued.certificate().getNotAfter().toInstant();
    context.answer(
        IssuedFiles.of(files, name, issued),
        "Made "
            + files.certificate(name)
            + " and "
            + files.key(name)
            + ", valid until "
            + end
            + (end.isBefore(request.notAfter()) ? ", when its authority expires" : "")
            + (hosts.isEmpty() ? ", for a client." : ", for " + String.join(", ", hosts) + "."));
    return ExitCode.OK;
  }

  private CertificateRequest request() {
    try {
      return CertificateRequest.of(name, hosts, IssuedFiles.days(days));
    } catch (IllegalArgumentException e) {
      throw new CliException(ExitCode.USAGE, e.getMessage() + ".", e);
    }
  }

  private IssuedCertificate issue(CertificateFiles files, CertificateRequest request)
      throws IOException {
    try {
      return files.issue(request, renew);
    } catch (FileAlreadyExistsException there) {
      throw new CliException(
          ExitCode.FAILED, "there is " + there.getFile() + " already; --renew replaces it.", there);
    } catch (NoSuchFileException missing) {
      throw new CliException(
          ExitCode.FAILED,
          "there is no authority in "
              + dir
              + " ("
              + missing.getFile()
              + " is missing); 'feige cert init --dir "
              + dir
              + "' makes one.",
          missing);
    } catch (IllegalArgumentException e) {
      throw new CliException(ExitCode.USAGE, e.getMessage() + ".", e);
    }
  }
}

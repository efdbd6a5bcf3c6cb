package io.feige.dist.certificate;

import io.feige.certificates.CertificateFiles;
import io.feige.certificates.IssuedCertificate;
import io.feige.dist.cli.CliException;
import io.feige.dist.cli.Context;
import io.feige.dist.cli.ExitCode;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Makes an authority. */
@Command(
    name = "init",
    description = {
      "Makes a private certificate authority: DIR/ca.pem, which clients and servers trust it with,"
          + " and DIR/ca.key, which only its owner may read.",
      "",
      "Whoever has ca.key can make certificates that the whole cluster trusts. Keep it on the"
          + " machine where certificates are issued, and only there."
    },
    footer = {"", "Example:", "  feige cert init --dir /etc/feige/pki"})
public final class CertInitCommand implements Callable<Integer> {
  private final Context context;

  @Option(
      names = "--dir",
      paramLabel = "DIR",
      defaultValue = "feige-pki",
      description = "Where the files are put. Default: ${DEFAULT-VALUE}.")
  private Path dir = Path.of("feige-pki");

  @Option(
      names = "--name",
      paramLabel = "NAME",
      defaultValue = "Feige CA",
      description = "What the authority calls itself. Default: ${DEFAULT-VALUE}.")
  private String name = "Feige CA";

  @Option(
      names = "--days",
      paramLabel = "N",
      defaultValue = "3650",
      description = "How long it is valid. Default: ${DEFAULT-VALUE}.")
  private int days = 3650;

  public CertInitCommand(Context context) {
    this.context = context;
  }

  @Override
  public Integer call() throws IOException {
    CertificateFiles files = new CertificateFiles(dir);
    IssuedCertificate own = init(files);
    context.answer(
        IssuedFiles.of(files, CertificateFiles.AUTHORITY, own),
        "Made the authority '"
            + name
            + "': "
            + files.ca()
            + " is for everybody, "
            + files.key(CertificateFiles.AUTHORITY)
            + " is for nobody else.\n'feige cert issue NAME --host HOST --dir "
            + dir
            + "' makes a certificate of it.");
    return ExitCode.OK;
  }

  private IssuedCertificate init(CertificateFiles files) throws IOException {
    try {
      return files.init(name, IssuedFiles.days(days));
    } catch (FileAlreadyExistsException there) {
      throw new CliException(
          ExitCode.FAILED,
          "there is an authority already ("
              + there.getFile()
              + "); nothing was changed. Choose another --dir.",
          there);
    } catch (IllegalArgumentException e) {
      throw new CliException(ExitCode.USAGE, e.getMessage() + ".", e);
    }
  }
}

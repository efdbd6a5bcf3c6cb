package io.feige.certificates;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;

/**
 * The files of a private authority: {@code ca.pem} and {@code ca.key}, and {@code NAME.pem} with
 * {@code NAME.key} for each certificate. Keys are for their owner's eyes only.
 *
 * @param dir where they are
 */
public record CertificateFiles(Path dir) {
  /** The name of the authority's own files. */
  public static final String AUTHORITY = "ca";

  /** Whoever trusts this file trusts all certificates of the authority. */
  public Path ca() {
    return certificate(AUTHORITY);
  }

  /** The certificate of a name. */
  public Path certificate(String name) {
    return dir.resolve(name + ".pem");
  }

  /** The private key of a name. */
  public Path key(String name) {
    return dir.resolve(name + ".key");
  }

  /**
   * Makes the authority.
   *
   * @throws FileAlreadyExistsException if there is one: who trusts it would not trust the new one
   */
  public IssuedCertificate init(String authority, Duration validFor) throws IOException {
    requireNone(AUTHORITY);
    Files.createDirectories(dir);
    IssuedCertificate own = CertificateAuthority.create(authority, validFor).own();
    write(AUTHORITY, own);
    return own;
  }

  /**
   * Issues a certificate, which ends with its authority at the latest.
   *
   * @param mayReplace whether one of that name may be there already
   * @throws IllegalArgumentException if the name is none for a file, or the authority is damaged or
   *     has expired
   * @throws FileAlreadyExistsException if there is one that may not be replaced
   * @throws java.nio.file.NoSuchFileException if there is no authority
   */
  public IssuedCertificate issue(CertificateRequest request, boolean mayReplace)
      throws IOException {
    String name = request.name();
    if (!name.matches("[A-Za-z0-9_-][A-Za-z0-9._-]*") || name.equals(AUTHORITY)) {
      throw new IllegalArgumentException(
          "'"
              + name
              + "' stands in file names, so it may have letters, digits, '.', '_' and '-' only, and"
              + " may not be 'ca'");
    }
    if (!mayReplace) {
      requireNone(name);
    }
    IssuedCertificate issued =
        CertificateAuthority.read(Files.readString(ca()), Files.readString(key(AUTHORITY)))
            .issue(request);
    write(name, issued);
    return issued;
  }

  private void requireNone(String name) throws FileAlreadyExistsException {
    for (Path file : new Path[] {certificate(name), key(name)}) {
      if (Files.exists(file)) {
        throw new FileAlreadyExistsException(file.toString());
      }
    }
  }

  // The key first: a process that looks in between finds that the two do not fit, and looks again.
  private void write(String name, IssuedCertificate issued) throws IOException {
    PrivateFile.write(key(name), issued.keyPem());
    Path fresh = dir.resolve(name + ".pem.new");
    Files.writeString(fresh, issued.certificatePem());
    Files.move(
        fresh,
        certificate(name),
        StandardCopyOption.ATOMIC_MOVE,
        StandardCopyOption.REPLACE_EXISTING);
  }
}

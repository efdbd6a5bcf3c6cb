package io.feige.dist.cluster;

import io.feige.certificates.CertificateFiles;
import io.feige.certificates.CertificateRequest;
import io.feige.certificates.PrivateFile;
import io.feige.dist.cli.Access;
import io.feige.dist.cli.CliException;
import io.feige.dist.cli.ExitCode;
import io.feige.dist.cli.Json;
import io.feige.tls.TlsFiles;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The files of a local cluster: what it is made of, a settings file, a log and a process id for
 * each process, what each stores, the secret that they share, and their certificates if they have
 * any.
 *
 * @param dir absolute
 */
record ClusterLayout(Path dir) {
  private static final Duration CA_VALID = Duration.ofDays(3_650);
  private static final Duration CERTIFICATE_VALID = Duration.ofDays(825);

  static ClusterLayout of(Path dir) {
    return new ClusterLayout(dir.toAbsolutePath().normalize());
  }

  /** What the cluster is made of. */
  Path plan() {
    return dir.resolve("cluster.json");
  }

  Path secret() {
    return dir.resolve("secret");
  }

  /** What clients must show, where the cluster is encrypted. */
  Path adminToken() {
    return dir.resolve("admin.token");
  }

  /** What a browser shows the Admin; empty: its settings say, or it does not run. */
  Optional<String> httpToken(String httpAddress) {
    String port = httpAddress.substring(httpAddress.lastIndexOf(':') + 1);
    Path file = data(ClusterPlan.ADMIN).resolve("http-" + port + ".token");
    try {
      return Files.exists(file) ? Optional.of(Files.readString(file).strip()) : Optional.empty();
    } catch (IOException e) {
      throw new CliException(ExitCode.FAILED, "cannot read " + file + ".", e);
    }
  }

  CertificateFiles certificates() {
    return new CertificateFiles(dir);
  }

  /** How the servers of an encrypted cluster are met. */
  Access access() {
    try {
      return Access.ofToken(
          Files.readString(adminToken()).strip(),
          Optional.of(TlsFiles.trusting(certificates().ca())));
    } catch (IOException e) {
      throw new CliException(ExitCode.FAILED, "cannot read " + adminToken() + ".", e);
    }
  }

  Path settings(String name) {
    return dir.resolve(name + ".yaml");
  }

  /** Where the number of the process stands. */
  Path pid(String name) {
    return dir.resolve(name + ".pid");
  }

  Path log(String name) {
    return dir.resolve("logs").resolve(name + ".log");
  }

  /** What the process stores. */
  Path data(String name) {
    return dir.resolve(name);
  }

  /** What was made here before; empty: nothing. */
  Optional<ClusterPlan> storedPlan() throws IOException {
    return Files.exists(plan())
        ? Optional.of(Json.read(Files.readString(plan()), ClusterPlan.class))
        : Optional.empty();
  }

  /** What was made here before. */
  ClusterPlan requirePlan() throws IOException {
    return storedPlan()
        .orElseThrow(() ->
            new CliException(
                ExitCode.FAILED,
                "there is no cluster in " + dir + "; 'feige up --dir " + dir + "' makes one."));
  }

  /** Makes what is missing; what is there stays, so that a settings file may be changed by hand. */
  void create(ClusterPlan plan) throws IOException {
    Files.createDirectories(dir.resolve("logs"));
    PrivateFile.createSecret(secret());
    if (plan.isEncrypted()) {
      createCertificates(plan);
    }
    for (String name : plan.names()) {
      if (!name.equals(ClusterPlan.DATABASE) && !Files.exists(settings(name))) {
        replace(settings(name), plan.settings(name, this));
      }
    }
    replace(plan(), Json.line(plan) + "\n");
  }

  /**
   * The options for the nodes' JVMs.
   *
   * @param asked which to keep for all starts from now on; null: those of before
   */
  List<String> nodeOptions(@Nullable String asked) throws IOException {
    Path file = dir.resolve("node-options");
    if (asked != null) {
      replace(file, asked.strip() + "\n");
    }
    String kept = Files.exists(file) ? Files.readString(file) : "";
    return Stream.of(kept.split("\\s+", -1)).filter(option -> !option.isEmpty()).toList();
  }

  /** Replaces a file in one step. Only its owner can read it. */
  static void replace(Path file, String text) throws IOException {
    PrivateFile.write(file, text);
  }

  private void createCertificates(ClusterPlan plan) throws IOException {
    PrivateFile.createSecret(adminToken());
    CertificateFiles certificates = certificates();
    if (!Files.exists(certificates.ca())) {
      certificates.init("Feige CA of " + dir.getFileName(), CA_VALID);
    }
    for (String name : plan.names()) {
      if (!name.equals(ClusterPlan.DATABASE) && !Files.exists(certificates.certificate(name))) {
        certificates.issue(
            CertificateRequest.of(name, ClusterPlan.hosts(), CERTIFICATE_VALID), true);
      }
    }
  }

  /** Lets nobody else start or stop processes here meanwhile. */
  Held hold() throws IOException {
    Files.createDirectories(dir);
    FileChannel channel =
        FileChannel.open(dir.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    try {
      FileLock lock = tryLock(channel);
      if (lock != null) {
        return channel::close;
      }
    } catch (IOException failed) {
      channel.close();
      throw failed;
    }
    channel.close();
    throw new CliException(
        ExitCode.FAILED, "another command is starting or stopping the cluster in " + dir + ".");
  }

  private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
    try {
      return channel.tryLock();
    } catch (OverlappingFileLockException ours) {
      return null;
    }
  }

  /** Ends the hold. */
  interface Held extends AutoCloseable {
    @Override
    void close() throws IOException;
  }
}

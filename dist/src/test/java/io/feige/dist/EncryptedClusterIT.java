package io.feige.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.feige.certificates.CertificateFiles;
import io.feige.certificates.CertificateRequest;
import io.feige.client.FeigeClient;
import io.feige.dist.cli.Environment;
import io.feige.dist.cluster.FreePorts;
import io.feige.testkit.Waits;
import io.feige.tls.TlsContext;
import io.feige.tls.TlsFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A cluster of real processes that encrypts everything, as {@code up --tls} makes it. */
class EncryptedClusterIT {
  private static final byte[] NO_INPUT = {};
  private static final List<String> PARTS = List.of("admin-1", "node-1", "node-2");

  @TempDir static Path temporary;

  @RegisterExtension
  static final ClusterLogs LOGS = new ClusterLogs(() -> EncryptedClusterIT.dir.resolve("logs"));

  private static Path dir;
  private static int base;
  private static CertificateFiles certificates;

  @BeforeAll
  static void up() throws IOException {
    dir = temporary.resolve("cluster");
    Files.createDirectories(dir.resolve("node-2"), openToAll());
    Files.createDirectories(dir.resolve("admin-1/zookeeper/version-2"), openToAll());
    base = FreePorts.forNodes(2);
    certificates = new CertificateFiles(dir);
    CommandRun up =
        run("up", "--tls", "--dir", dir.toString(), "--port-base", "" + base, "--detach", "--json");
    assertThat(up.exitCode()).as(up.err()).isZero();
    assertThat(up.outText()).contains("\"ca\":\"" + certificates.ca() + "\"");
  }

  @AfterAll
  static void down() {
    CommandRun down = run("down", "--dir", dir.toString());
    assertThat(down.exitCode()).as(down.err()).isZero();
  }

  private static FileAttribute<?> openToAll() {
    return PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private static CommandRun run(String... arguments) {
    return CommandRun.of(Environment.REAL, NO_INPUT, arguments);
  }

  private static List<String> way() {
    return List.of("--server", "127.0.0.1:" + base, "--ca", certificates.ca().toString());
  }

  /** As somebody who was told the way and the token. */
  private static CommandRun runWithAll(String... arguments) {
    return CommandRun.of(
        Environment.REAL,
        "a message\n".getBytes(StandardCharsets.UTF_8),
        Stream.of(
                way().stream(),
                Stream.of("--token", "file:" + dir.resolve("admin.token")),
                Stream.of(arguments))
            .flatMap(part -> part)
            .toArray(String[]::new));
  }

  private static FeigeClient client() throws IOException {
    return FeigeClient.builder()
        .servers("127.0.0.1:" + base)
        .ca(certificates.ca())
        .token(Files.readString(dir.resolve("admin.token")).strip())
        .build();
  }

  private static boolean isInSync() {
    CommandRun status = runWithAll("status", "--json");
    if (status.exitCode() != 0) {
      return false;
    }
    JsonNode pairs = new JsonMapper().readTree(status.out()).get("pairs");
    return pairs
        .valueStream()
        .allMatch(pair -> pair.get("serving").asBoolean() && pair.get("inSync").size() == 2);
  }

  private static void kill(String name) throws IOException {
    long pid = Long.parseLong(Files.readString(dir.resolve(name + ".pid")).strip());
    ProcessHandle.of(pid).orElseThrow().destroyForcibly();
  }

  @Test
  void whoKnowsTheWayIsServedByEveryCommand() {
    assertThat(runWithAll("topic", "create", "orders").exitCode()).isZero();
    assertThat(runWithAll("publish", "orders").exitCode()).isZero();
    assertThat(runWithAll("pull", "orders", "--group", "g", "-n", "1").outText())
        .isEqualTo("a message\n");
    assertThat(runWithAll("status").exitCode()).isZero();
    assertThat(runWithAll("disk").exitCode()).isZero();
    assertThat(runWithAll("pair", "history", "pair-1").exitCode()).isZero();
  }

  /** Two of the directories stood open before, and stay so; what is made in them is closed. */
  @Test
  void othersReadNothingThatNodesAndAdminsMake() throws IOException {
    await().until(EncryptedClusterIT::isInSync);
    List<Path> read = new ArrayList<>();
    for (String part : PARTS) {
      Path directory = dir.resolve(part);
      Files.walkFileTree(directory, new AsAnybody(directory, read));
    }

    assertThat(read).isEmpty();
  }

  /** Goes where somebody else may go, and notes what that one may read. */
  private static final class AsAnybody extends SimpleFileVisitor<Path> {
    private final Path start;
    private final List<Path> read;

    AsAnybody(Path start, List<Path> read) {
      this.start = start;
      this.read = read;
    }

    private static boolean may(Path path, PosixFilePermission... any) throws IOException {
      Set<PosixFilePermission> all = Files.getPosixFilePermissions(path);
      return Stream.of(any).anyMatch(all::contains);
    }

    @Override
    public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes of)
        throws IOException {
      boolean isOpen =
          may(directory, PosixFilePermission.GROUP_EXECUTE, PosixFilePermission.OTHERS_EXECUTE);
      if (isOpen && !directory.equals(start)) {
        read.add(directory);
      }
      return isOpen ? FileVisitResult.CONTINUE : FileVisitResult.SKIP_SUBTREE;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes of) throws IOException {
      if (may(file, PosixFilePermission.GROUP_READ, PosixFilePermission.OTHERS_READ)) {
        read.add(file);
      }
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException gone) {
      return FileVisitResult.CONTINUE;
    }
  }

  @Test
  void whoDoesNotIsToldWhatIsMissing() {
    String server = "127.0.0.1:" + base;
    CommandRun inClear = run("--server", server, "topic", "list");
    assertThat(inClear.exitCode()).isNotZero();
    assertThat(inClear.err()).contains("perhaps it wants TLS");
    CommandRun withoutToken =
        run(Stream.concat(way().stream(), Stream.of("topic", "list")).toArray(String[]::new));
    assertThat(withoutToken.exitCode()).isNotZero();
    assertThat(withoutToken.err()).contains("NOT_AUTHENTICATED");
    CommandRun status =
        run(Stream.concat(way().stream(), Stream.of("status")).toArray(String[]::new));
    assertThat(status.err()).contains("NOT_AUTHENTICATED");
  }

  /** Those of another cluster. */
  private static CertificateFiles others() throws IOException {
    CertificateFiles others =
        new CertificateFiles(temporary.resolve("others-" + System.nanoTime()));
    others.init("Other CA", Duration.ofDays(1));
    return others;
  }

  @Test
  void whoTrustsAnotherAuthorityTalksToNobody() throws IOException {
    CertificateFiles others = others();
    for (String command : List.of("status", "topic list")) {
      CommandRun run =
          run(
              Stream.concat(
                      Stream.of("--server", "127.0.0.1:" + base, "--ca", others.ca().toString()),
                      Stream.of(command.split(" ")))
                  .toArray(String[]::new));
      assertThat(run.exitCode()).isNotZero();
      assertThat(run.err())
          .contains("its certificate (CN=admin-1) is from CN=Feige CA of cluster, which is not");
    }
  }

  @Test
  void everyPortSpeaksTlsOfTodayOnly() throws Exception {
    for (int port : ports()) {
      assertThat(shownAt(port, "TLSv1.3", "").getIssuerX500Principal().getName())
          .as("port %d", port)
          .isEqualTo("CN=Feige CA of cluster");
      for (String old : List.of("TLSv1.1", "TLSv1")) {
        assertThatExceptionOfType(SSLException.class)
            .as("port %d with %s", port, old)
            .isThrownBy(() -> shownAt(port, old, ""));
      }
      assertThatExceptionOfType(IOException.class)
          .as("port %d with a weak suite", port)
          .isThrownBy(() -> shownAt(port, "TLSv1.2", "TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA256"));
    }
  }

  @Test
  void clientsThatSpeakTls12AreServed() throws Exception {
    for (int port : List.of(base, base + 1, base + 10, base + 12)) {
      assertThat(shownAt(port, "TLSv1.2", "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256")).isNotNull();
    }
  }

  @Test
  void linksAreForThoseWhoShowACertificateOfTheClustersAuthority() throws Exception {
    CertificateFiles others = others();
    others.issue(CertificateRequest.of("node-1", List.of("127.0.0.1"), Duration.ofDays(1)), true);
    TlsFiles trusting = TlsFiles.trusting(certificates.ca());
    List<TlsContext> strangers =
        List.of(
            TlsContext.load(trusting),
            TlsContext.load(trusting.showing(others.certificate("node-1"), others.key("node-1"))));
    for (TlsContext stranger : strangers) {
      for (int node = 1; node <= 2; node++) {
        isSentAway(stranger, base + 10 * node + 1);
      }
    }
  }

  private static void isSentAway(TlsContext stranger, int port) throws IOException {
    try (SSLSocket socket =
        (SSLSocket) stranger.platform().getSocketFactory().createSocket("127.0.0.1", port)) {
      socket.setSoTimeout(Waits.patienceMillis());
      assertThatExceptionOfType(SSLException.class)
          .isThrownBy(() -> {
            socket.startHandshake();
            // With TLS 1.3 the refusal comes behind the handshake.
            int _ = socket.getInputStream().read();
          });
    }
  }

  @Test
  void secretsAreForTheirOwnerOnly() throws IOException {
    for (String name : List.of("secret", "admin.token", "ca.key", "admin-1.key", "node-1.key")) {
      assertThat(modeOf(dir.resolve(name))).as(name).isEqualTo("rw-------");
    }
    for (String name : List.of("admin-1/zookeeper", "node-1", "node-1/pairs/pair-1/journal")) {
      assertThat(modeOf(dir.resolve(name))).as(name).isEqualTo("rwx------");
    }
    try (Stream<Path> files = Files.walk(dir.resolve("node-1"))) {
      assertThat(files.filter(file -> file.toString().endsWith(".seg")))
          .isNotEmpty()
          .allMatch(file -> modeOf(file).equals("rw-------"));
    }
  }

  private static String modeOf(Path file) {
    try {
      return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void certificatesChangeUnderLoadWithAFailoverAndNothingIsLost() throws Exception {
    assertThat(runWithAll("topic", "create", "rotation").exitCode()).isZero();
    try (FeigeClient feige = client()) {
      SteadyPublisher publisher = SteadyPublisher.start(feige, "rotation");
      renew();
      kill("node-1");
      await().until(() -> !isInSync());
      // The death is proved, though on a busy machine the promise may have lapsed before.
      await().until(() -> Files.readString(dir.resolve("logs/node-2.log")).contains("FEIGE-2017"));
      renew();
      assertThat(run("up", "--dir", dir.toString(), "--restart", "node-1").exitCode()).isZero();
      await().until(EncryptedClusterIT::isInSync);
      publisher.stop();
      publisher.requireAllIn(feige);
    }
  }

  /** New certificates for all, which show them to new connections within seconds. */
  private static void renew() throws Exception {
    for (String name : PARTS) {
      certificates.issue(
          CertificateRequest.of(name, List.of("127.0.0.1", "localhost", "::1"), Duration.ofDays(1)),
          true);
    }
    X509Certificate expected =
        TlsContext.load(
                TlsFiles.trusting(certificates.ca())
                    .showing(certificates.certificate("node-2"), certificates.key("node-2")))
            .certificate()
            .orElseThrow();
    await()
        .ignoreExceptionsInstanceOf(IOException.class)
        .until(() -> shownAt(base + 20, "TLSv1.3", "").equals(expected));
  }

  private static List<Integer> ports() {
    return List.of(
        base, base + 1, base + 10, base + 11, base + 12, base + 20, base + 21, base + 22);
  }

  /** Shakes hands as a client that looks at nothing. */
  private static X509Certificate shownAt(int port, String version, String suite)
      throws IOException {
    try (SSLSocket socket =
        (SSLSocket) lenient().getSocketFactory().createSocket("127.0.0.1", port)) {
      socket.setSoTimeout(Waits.patienceMillis());
      SSLParameters parameters = socket.getSSLParameters();
      parameters.setProtocols(new String[] {version});
      if (!suite.isEmpty()) {
        parameters.setCipherSuites(new String[] {suite});
      }
      socket.setSSLParameters(parameters);
      socket.startHandshake();
      return (X509Certificate) socket.getSession().getPeerCertificates()[0];
    }
  }

  private static SSLContext lenient() {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, new TrustManager[] {new TrustEverybody()}, null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static final class TrustEverybody implements X509TrustManager {
    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }
}

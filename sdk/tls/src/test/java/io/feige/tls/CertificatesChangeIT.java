package io.feige.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.feige.certificates.CertificateFiles;
import io.feige.certificates.CertificateRequest;
import io.feige.tls.TlsContext.Callers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Certificates that are replaced while connections are open. */
class CertificatesChangeIT {
  private static final Duration YEAR = Duration.ofDays(365);
  private static final String HOST = "127.0.0.1";

  @TempDir Path dir;
  private final Queue<String> news = new ConcurrentLinkedQueue<>();
  private CertificateFiles files;
  private ServerTls server;
  private Meeting meeting;

  @BeforeEach
  void start() throws Exception {
    files = new CertificateFiles(dir);
    files.init("Test CA", YEAR);
    issue(YEAR);
    server =
        ServerTls.start(
            TlsFiles.trusting(files.ca()).showing(files.certificate("node"), files.key("node")),
            new ServerTls.Listener() {
              @Override
              public void renewed(TlsContext context) {
                news.add("renewed");
              }

              @Override
              public void refused(TlsException why) {
                news.add(why.getMessage());
              }

              @Override
              public void expiresSoon(TlsContext context) {
                news.add("expires");
              }
            },
            Duration.ofMillis(20));
    meeting = new Meeting(server.context(), Callers.MAY_SHOW);
  }

  @AfterEach
  void stop() {
    meeting.close();
    server.close();
  }

  @Test
  void newConnectionsSeeTheNewOneAndOldOnesStay() throws Exception {
    TlsContext caller = TlsContext.load(TlsFiles.trusting(files.ca()));
    try (Meeting.Call before = meeting.open(caller, HOST)) {
      assertThat(before.say()).isEqualTo(Meeting.HEARD);
      var first = server.context().certificate().orElseThrow();

      issue(YEAR.multipliedBy(2));

      await().until(() -> news.contains("renewed"));
      assertThat(server.context().certificate().orElseThrow()).isNotEqualTo(first);
      assertThat(before.say()).isEqualTo(Meeting.HEARD);
      assertThat(meeting.call(caller, HOST)).isEqualTo(Meeting.HEARD);
    }
  }

  @Test
  void whatCannotBeUsedIsToldOnceAndChangesNothing() throws Exception {
    TlsContext caller = TlsContext.load(TlsFiles.trusting(files.ca()));
    String good = Files.readString(files.certificate("node"));

    Files.writeString(files.certificate("node"), "this is no certificate");

    String told = "there is no certificate in " + files.certificate("node");
    await().until(() -> news.contains(told));
    assertThat(meeting.call(caller, HOST)).isEqualTo(Meeting.HEARD);
    // Nobody tells of a look that finds the same again.
    await()
        .during(Duration.ofMillis(200))
        .until(() -> news.stream().filter(told::equals).count() == 1);

    Files.writeString(files.certificate("node"), good);
    issue(YEAR);
    await().until(() -> news.contains("renewed"));
  }

  @Test
  void aCertificateInTheLastPartOfItsLifeIsToldOfOnce() throws Exception {
    Duration life = Duration.ofHours(10);
    files.issue(
        new CertificateRequest(
            "node", List.of(HOST), Instant.now().minus(life.multipliedBy(9).dividedBy(10)), life),
        true);

    await().until(() -> news.contains("expires"));
    // Nobody tells of a look that finds the same again.
    await()
        .during(Duration.ofMillis(200))
        .until(() -> news.stream().filter("expires"::equals).count() == 1);
  }

  @Test
  void aClientTrustsANewAuthorityFromItsNextConnectionOn() throws Exception {
    Path trusted = dir.resolve("trusted.pem");
    Files.copy(files.ca(), trusted);
    TlsContext caller = TlsContext.load(TlsFiles.trusting(trusted));
    CertificateFiles next = new CertificateFiles(dir.resolve("next"));
    next.init("Next CA", YEAR);
    next.issue(CertificateRequest.of("node", List.of(HOST), YEAR), false);
    TlsContext moved =
        TlsContext.load(
            TlsFiles.trusting(next.ca()).showing(next.certificate("node"), next.key("node")));

    // For a while both are trusted, as in a rotation of the authority.
    Files.writeString(trusted, Files.readString(files.ca()) + Files.readString(next.ca()));
    assertThat(caller.refresh()).isTrue();

    assertThat(meeting.call(caller, HOST)).isEqualTo(Meeting.HEARD);
    try (Meeting after = new Meeting(moved, Callers.MAY_SHOW)) {
      assertThat(after.call(caller, HOST)).isEqualTo(Meeting.HEARD);
    }
    assertThat(caller.refresh()).isFalse();
  }

  private void issue(Duration validFor) throws Exception {
    files.issue(CertificateRequest.of("node", List.of(HOST), validFor), true);
  }
}

package io.feige.broker.server.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.feige.protocol.cluster.Death;
import io.feige.protocol.command.ProveDeath;
import io.feige.protocol.model.ClientKind;
import io.feige.protocol.model.Secret;
import io.feige.testkit.Waits;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Real processes: one that is watched, and the one that watches it. */
class DeathWatchIT {
  static final String SECRET = "a long and random secret";

  private PatientAdmin admin;
  private Process watched;

  @BeforeEach
  void listen() throws IOException {
    admin = new PatientAdmin();
    watched = watched(admin.at().toString());
  }

  @AfterEach
  void end() throws Exception {
    watched.destroyForcibly();
    var _ = Waits.end(watched);
    admin.close();
  }

  private static Process watched(String admins) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            System.getProperty("java.class.path"),
            Watched.class.getName(),
            admins)
        .redirectError(Redirect.INHERIT)
        .start();
  }

  private String mark() throws IOException {
    String line =
        new BufferedReader(new InputStreamReader(watched.getInputStream(), StandardCharsets.UTF_8))
            .readLine();
    assertThat(line).hasSize(Death.LENGTH);
    return line;
  }

  /** Who watches has come and was welcome, and has said that it is there. */
  private static void awaitWatch(PatientAdmin by) {
    await().until(() -> by.pings() > 0);
    assertThat(by.hellos())
        .allSatisfy(hello -> {
          assertThat(hello.kind()).isEqualTo(ClientKind.NODE);
          assertThat(hello.secret()).isEqualTo(Secret.of(SECRET));
        });
  }

  private static void requireProof(PatientAdmin by, String mark) throws InterruptedException {
    ProveDeath death = Waits.next(by.proofs());
    assertThat(death.node()).isEqualTo("node-1");
    assertThat(Death.isProved(mark, death.proof())).isTrue();
    assertThat(death.toString()).doesNotContain(death.proof());
  }

  private static ProcessHandle watchOf(Process watched) {
    List<ProcessHandle> children = watched.children().toList();
    assertThat(children).hasSize(1);
    return children.getFirst();
  }

  @Test
  void theDeathOfAProcessIsProvedToAdminAndThatIsAll() throws Exception {
    String mark = mark();
    awaitWatch(admin);
    ProcessHandle watch = watchOf(watched);

    watched.destroyForcibly();

    requireProof(admin, mark);
    await().until(() -> !watch.isAlive());
  }

  @Test
  void aProcessThatIsStoppedIsNotDead() throws Exception {
    String mark = mark();
    awaitWatch(admin);
    signal("STOP", watched.toHandle());
    int before = admin.pings();
    await().until(() -> admin.pings() >= before + 3);
    assertThat(admin.proofs()).isEmpty();

    signal("CONT", watched.toHandle());
    watched.getOutputStream().close();

    requireProof(admin, mark);
  }

  @Test
  void whatEndsTheProcessInOrderDoesNotEndWhoWatchesIt() throws Exception {
    String mark = mark();
    awaitWatch(admin);
    signal("TERM", watchOf(watched));
    signal("INT", watchOf(watched));

    watched.destroy();

    requireProof(admin, mark);
  }

  @Test
  void anAdminThatDoesNotLeadSaysWhoDoes() throws Exception {
    String mark = mark();
    try (PatientAdmin leader = new PatientAdmin()) {
      admin.follow(leader.at());
      awaitWatch(leader);

      watched.destroyForcibly();

      requireProof(leader, mark);
      assertThat(admin.proofs()).isEmpty();
    }
  }

  @Test
  void aConnectionThatEndsIsMadeAnew() throws Exception {
    String mark = mark();
    awaitWatch(admin);
    admin.hangUp();
    await().until(() -> admin.hellos().size() > 1);

    watched.destroyForcibly();

    requireProof(admin, mark);
  }

  @Test
  void nobodyIsTakenForTheParentWhoIsNot() {
    long another = ProcessHandle.current().pid();

    assertThatThrownBy(() -> ParentProcess.open(another))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("is not the parent any more");
  }

  private static void signal(String name, ProcessHandle process) throws Exception {
    Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start();
    assertThat(Waits.end(kill)).isZero();
  }
}

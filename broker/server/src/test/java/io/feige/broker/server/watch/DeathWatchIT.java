package io.feige.broker.server.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.feige.broker.server.control.ScriptedAdmin;
import io.feige.broker.server.control.ScriptedAdmin.Came;
import io.feige.protocol.cluster.Death;
import io.feige.protocol.command.DeathTaken;
import io.feige.protocol.command.Hello;
import io.feige.protocol.command.Ping;
import io.feige.protocol.command.Pong;
import io.feige.protocol.command.ProveDeath;
import io.feige.protocol.command.Welcome;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.model.ClientKind;
import io.feige.protocol.model.Secret;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Real processes: one that is watched, and the one that watches it. */
class DeathWatchIT {
  static final String SECRET = "a long and random secret";

  private static final Duration LIMIT = Duration.ofSeconds(20);

  private ScriptedAdmin admin;
  private Process watched;

  @BeforeEach
  void listen() throws IOException {
    admin = ScriptedAdmin.listen();
    watched = watched(admin.at().toString());
  }

  @AfterEach
  void end() throws Exception {
    watched.destroyForcibly();
    assertThat(watched.waitFor(20, TimeUnit.SECONDS)).isTrue();
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

  /** Who watches is welcome, and has said that it is there. */
  private ScriptedAdmin.Node welcome() throws IOException {
    ScriptedAdmin.Node watch = admin.accept();
    Came hello = watch.receive(Hello.class);
    Hello said = (Hello) hello.command();
    assertThat(said.kind()).isEqualTo(ClientKind.NODE);
    assertThat(said.secret()).isEqualTo(Secret.of(SECRET));
    watch.send(hello.correlationId(), new Welcome(1, "admin-1", 1 << 20, 1 << 20, 60_000));
    watch.send(watch.receive(Ping.class).correlationId(), new Pong());
    return watch;
  }

  /** What comes when it is not a ping, which are answered. */
  private static Came next(ScriptedAdmin.Node watch) throws IOException {
    Came came = watch.receive();
    while (came.command() instanceof Ping) {
      watch.send(came.correlationId(), new Pong());
      came = watch.receive();
    }
    return came;
  }

  private static void requireProof(ScriptedAdmin.Node watch, String mark) throws IOException {
    Came came = next(watch);
    ProveDeath death = (ProveDeath) came.command();
    assertThat(death.node()).isEqualTo("node-1");
    assertThat(Death.isProved(mark, death.proof())).isTrue();
    assertThat(death.toString()).doesNotContain(death.proof());
    watch.send(came.correlationId(), new DeathTaken());
  }

  private static ProcessHandle watchOf(Process watched) {
    List<ProcessHandle> children = watched.children().toList();
    assertThat(children).hasSize(1);
    return children.getFirst();
  }

  @Test
  void theDeathOfAProcessIsProvedToAdminAndThatIsAll() throws Exception {
    String mark = mark();
    ScriptedAdmin.Node node = welcome();
    ProcessHandle watch = watchOf(watched);

    watched.destroyForcibly();

    requireProof(node, mark);
    await().atMost(LIMIT).until(() -> !watch.isAlive());
  }

  @Test
  void aProcessThatIsStoppedIsNotDead() throws Exception {
    String mark = mark();
    ScriptedAdmin.Node node = welcome();
    signal("STOP", watched.toHandle());
    for (int i = 0; i < 3; i++) {
      node.send(node.receive(Ping.class).correlationId(), new Pong());
    }

    signal("CONT", watched.toHandle());
    watched.getOutputStream().close();

    requireProof(node, mark);
  }

  @Test
  void whatEndsTheProcessInOrderDoesNotEndWhoWatchesIt() throws Exception {
    String mark = mark();
    ScriptedAdmin.Node node = welcome();
    signal("TERM", watchOf(watched));
    signal("INT", watchOf(watched));

    watched.destroy();

    requireProof(node, mark);
  }

  @Test
  void anAdminThatDoesNotLeadSaysWhoDoes() throws Exception {
    String mark = mark();
    try (ScriptedAdmin leader = ScriptedAdmin.listen()) {
      admin.refuse(ErrorCode.NOT_LEADER, leader.at().toString());
      ScriptedAdmin follower = admin;
      admin = leader;
      ScriptedAdmin.Node node = welcome();

      watched.destroyForcibly();

      requireProof(node, mark);
      follower.close();
    }
  }

  @Test
  void aConnectionThatEndsIsMadeAnew() throws Exception {
    String mark = mark();
    welcome().close();

    ScriptedAdmin.Node node = welcome();
    watched.destroyForcibly();

    requireProof(node, mark);
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
    assertThat(kill.waitFor()).isZero();
  }
}

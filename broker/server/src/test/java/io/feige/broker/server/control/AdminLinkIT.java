package io.feige.broker.server.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.feige.broker.server.access.NodeAccess;
import io.feige.broker.server.config.NodeConfig;
import io.feige.broker.server.net.HostPort;
import io.feige.broker.server.net.NetLoops;
import io.feige.broker.server.ops.NodeMetrics;
import io.feige.broker.server.ops.Supervisor;
import io.feige.protocol.cluster.BackupServes;
import io.feige.protocol.cluster.PairOrder;
import io.feige.protocol.cluster.PairState;
import io.feige.protocol.codec.CommandEncoder;
import io.feige.protocol.codec.FrameHeader;
import io.feige.protocol.command.Beat;
import io.feige.protocol.command.CommandType;
import io.feige.protocol.command.GetStatus;
import io.feige.protocol.command.Hello;
import io.feige.protocol.command.NodeReport;
import io.feige.protocol.command.Ping;
import io.feige.protocol.command.Pong;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.model.ClientKind;
import io.feige.protocol.model.Secret;
import io.feige.testkit.Waits;
import io.feige.tls.Encryption;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

final class AdminLinkIT {
  private static final Secret SECRET = Secret.of("a long and random secret");

  /** Of an Admin that is left for it: long enough for a test to speak for another one. */
  private static final Duration SILENCE = Duration.ofSeconds(5);

  private final NetLoops loops = NetLoops.start(1, 0, new Supervisor());
  private final ScriptedNode node = new ScriptedNode();
  private final ListAppender<ILoggingEvent> log = new ListAppender<>();
  private ScriptedAdmin admin;
  private @Nullable AdminLink link;
  @TempDir private Path dir;
  private final NodeMetrics metrics = new NodeMetrics();
  private NodeAccess access;

  @BeforeEach
  void openAccess() throws IOException {
    access = NodeAccess.open(NodeConfig.defaults(), dir, metrics);
  }

  @AfterEach
  void closeAccess() {
    access.close();
    metrics.close();
  }

  @BeforeEach
  void listen() throws IOException {
    admin = ScriptedAdmin.listen();
    log.start();
    logger().addAppender(log);
    logger().setLevel(Level.INFO);
    logger().setAdditive(false);
  }

  @AfterEach
  void stop() throws IOException {
    if (link != null) {
      link.close();
    }
    admin.close();
    loops.close();
    logger().detachAppender(log);
    logger().setLevel(null);
    logger().setAdditive(true);
  }

  @Test
  void aNodeSaysWhoItIsReportsAndIsLed() throws IOException {
    start(admin.at());
    try (ScriptedAdmin.Node connection = admin.accept()) {
      Hello hello = (Hello) connection.receive(Hello.class).command();
      assertThat(hello.kind()).isEqualTo(ClientKind.NODE);
      assertThat(hello.software()).isEqualTo("a test");
      assertThat(hello.scheme()).isEqualTo("cluster");
      assertThat(hello.secret()).isEqualTo(SECRET);
    }
    try (ScriptedAdmin.Node connection = admin.lead()) {
      assertThat(link().leader()).as("who has not led yet").isEmpty();
      Beat beat = beat(4, "pair-1");
      connection.send(17, beat);

      assertThat(connection.receive(NodeReport.class).correlationId()).isEqualTo(17);
      assertThat(node.obeyed).containsExactly(beat);
      assertThat(node.threads).containsOnly("feige-pair-0");
      assertThat(link().leader()).isEqualTo("admin-1 at " + admin.at());
      assertThat(lines()).anyMatch(line -> line.startsWith("FEIGE-4001 Admin admin-1 at 127.0"));
    }
  }

  @Test
  void whatMustBeKnownAtOnceIsReportedOnceForAllThatHappenedTogether() throws IOException {
    start(admin.at());
    try (ScriptedAdmin.Node connection = admin.lead()) {
      connection.send(1, beat(1, "pair-1"));
      var _ = connection.receive(NodeReport.class);
      onLoop(() -> {
        link().reportNow();
        link().reportNow();
        link().reportNow();
      });
      ScriptedAdmin.Came report = connection.receive(NodeReport.class);
      assertThat(report.correlationId()).isZero();
      assertOnlyPong(connection);

      onLoop(link()::reportNow);
      assertThat(connection.receive(NodeReport.class).correlationId()).isZero();
    }
  }

  @Test
  void theAnswerToABeatIsReportEnoughForWhatHappenedInIt() throws IOException {
    start(admin.at());
    node.onObey = () -> link().reportNow();
    try (ScriptedAdmin.Node connection = admin.lead()) {
      connection.send(5, beat(1, "pair-1"));

      assertThat(connection.receive(NodeReport.class).correlationId()).isEqualTo(5);
      assertOnlyPong(connection);
    }
  }

  @Test
  void whoSaysWhoLeadsIsBelieved() throws IOException {
    try (ScriptedAdmin leader = ScriptedAdmin.listen()) {
      start(admin.at());
      admin.refuse(ErrorCode.NOT_LEADER, leader.at().toString());
      try (ScriptedAdmin.Node connection = leader.lead()) {
        connection.send(1, beat(1, "pair-1"));
        var _ = connection.receive(NodeReport.class);
        assertThat(link().leader()).endsWith(leader.at().toString());
      }
    }
  }

  @Test
  void aHintThatIsNoneIsNotFollowed() throws IOException {
    start(admin.at());
    admin.refuse(ErrorCode.NOT_LEADER, "nowhere:99999999999");
    admin.refuse(ErrorCode.NOT_LEADER, "nowhere:70000");
    admin.refuse(ErrorCode.NOT_LEADER, "nowhere");

    assertLeads(admin);
  }

  @Test
  void theDeathOfAnAdminLeadsToTheNext() throws IOException {
    try (ScriptedAdmin second = ScriptedAdmin.listen()) {
      start(admin.at(), second.at());
      try (ScriptedAdmin.Node connection = admin.lead()) {
        connection.send(1, beat(1, "pair-1"));
        var _ = connection.receive(NodeReport.class);
        admin.close();
      }
      assertLeads(second);
      assertThat(lines())
          .anyMatch(line -> line.startsWith("FEIGE-4002") && line.endsWith("traffic goes on"));
    }
  }

  @Test
  void aNodeFindsAnAdminThatComesLater() throws IOException {
    HostPort later = admin.at();
    admin.close();
    start(later);
    await().until(() -> lines().stream().anyMatch(line -> line.startsWith("FEIGE-4004")));

    try (ScriptedAdmin again = ScriptedAdmin.listenAt(later)) {
      assertLeads(again);
    }
  }

  @Test
  void aSilentAdminIsLeftForTheNext() throws IOException {
    try (ScriptedAdmin second = ScriptedAdmin.listen()) {
      start(SILENCE, admin.at(), second.at());
      try (ScriptedAdmin.Node connection = admin.lead()) {
        connection.send(1, beat(1, "pair-1"));
        var _ = connection.receive(NodeReport.class);
        // The socket stays open and nothing comes any more.
        assertLeads(second);
        connection.awaitEnd();
      }
      // The connection is closed first and the line written then.
      await()
          .until(
              () -> lines().stream().anyMatch(line -> line.contains("it was silent for 5000 ms")));
    }
  }

  @Test
  void anAdminThatAcceptsAndSaysNothingIsLeftForTheNext() throws IOException {
    try (ScriptedAdmin second = ScriptedAdmin.listen()) {
      start(SILENCE, admin.at(), second.at());
      try (ScriptedAdmin.Node connection = admin.accept()) {
        assertLeads(second);
        connection.awaitEnd();
      }
    }
  }

  @Test
  void aFormerLeaderIsNotObeyedAnyMore() throws IOException {
    try (ScriptedAdmin second = ScriptedAdmin.listen()) {
      start(admin.at(), second.at());
      try (ScriptedAdmin.Node connection = admin.lead()) {
        connection.send(1, beat(7, "pair-1"));
        var _ = connection.receive(NodeReport.class);
      }
      try (ScriptedAdmin.Node former = second.lead()) {
        former.send(3, beat(6, "pair-2"));
        ScriptedAdmin.Came refusal = former.receive(Refusal.class);
        assertThat(refusal.correlationId()).isEqualTo(3);
        assertThat(((Refusal) refusal.command()).code()).isEqualTo(ErrorCode.STALE_EPOCH);
        assertThat(((Refusal) refusal.command()).hint()).isEqualTo("7");
        former.awaitEnd();
      }
      assertThat(node.obeyed).hasSize(1);
      await().until(() -> link().leader().isEmpty());
      try (ScriptedAdmin.Node connection = admin.lead()) {
        connection.send(1, beat(7, "pair-1"));
        var _ = connection.receive(NodeReport.class);
      }
    }
  }

  @Test
  void wrongCredentialsAreToldToTheOperator() throws IOException {
    start(admin.at());
    admin.refuse(ErrorCode.NOT_AUTHENTICATED, "");

    await().until(() -> lines().stream().anyMatch(line -> line.startsWith("FEIGE-4003")));
    assertLeads(admin);
  }

  @Test
  void bytesThatAreNoFrameEndTheConnectionAndTheNodeDialsAgain() throws IOException {
    start(admin.at());
    List<byte[]> garbage =
        List.of(
            "HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(StandardCharsets.US_ASCII),
            header(AdminConnection.MAX_BODY_BYTES + 1),
            header(-1));
    for (byte[] bytes : garbage) {
      try (ScriptedAdmin.Node connection = admin.lead()) {
        connection.send(bytes);
        connection.awaitEnd();
      }
    }
    assertLeads(admin);
    assertThat(node.obeyed).hasSize(1);
  }

  @Test
  void whoAsksBeforeItAnswersIsNotObeyed() throws IOException {
    start(admin.at());
    try (ScriptedAdmin.Node connection = admin.accept()) {
      var _ = connection.receive(Hello.class);
      connection.send(1, beat(99, "pair-1"));
      connection.awaitEnd();
    }
    assertThat(node.obeyed).isEmpty();
    assertLeads(admin);
  }

  @Test
  void requestsThatAreNotAdminsToMakeAreRefusedAndTheConnectionGoesOn() throws IOException {
    start(admin.at());
    try (ScriptedAdmin.Node connection = admin.lead()) {
      connection.send(8, new GetStatus());
      Refusal refusal = (Refusal) connection.receive(Refusal.class).command();
      assertThat(refusal.code()).isEqualTo(ErrorCode.UNKNOWN_COMMAND);
      assertOnlyPong(connection);
    }
  }

  @Test
  void aFaultOfTheNodeEndsTheConnectionAndNothingElse() throws IOException {
    start(admin.at());
    node.onObey =
        () -> {
          throw new IllegalStateException("a fault");
        };
    try (ScriptedAdmin.Node connection = admin.lead()) {
      connection.send(1, beat(1, "pair-1"));
      connection.awaitEnd();
    }
    node.onObey = () -> {};
    assertLeads(admin);
  }

  @Test
  void anAdminThatTakesNoAnswersIsLeft() throws IOException {
    start(admin.at());
    try (ScriptedAdmin.Node connection = admin.lead()) {
      byte[] beats = beats(200);
      int sent = 0;
      try {
        for (; sent < 5_000; sent++) {
          connection.send(beats);
        }
      } catch (IOException e) {
        assertThat(sent).isPositive();
      }
      assertThat(sent).as("the node hung up before all of it").isLessThan(5_000);
    }
    // The connection is closed first and the line written then.
    await()
        .until(
            () -> lines().stream().anyMatch(line -> line.contains("it takes none of its answers")));
    assertLeads(admin);
  }

  @Test
  void aClosedLinkDialsNoMore() throws IOException {
    start(admin.at());
    try (ScriptedAdmin.Node connection = admin.lead()) {
      connection.send(1, beat(1, "pair-1"));
      var _ = connection.receive(NodeReport.class);
      link().close();
      connection.awaitEnd();
    }
    onLoop(link()::reportNow);
    assertThat(link().leader()).isEmpty();
    // Nothing comes behind a dial that is not made; the longest wait before one is 500 ms.
    assertThat(admin.isDialledWithin(1_500)).isFalse();
    assertThat(lines()).noneMatch(line -> line.startsWith("FEIGE-4002"));
  }

  @Test
  void withoutAdminsOrASecretThereIsNothingToStart() {
    assertThatIllegalArgumentException()
        .isThrownBy(() ->
            new AdminLinkSetup(
                List.of(), SECRET, "a test", loops.controlLoop(), Encryption.NONE, access));
    assertThatIllegalArgumentException()
        .isThrownBy(() ->
            new AdminLinkSetup(
                List.of(admin.at()),
                Secret.NONE,
                "a test",
                loops.controlLoop(),
                Encryption.NONE,
                access));
  }

  /** Whoever speaks for an Admin may take its time. */
  private void start(HostPort... admins) {
    start(Waits.patience(), admins);
  }

  private void start(Duration silence, HostPort... admins) {
    link =
        AdminLink.start(
            new AdminLinkSetup(
                List.of(admins), SECRET, "a test", loops.controlLoop(), Encryption.NONE, access),
            node,
            silence);
  }

  private AdminLink link() {
    return Objects.requireNonNull(link);
  }

  private void assertLeads(ScriptedAdmin next) throws IOException {
    try (ScriptedAdmin.Node connection = next.lead()) {
      connection.send(1, beat(100, "pair-1"));
      assertThat(connection.receive(NodeReport.class).correlationId()).isEqualTo(1);
    }
  }

  /** Nothing else was on its way. */
  private static void assertOnlyPong(ScriptedAdmin.Node connection) throws IOException {
    connection.send(999, new Ping());
    assertThat(connection.receive(Pong.class).correlationId()).isEqualTo(999);
  }

  private void onLoop(Runnable task) {
    loops.controlLoop().submit(task).syncUninterruptibly();
  }

  private List<String> lines() {
    synchronized (log) { // As the appender itself is when it adds one.
      return log.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
    }
  }

  private static Logger logger() {
    return (Logger) LoggerFactory.getLogger(AdminLink.class);
  }

  private static Beat beat(long leaderEpoch, String pair) {
    PairState state = PairState.fresh(pair, "node-1", "node-2", BackupServes.ALL);
    return new Beat(leaderEpoch, List.of(new PairOrder(state, false, "", 0, "", 0)));
  }

  private static byte[] beats(int count) {
    ByteBuf all = Unpooled.buffer();
    for (int i = 0; i < count; i++) {
      CommandEncoder.request(1, i, beat(1, "pair-1"), all);
    }
    return ByteBufUtil.getBytes(all);
  }

  private static byte[] header(int length) {
    ByteBuf out = Unpooled.buffer();
    FrameHeader.request(length, 1, CommandType.BEAT, 1).write(out);
    return ByteBufUtil.getBytes(out);
  }
}

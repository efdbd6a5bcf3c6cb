package io.feige.admin.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.feige.admin.kit.Admins;
import io.feige.testkit.Waits;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class EmbeddedZooKeeperIT {
  @TempDir Path dir;

  @Test
  void whatWasAnsweredSurvivesARestart() throws Exception {
    byte[] bytes = {1, 2, 3};
    try (EmbeddedZooKeeper zookeeper = EmbeddedZooKeeper.start(dir, 0);
        ZooKeeperConnection connection = connect(zookeeper)) {
      connection.client().create().forPath("/kept", bytes);
    }
    try (EmbeddedZooKeeper zookeeper = EmbeddedZooKeeper.start(dir, 0);
        ZooKeeperConnection connection = connect(zookeeper)) {
      assertThat(connection.client().getData().forPath("/kept")).isEqualTo(bytes);
    }
  }

  @Test
  void aSessionIsAsLongAsIsAskedForAndATakeOverIsReckonedFromIt() throws Exception {
    try (EmbeddedZooKeeper zookeeper = EmbeddedZooKeeper.start(dir, 0);
        ZooKeeperConnection connection =
            ZooKeeperConnection.open(zookeeper.connectString(), 4_300, Admins.OWNER)) {
      assertThat(connection.await(Waits.patienceMillis())).isTrue();
      assertThat(connection.sessionMillis()).isEqualTo(4_300);
    }
    assertThat(ZooKeeperConnection.takeOverMillis(4_300)).isEqualTo(1_000 + 4_300 + 2_150 + 1_000);
  }

  @Test
  void aPortThatIsTakenIsAFaultThatSaysSo() throws Exception {
    try (EmbeddedZooKeeper zookeeper = EmbeddedZooKeeper.start(dir.resolve("a"), 0)) {
      int port = zookeeper.port();
      assertThatThrownBy(() -> EmbeddedZooKeeper.start(dir.resolve("b"), port))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("in use");
    }
  }

  @Test
  void itListensOnLoopbackOnly() throws Exception {
    try (EmbeddedZooKeeper zookeeper = EmbeddedZooKeeper.start(dir, 0)) {
      int port = zookeeper.port();
      for (NetworkInterface network : Collections.list(NetworkInterface.getNetworkInterfaces())) {
        for (var address : Collections.list(network.getInetAddresses())) {
          if (!address.isLoopbackAddress()) {
            assertThatThrownBy(() -> connect(new InetSocketAddress(address, port), 1_000))
                .isInstanceOf(IOException.class);
          }
        }
      }
      connect(
          new InetSocketAddress(InetAddress.getLoopbackAddress(), port), Waits.patienceMillis());
    }
  }

  /** Every start makes a snapshot and begins a log. */
  @Test
  void oldFilesGoAndWhatWasWrittenStays() throws Exception {
    for (int i = 0; i < 8; i++) {
      try (EmbeddedZooKeeper zookeeper = EmbeddedZooKeeper.start(dir, 0);
          ZooKeeperConnection connection = connect(zookeeper)) {
        connection.client().create().forPath("/kept-" + i);
      }
    }
    OldFiles cleanup = new OldFiles(dir.toFile());
    cleanup.run();
    assertThat(names()).filteredOn(name -> name.startsWith("snapshot")).hasSize(3);
    assertThat(names()).filteredOn(name -> name.startsWith("log")).hasSizeBetween(2, 5);

    try (EmbeddedZooKeeper zookeeper = EmbeddedZooKeeper.start(dir, 0);
        ZooKeeperConnection connection = connect(zookeeper)) {
      for (int i = 0; i < 8; i++) {
        assertThat(connection.client().checkExists().forPath("/kept-" + i)).isNotNull();
      }
    }
  }

  private List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(dir.resolve("version-2"))) {
      return files.map(file -> file.getFileName().toString()).toList();
    }
  }

  /**
   * What ZooKeeper tells without asking who it is: how busy it is, and nothing of what it holds.
   */
  @Test
  void ofItsFourLetterWordsOnlyTheHarmlessOneIsAnswered() throws Exception {
    try (EmbeddedZooKeeper zookeeper = EmbeddedZooKeeper.start(dir, 0)) {
      for (String word : List.of("conf", "cons", "dump", "envi", "mntr", "stat", "wchp", "stmk")) {
        assertThat(say(zookeeper.port(), word)).as(word).contains("not in the whitelist");
      }
      assertThat(say(zookeeper.port(), "srvr")).contains("Mode: standalone");
    }
  }

  private static String say(int port, String word) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.getOutputStream().write(word.getBytes(StandardCharsets.US_ASCII));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
    }
  }

  @Test
  void itSaysWhetherItRuns() throws Exception {
    EmbeddedZooKeeper zookeeper = EmbeddedZooKeeper.start(dir, 0);
    assertThat(zookeeper.isRunning()).isTrue();
    zookeeper.close();
    assertThat(zookeeper.isRunning()).isFalse();
  }

  private static void connect(InetSocketAddress address, int limitMillis) throws IOException {
    try (Socket socket = new Socket()) {
      socket.connect(address, limitMillis);
    }
  }

  private static ZooKeeperConnection connect(EmbeddedZooKeeper zookeeper)
      throws InterruptedException {
    ZooKeeperConnection connection =
        ZooKeeperConnection.open(zookeeper.connectString(), Admins.SESSION_MILLIS, Admins.OWNER);
    assertThat(connection.await(Waits.patienceMillis())).isTrue();
    return connection;
  }
}

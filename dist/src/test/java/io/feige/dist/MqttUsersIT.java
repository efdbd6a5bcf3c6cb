package io.feige.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.feige.dist.cluster.FreePorts;
import io.feige.tls.TlsContext;
import io.feige.tls.TlsFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLSocketFactory;
import org.eclipse.paho.mqttv5.common.MqttException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Clients of MQTT as users of a cluster of real processes, over TLS. */
class MqttUsersIT {
  private static final String PASSWORD = "correct horse battery";
  private static final int BAD_USER = 0x86;
  private static final int NOT_AUTHORIZED = 0x87;

  @TempDir static Path temporary;

  @RegisterExtension
  static final ClusterLogs LOGS = new ClusterLogs(() -> MqttUsersIT.cluster.dir().resolve("logs"));

  private static UpCluster cluster;
  private static Path password;
  private static String server;
  private static SSLSocketFactory sockets;

  @BeforeAll
  static void up() throws Exception {
    cluster = new UpCluster(temporary.resolve("cluster"), FreePorts.forNodes(3), true);
    password = Files.writeString(temporary.resolve("password"), PASSWORD + "\n");
    String base = Integer.toString(cluster.port());
    String dir = cluster.dir().toString();
    CommandRun up =
        UpCluster.run(
            "up",
            "--tls",
            "--pairs",
            "1",
            "--proxies",
            "1",
            "--dir",
            dir,
            "--port-base",
            base,
            "--detach");
    String address = "127.0.0.1:" + (cluster.port() + 31);
    assertThat(up.outText()).contains("mqtts://" + address);
    server = "ssl://" + address;
    sockets = TlsContext.load(TlsFiles.trusting(cluster.ca())).platform().getSocketFactory();
    create("keeper", "publish:mqtt*", "read:mqtt*", "manage:mqtt*");
    create("sensor", "publish:mqtt");
    create("viewer", "read:mqtt*");
    create("leaver", "publish:mqtt", "read:mqtt");
    try (PahoFive keeper = five("keeper", "first").connect()) {
      keeper.client.subscribe("house/#", 1);
      assertThat(keeper.publish("house/door", "closed", 1, true)).isZero();
      await().until(() -> keeper.got.contains("house/door=closed"));
    }
  }

  @AfterAll
  static void down() {
    UpCluster.run("down", "--dir", cluster.dir().toString());
  }

  private static CommandRun asRoot(String... command) throws IOException {
    List<String> all = new ArrayList<>(List.of("--server", cluster.address()));
    all.addAll(List.of("--ca", cluster.ca().toString(), "--token", cluster.token()));
    all.addAll(List.of(command));
    return UpCluster.run(all.toArray(String[]::new));
  }

  private static void create(String name, String... rights) throws IOException {
    List<String> command = new ArrayList<>(List.of("user", "create", name));
    command.addAll(List.of("--new-password", "file:" + password));
    for (String right : rights) {
      command.addAll(List.of("--grant", right));
    }
    asRoot(command.toArray(String[]::new));
  }

  private static PahoFive five(String user, String clientId) throws MqttException {
    PahoFive five = new PahoFive(server, clientId);
    five.options.setSocketFactory(sockets);
    five.options.setUserName(user);
    five.options.setPassword(bytes(PASSWORD));
    return five;
  }

  private static PahoThree three(String user, String clientId)
      throws org.eclipse.paho.client.mqttv3.MqttException {
    PahoThree three = new PahoThree(server, clientId, true);
    three.options.setSocketFactory(sockets);
    three.options.setUserName(user);
    three.options.setPassword(PASSWORD.toCharArray());
    return three;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static void assertRefused(PahoFive client, String topic, int qos, boolean isRetained)
      throws MqttException {
    assertThat(client.publish(topic, "no", qos, isRetained)).isEqualTo(NOT_AUTHORIZED);
  }

  @Test
  void whoIsNotAUserIsNotLetIn() throws Exception {
    try (PahoFive stranger = five("stranger", "a");
        PahoFive forgetful = five("keeper", "b");
        PahoFive nameless = new PahoFive(server, "c");
        PahoThree old = three("stranger", "d")) {
      forgetful.options.setPassword(bytes("wrong horse battery"));
      nameless.options.setSocketFactory(sockets);
      for (PahoFive each : List.of(stranger, forgetful, nameless)) {
        assertThatExceptionOfType(MqttException.class)
            .isThrownBy(each::connect)
            .satisfies(refused -> assertThat(refused.getReasonCode()).isEqualTo(BAD_USER));
      }
      assertThatExceptionOfType(org.eclipse.paho.client.mqttv3.MqttException.class)
          .isThrownBy(old::connect)
          .satisfies(refused -> assertThat(refused.getReasonCode()).isEqualTo(4));
    }
  }

  @Test
  void aTokenIsAPasswordWithoutAUser() throws Exception {
    try (PahoFive administrator = new PahoFive(server, "tokens")) {
      administrator.options.setSocketFactory(sockets);
      administrator.options.setPassword(bytes(cluster.token()));
      administrator.connect();
      administrator.client.subscribe("tokens", 1);
      assertThat(administrator.publish("tokens", "1", 1, false)).isZero();
      await().until(() -> administrator.got.contains("tokens=1"));
    }
  }

  @Test
  void whoMayOnlyPublishDoesThatAndNothingElse() throws Exception {
    try (PahoFive keeper = five("keeper", "listens").connect();
        PahoFive sensor = five("sensor", "thermometer").connect();
        PahoThree old = three("sensor", "old thermometer").connect()) {
      keeper.client.subscribe("room/#", 2);
      assertThat(sensor.publish("room/a", "1", 1, false)).isZero();
      assertThat(sensor.publish("room/b", "2", 2, false)).isZero();
      old.publish("room/c", "3", 2);
      assertThat(sensor.client.subscribe("room/#", 1).getReasonCodes())
          .containsExactly(NOT_AUTHORIZED);
      assertRefused(sensor, "room/kept", 1, true);
      assertThat(sensor.publish("room/d", "4", 1, false)).isZero();
      await().until(() -> keeper.got.contains("room/d=4"));
      assertThat(keeper.got).containsExactly("room/a=1", "room/b=2", "room/c=3", "room/d=4");
      // The last of it: Paho ends a connection at which PUBREC refuses.
      assertRefused(sensor, "room/kept", 2, true);
    }
  }

  @Test
  void whoMayOnlyReadIsSentWhatThereIsAndIsToldThatItMayNotPublish() throws Exception {
    try (PahoFive keeper = five("keeper", "speaks").connect();
        PahoFive viewer = five("viewer", "screen").connect()) {
      viewer.client.subscribe("house/#", 1);
      await().until(() -> viewer.got.contains("house/door=closed"));
      assertRefused(viewer, "house/door", 1, false);
      assertThat(keeper.publish("house/window", "open", 1, false)).isZero();
      await().until(() -> viewer.got.contains("house/window=open"));
      assertThat(viewer.got).containsExactly("house/door=closed", "house/window=open");
      assertRefused(viewer, "house/door", 2, false);
    }
  }

  @Test
  void aClientIdBelongsToItsUser() throws Exception {
    try (PahoFive keeper = five("keeper", "same").connect();
        PahoFive viewer = five("viewer", "same").connect()) {
      keeper.client.subscribe("mine/keeper", 1);
      viewer.client.subscribe("mine/viewer", 1);
      assertThat(keeper.publish("mine/keeper", "1", 1, false)).isZero();
      assertThat(keeper.publish("mine/viewer", "2", 1, false)).isZero();
      await().until(() -> viewer.got.contains("mine/viewer=2"));
      await().until(() -> keeper.got.contains("mine/keeper=1"));
      assertThat(keeper.got).hasSize(1);
      assertThat(viewer.got).hasSize(1);
    }
  }

  @Test
  void whoLosesARightLosesItWhileConnected() throws Exception {
    try (PahoFive leaver = five("leaver", "badge").connect()) {
      leaver.client.subscribe("gate", 1);
      assertThat(leaver.publish("gate", "in", 1, false)).isZero();
      await().until(() -> leaver.got.contains("gate=in"));
      asRoot("user", "alter", "leaver", "--revoke", "publish:mqtt");
      await().untilAsserted(() -> assertRefused(leaver, "gate", 1, false));
      asRoot("user", "delete", "leaver", "--yes");
      await().until(() -> !leaver.client.isConnected());
    }
  }
}

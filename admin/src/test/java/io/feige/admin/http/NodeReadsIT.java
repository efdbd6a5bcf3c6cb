package io.feige.admin.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.feige.admin.boot.AdminServer;
import io.feige.admin.config.AdminConfig;
import io.feige.admin.kit.HttpCaller;
import io.feige.admin.kit.HttpCaller.Reply;
import io.feige.admin.kit.ScriptedNode;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Settings of Admins, whichever is asked; and nodes that tell nothing. */
final class NodeReadsIT {
  private static final String TOKEN = "a token of many letters";

  @TempDir Path dir;
  private final Deque<AutoCloseable> opened = new ArrayDeque<>();

  @AfterEach
  void stop() throws Exception {
    while (!opened.isEmpty()) {
      opened.pop().close();
    }
  }

  private AdminServer admin(String id, String... settings) {
    Map<String, String> flags =
        new HashMap<>(
            Map.of(
                "admin.id",
                id,
                "admin.dir",
                dir.resolve(id).toString(),
                "listen.port",
                "0",
                "http.port",
                "0",
                "cluster.secret",
                ScriptedNode.SECRET,
                "security.token",
                TOKEN,
                "pairs",
                "pair-1=node-1/node-2"));
    for (int i = 0; i < settings.length; i += 2) {
      flags.put(settings[i], settings[i + 1]);
    }
    Map<String, String> environment = Map.of("FEIGE_FAILOVER_TIMEOUT", "700ms");
    AdminServer admin = AdminServer.start(AdminConfig.load(Optional.empty(), environment, flags));
    opened.push(admin);
    return admin;
  }

  private HttpCaller caller(AdminServer admin) {
    HttpCaller caller = new HttpCaller(admin.httpPort(), TOKEN);
    opened.push(caller);
    return caller;
  }

  private static String code(Reply reply) {
    return reply.json().get("code").stringValue();
  }

  private static JsonNode setting(Reply reply, String key) {
    return reply
        .json()
        .get("settings")
        .valueStream()
        .filter(setting -> setting.get("key").stringValue().equals(key))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void anyAdminTellsTheSettingsOfEachAndNoSecret() throws Exception {
    AdminServer first =
        admin("admin-1", "alerts.webhook.url", "https://hooks.example.com:444/T0/B0?key=hidden");
    await().until(first::isLeading);
    AdminServer second = admin("admin-2", "zookeeper.connect", first.zookeeper());
    HttpCaller caller = caller(second);
    await().until(() -> caller.get("/api/v1/admins/admin-1/settings").status() == 200);

    Reply relayed = caller.get("/api/v1/admins/admin-1/settings");
    assertThat(relayed.json().get("settings")).hasSize(AdminConfig.SCHEMA.keys().size());
    assertThat(setting(relayed, "admin.id"))
        .hasToString(
            "{\"key\":\"admin.id\",\"value\":\"admin-1\",\"origin\":\"flag\",\"tier\":"
                + "\"ESSENTIAL\",\"meaning\":\"name of this Admin, unique in the installation\"}");
    assertThat(setting(relayed, "failover.timeout").get("origin").stringValue())
        .isEqualTo("env FEIGE_FAILOVER_TIMEOUT");
    assertThat(setting(relayed, "heartbeat").get("origin").stringValue()).isEqualTo("default");
    assertThat(setting(relayed, "cluster.secret").get("value").stringValue()).isEqualTo("********");
    assertThat(setting(relayed, "alerts.webhook.url").get("value").stringValue())
        .isEqualTo("https://hooks.example.com:444/********");
    assertThat(relayed.text()).doesNotContain(TOKEN, ScriptedNode.SECRET, "hidden", "T0");

    Reply own = caller.get("/api/v1/admins/admin-2/settings");
    assertThat(setting(own, "admin.id").get("value").stringValue()).isEqualTo("admin-2");
    HttpCaller other = caller(first);
    Reply back =
        await()
            .until(
                () -> other.get("/api/v1/admins/admin-2/settings"), reply -> reply.status() == 200);
    assertThat(back.text()).as("a follower is asked as well").isEqualTo(own.text());
    Reply unknown = caller.get("/api/v1/admins/admin-3/settings");
    assertThat(unknown.status()).isEqualTo(404);
    assertThat(code(unknown)).isEqualTo("NO_SUCH_ADMIN");
  }

  @Test
  void nodesThatDoNotAnswerAreNamed() throws Exception {
    AdminServer admin = admin("admin-1");
    await().until(admin::isLeading);
    HttpCaller caller = caller(admin);
    // Nobody listens where clients would find it.
    opened.push(ScriptedNode.start(List.of(admin.clientPort()), "node-1", 1));
    await()
        .untilAsserted(
            () -> assertThat(caller.get("/api/v1/salvage").json().get("missing")).hasSize(1));

    JsonNode salvage = caller.get("/api/v1/salvage").json();
    assertThat(salvage).hasToString("{\"files\":[],\"more\":0,\"missing\":[\"node-1\"]}");
    assertThat(caller.get("/api/v1/salvage?node=node-1&limit=1").json()).isEqualTo(salvage);
    assertThat(code(caller.get("/api/v1/salvage?node=node-9"))).isEqualTo("NO_SUCH_NODE");
    assertThat(code(caller.get("/api/v1/salvage?limit=0"))).isEqualTo("BAD_REQUEST");
    assertThat(caller.get("/api/v1/nodes").json())
        .hasToString("{\"nodes\":[],\"missing\":[\"node-1\"]}");
    for (String of : List.of("", "/settings")) {
      Reply away = caller.get("/api/v1/nodes/node-1" + of);
      assertThat(away.status()).isEqualTo(503);
      assertThat(code(away)).isEqualTo("NO_ANSWER");
      assertThat(away.text()).contains("node-1 does not answer");
      Reply unknown = caller.get("/api/v1/nodes/node-9" + of);
      assertThat(unknown.status()).isEqualTo(404);
      assertThat(code(unknown)).isEqualTo("NO_SUCH_NODE");
    }
    assertThat(caller.get("/api/v1/clients?node=node-9").status()).isEqualTo(404);
  }
}

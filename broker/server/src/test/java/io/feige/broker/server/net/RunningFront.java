package io.feige.broker.server.net;

import static org.awaitility.Awaitility.await;

import io.feige.access.AccessJson;
import io.feige.access.AccessTable;
import io.feige.access.ApiToken;
import io.feige.access.Grant;
import io.feige.access.Quota;
import io.feige.access.User;
import io.feige.broker.server.access.NodeAccess;
import io.feige.broker.server.config.NodeConfig;
import io.feige.broker.server.config.NodeSettings;
import io.feige.broker.server.ops.NodeMetrics;
import io.feige.broker.server.ops.Supervisor;
import io.feige.protocol.cluster.AccessNews;
import io.feige.protocol.command.Hello;
import io.feige.protocol.model.Secret;
import io.feige.tls.Encryption;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** A front on a free port with a scripted sink behind it. */
final class RunningFront implements AutoCloseable {
  final ScriptedSink sink = new ScriptedSink();
  final NodeMetrics metrics = new NodeMetrics();
  final Path dir = Files.createTempDirectory("feige-front");
  final NodeAccess access;
  final NetLoops loops;
  final Front front;
  private final Map<String, Hello> hellos = new HashMap<>();

  private RunningFront(NodeConfig config, Encryption encryption) throws IOException {
    this.access = NodeAccess.open(config, dir, metrics);
    this.loops = NetLoops.start(2, config.net().threads(), new Supervisor());
    // Every second connection is accepted on the other loop, and has to move.
    PairPlace place = List.of(loops.place(true), loops.place(true)).get(1);
    if (place.takesConnections()) {
      sink.livesOn(place.loop());
    }
    this.front = Front.bind(config, "node-1", loops, metrics, encryption, access);
    front.open(pair -> sink, NodeFacts.none("node-1"));
  }

  /**
   * @param settings as flags: key, value, key, value
   */
  static RunningFront with(String... settings) throws IOException {
    return with(Encryption.NONE, settings);
  }

  static RunningFront with(Encryption encryption, String... settings) throws IOException {
    Map<String, String> flags = new HashMap<>(Map.of("listen.port", "0"));
    for (int i = 0; i < settings.length; i += 2) {
      flags.put(settings[i], settings[i + 1]);
    }
    return new RunningFront(
        NodeSettings.load(Optional.empty(), Map.of(), flags).config(), encryption);
  }

  /** A front that knows users, and has none yet. */
  static RunningFront withUsers(String... settings) throws IOException {
    List<String> all =
        new ArrayList<>(
            List.of(
                "security.users", "true",
                "cluster.admins", "127.0.0.1:1",
                "cluster.secret", "a secret of the whole cluster"));
    all.addAll(List.of(settings));
    return with(all.toArray(String[]::new));
  }

  /**
   * Makes the users that it knows.
   *
   * @param grants by name, one for each
   */
  void admit(Map<String, String> grants, Quota... quotas) {
    long now = System.currentTimeMillis();
    AccessTable table = AccessTable.NONE;
    for (Map.Entry<String, String> each : grants.entrySet()) {
      ApiToken.Fresh token = ApiToken.make(each.getKey(), now, now + 3_600_000, "");
      User user = User.of(each.getKey()).withGrants(List.of(Grant.parse(each.getValue())));
      table = table.create(user).create(token.token(), now);
      hellos.put(each.getKey(), RawClient.hello(1, 1, "token", Secret.of(token.text())));
    }
    for (Quota quota : quotas) {
      table = table.limit(quota);
    }
    AccessTable all = table;
    access.hear(new AccessNews(all.mark(), AccessJson.write(all)));
    await().until(() -> access.mark().equals(all.mark()));
  }

  /** A connection of a user. */
  RawClient in(String user) throws IOException {
    return RawClient.shaken(port(), Objects.requireNonNull(hellos.get(user)));
  }

  int port() {
    return front.port();
  }

  @Override
  public void close() {
    front.refuseNew();
    front.closeConnections(Duration.ofSeconds(2));
    access.close();
    loops.close();
    metrics.close();
    remove(dir);
  }

  private static void remove(Path dir) {
    if (!Files.exists(dir)) {
      return; // It was closed before.
    }
    try (Stream<Path> files = Files.walk(dir)) {
      files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

package io.feige.broker.server.net;

import io.feige.broker.server.access.NodeAccess;
import io.feige.broker.server.config.NodeConfig;
import io.feige.broker.server.config.NodeSettings;
import io.feige.broker.server.ops.NodeMetrics;
import io.feige.broker.server.ops.Supervisor;
import io.feige.tls.Encryption;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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

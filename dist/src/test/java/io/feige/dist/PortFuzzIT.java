package io.feige.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.feige.client.Consumer;
import io.feige.client.Delivery;
import io.feige.client.FeigeClient;
import io.feige.client.Message;
import io.feige.client.TopicSpec;
import io.feige.dist.FuzzBytes.Language;
import io.feige.dist.PortFuzzer.Target;
import io.feige.dist.cluster.FreePorts;
import io.feige.tls.TlsContext;
import io.feige.tls.TlsFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every port of a cluster of real processes is attacked, in clear and with TLS, before and after
 * its token is shown. Afterwards everybody is served, nothing is held, and no log tells of a fault.
 * {@code -Dfeige.fuzz.seconds=600} for longer, {@code -Dfeige.fuzz.seed=7} for other bytes, {@code
 * -Dfeige.bothWays=true} with TLS, too.
 */
@Timeout(value = 2, unit = TimeUnit.HOURS) // It may be told to go on for so long.
class PortFuzzIT {
  private static final int SECONDS = Integer.getInteger("feige.fuzz.seconds", 5);
  private static final long SEED = Long.getLong("feige.fuzz.seed", 1);
  private static final Pattern TOTAL = Pattern.compile("(?m)^Total\\s+\\d+\\s+(\\d+)");

  /** What live objects may come to beyond what they were: topics and groups of those known. */
  private static final long MORE_BYTES = 8L << 20;

  private static final List<String> PARTS = List.of("admin-1", "node-1", "node-2", "proxy-1");

  @TempDir static Path temporary;

  @RegisterExtension
  static final ClusterLogs LOGS = new ClusterLogs(() -> PortFuzzIT.dir.resolve("logs"));

  private static Path dir = Path.of("");

  private final List<Throwable> failures = Collections.synchronizedList(new ArrayList<>());
  private int base;
  private UpCluster cluster = new UpCluster(dir, 0, false);

  @AfterEach
  void down() {
    UpCluster.run("down", "--dir", dir.toString());
  }

  /** Both where there is time; with TLS fewer connections reach what is behind it. */
  private static Stream<Boolean> ways() {
    return Boolean.getBoolean("feige.bothWays") ? Stream.of(false, true) : Stream.of(false);
  }

  @ParameterizedTest
  @MethodSource("ways")
  void whateverIsSentToAPortTheOthersAreServed(boolean withTls) throws Exception {
    dir = temporary.resolve(withTls ? "encrypted" : "clear");
    base = FreePorts.forNodes(3);
    cluster = new UpCluster(dir, base, withTls);
    List<String> up =
        new ArrayList<>(List.of("up", "--dir", dir.toString(), "--port-base", "" + base));
    up.addAll(List.of("--proxies", "1", "--detach", "--json"));
    if (withTls) {
      up.add("--tls");
    }
    UpCluster.run(up.toArray(String[]::new));
    cluster.awaitInSync();
    serve("before");
    // Once a little, so that what is loaded and grows once is not counted.
    attack(2, SEED + 1_000);
    calm();
    Map<String, Long> before = liveBytes();
    long sent = attack(SECONDS, SEED);
    calm();
    serve("after");
    System.out.printf("%s: %,d connections in %d s%n", dir.getFileName(), sent, SECONDS);
    await()
        .untilAsserted(() ->
            assertThat(liveBytes())
                .allSatisfy((part, bytes) ->
                    assertThat(bytes).as(part).isLessThan(mostBytes(before, part))));
    assertThat(failures).isEmpty();
    noLogTellsOfAFault();
  }

  private static long mostBytes(Map<String, Long> before, String part) {
    return before.getOrDefault(part, 0L) + MORE_BYTES;
  }

  /** All targets at once, each by a thread of its own. */
  private long attack(int seconds, long seed) throws Exception {
    long end = System.nanoTime() + Duration.ofSeconds(seconds).toNanos();
    List<PortFuzzer> fuzzers = new ArrayList<>();
    List<Thread> threads = new ArrayList<>();
    for (Target target : targets()) {
      PortFuzzer fuzzer = new PortFuzzer(target, seed + fuzzers.size());
      fuzzers.add(fuzzer);
      threads.add(
          Thread.ofPlatform()
              .name("fuzz " + target.name())
              .start(() -> {
                try {
                  fuzzer.runUntil(end);
                } catch (RuntimeException | InterruptedException | AssertionError e) {
                  failures.add(new AssertionError(target.name(), e));
                }
              }));
    }
    for (Thread thread : threads) {
      thread.join();
    }
    return fuzzers.stream().mapToLong(PortFuzzer::connections).sum();
  }

  private List<Target> targets() throws Exception {
    var tls =
        cluster.isEncrypted() ? TlsContext.load(TlsFiles.trusting(cluster.ca())).platform() : null;
    String token = cluster.token();
    int node = base + 10;
    return List.of(
        new Target("node", node, Language.FRAMES, tls, token, false),
        new Target("node, known", node, Language.FRAMES, tls, token, true),
        new Target("link", node + 1, Language.LINK, tls, token, false),
        new Target("node, HTTP", node + 2, Language.HTTP, tls, token, false),
        new Target("Admin", base, Language.FRAMES, tls, token, false),
        new Target("Admin, known", base, Language.FRAMES, tls, token, true),
        new Target("Admin, HTTP", base + 1, Language.HTTP, tls, token, false),
        new Target("proxy", base + 30, Language.HTTP, tls, token, false),
        new Target("proxy, MQTT", base + 31, Language.MQTT, tls, token, false),
        new Target("proxy, MQTT, known", base + 31, Language.MQTT, tls, token, true),
        new Target("proxy, session", base + 30, Language.SOCKET, tls, token, true),
        new Target("standby", node + 10, Language.FRAMES, tls, token, true),
        new Target("standby's link", node + 11, Language.LINK, tls, token, false));
  }

  /** An honest client does what it always does. */
  private void serve(String text) throws Exception {
    try (FeigeClient feige = cluster.client()) {
      feige.topics().create(TopicSpec.of("honest-" + text));
      feige.producer("honest-" + text).build().publish(Message.of(text));
      try (Consumer consumer = feige.consumer("honest-" + text).group("g").build()) {
        List<Delivery> deliveries = new ArrayList<>();
        await()
            .until(() -> {
              deliveries.addAll(consumer.pull(10, Duration.ofSeconds(1)));
              return !deliveries.isEmpty();
            });
        assertThat(deliveries.getFirst().text()).isEqualTo(text);
        consumer.ackAll(deliveries);
      }
    }
    cluster.awaitInSync();
  }

  /**
   * Nobody is a stranger any more. The nodes' figures cannot tell, because their ports for HTTP are
   * attacked, too; where this is too short, what is alive before counts a few connections more.
   */
  private void calm() throws InterruptedException {
    Thread.sleep(7_000);
    cluster.awaitInSync();
  }

  /** Of the objects that are reachable, of each process. */
  private static Map<String, Long> liveBytes() throws IOException, InterruptedException {
    Map<String, Long> bytes = new TreeMap<>();
    for (String part : PARTS) {
      String pid = Files.readString(dir.resolve(part + ".pid")).strip();
      // Engines of OpenSSL have finalizers, so they outlive one collection.
      jcmd(pid, "GC.run");
      jcmd(pid, "GC.run_finalization");
      String out = jcmd(pid, "GC.class_histogram");
      Matcher total = TOTAL.matcher(out);
      assertThat(total.find()).as(out).isTrue();
      bytes.put(part, Long.valueOf(total.group(1)));
    }
    return bytes;
  }

  private static String jcmd(String pid, String command) throws IOException, InterruptedException {
    Path jcmd = Path.of(System.getProperty("java.home", ""), "bin", "jcmd");
    Process process =
        new ProcessBuilder(jcmd.toString(), pid, command).redirectErrorStream(true).start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor();
    return out;
  }

  private static void noLogTellsOfAFault() throws IOException {
    try (Stream<Path> logs = Files.list(dir.resolve("logs"))) {
      for (Path log : logs.toList()) {
        assertThat(Files.readAllLines(log))
            .as(log.toString())
            .noneMatch(line ->
                line.contains(" ERROR ")
                    || line.contains("FEIGE-2006")
                    || line.contains("FEIGE-900")
                    || line.contains("ADMIN-9001")
                    || line.contains("PROXY-9001")
                    || line.contains("Exception in thread"));
      }
    }
  }
}

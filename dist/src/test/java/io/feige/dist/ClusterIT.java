package io.feige.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import io.feige.client.DelayedMessage;
import io.feige.client.FeigeClient;
import io.feige.client.Message;
import io.feige.client.Order;
import io.feige.client.Producer;
import io.feige.client.RefusedException;
import io.feige.client.TopicSpec;
import io.feige.dist.cli.Environment;
import io.feige.dist.cluster.FreePorts;
import io.feige.testkit.Waits;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The commands on a cluster of real processes. Each test finds it complete and leaves it so. On a
 * busy machine its pairs may fail over by themselves at any time, so what two looks must agree on
 * is looked at again until they do.
 */
class ClusterIT {
  private static final byte[] NO_INPUT = {};

  @TempDir static Path temporary;

  @RegisterExtension
  static final ClusterLogs LOGS = new ClusterLogs(() -> ClusterIT.dir.resolve("logs"));

  private static Path dir;
  private static String address;

  @BeforeAll
  static void up() {
    dir = temporary.resolve("cluster");
    int base = FreePorts.forNodes(2);
    address = "127.0.0.1:" + base;
    CommandRun up =
        plain("up", "--dir", dir.toString(), "--port-base", "" + base, "--detach", "--json");
    assertThat(up.exitCode()).as(up.err()).isZero();
    assertThat(up.outText()).contains("\"address\":\"" + address + "\"");
  }

  @AfterAll
  static void down() {
    List<Long> processes = Stream.of("admin-1", "node-1", "node-2").map(ClusterIT::pid).toList();
    CommandRun down = plain("down", "--dir", dir.toString(), "--json");

    assertThat(down.exitCode()).as(down.err()).isZero();
    assertThat(down.outText()).contains("\"stopped\":[\"node-1\",\"node-2\",\"admin-1\"]");
    // They are this JVM's children, which count as alive until it has reaped them.
    await().until(() -> processes.stream().noneMatch(ClusterIT::isAlive));
    assertThat(plain("down", "--dir", dir.toString()).outText()).startsWith("Nothing ran");
  }

  /** What a test that failed has left dead, others need. */
  @BeforeEach
  void allRun() {
    Stream.of("node-1", "node-2").filter(name -> !isAlive(pid(name))).forEach(ClusterIT::restart);
    isComplete();
  }

  private static void isComplete() {
    await().until(() -> pairs().allMatch(pair -> inSync(pair) == 2));
  }

  private static CommandRun plain(String... arguments) {
    return CommandRun.of(Environment.REAL, NO_INPUT, arguments);
  }

  private static CommandRun run(String... arguments) {
    return run(NO_INPUT, arguments);
  }

  private static CommandRun run(byte[] input, String... arguments) {
    List<String> all = Stream.concat(Stream.of("--admin", address), Stream.of(arguments)).toList();
    return CommandRun.of(Environment.REAL, input, all.toArray(String[]::new));
  }

  private static JsonNode json(CommandRun run) {
    assertThat(run.exitCode()).as(run.err()).isZero();
    return new JsonMapper().readTree(run.out());
  }

  private static Stream<JsonNode> pairs() {
    CommandRun status = run("status", "--json");
    return status.exitCode() == 0 ? json(status).get("pairs").valueStream() : Stream.of();
  }

  private static JsonNode pair(String name) {
    return pairs().filter(pair -> pair.get("id").asString().equals(name)).findFirst().orElseThrow();
  }

  private static String active(String pair) {
    return pair(pair).get("active").asString();
  }

  private static long epoch(String pair) {
    return pair(pair).get("epoch").asLong();
  }

  private static int inSync(JsonNode pair) {
    return pair.get("serving").asBoolean() ? pair.get("inSync").size() : 0;
  }

  private static long pid(String name) {
    try {
      return Long.parseLong(Files.readString(dir.resolve(name + ".pid")).strip());
    } catch (IOException missing) {
      throw new AssertionError(missing);
    }
  }

  private static boolean isAlive(long pid) {
    return ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isPresent();
  }

  private static void kill(String node) {
    ProcessHandle.of(pid(node)).orElseThrow().destroyForcibly();
  }

  private static void restart(String name) {
    CommandRun restart = plain("up", "--dir", dir.toString(), "--restart", name);
    assertThat(restart.exitCode()).as(restart.err()).isZero();
  }

  private static List<String> lines(String prefix, int count) {
    return IntStream.range(0, count).mapToObj(i -> prefix + " " + i).toList();
  }

  private static void publish(String topic, List<String> lines) {
    byte[] text = (String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8);
    CommandRun published = run(text, "publish", topic);
    assertThat(published.exitCode()).as(published.err()).isZero();
  }

  private static List<String> read(String topic) {
    CommandRun read = run("read", topic);
    assertThat(read.exitCode()).as(read.err()).isZero();
    return read.outText().lines().toList();
  }

  @Test
  void statusShowsWhatTheManualPromises() {
    await()
        .untilAsserted(() ->
            assertThat(run("status", "--json").outText())
                .startsWith("{\"admins\":[{\"id\":\"admin-1\",\"leader\":true,")
                .containsPattern(
                    "\"nodes\":\\[\\{\"id\":\"node-1\",\"address\":\"127.0.0.1:\\d+\",\"alive\":true,\"bootId\":\"")
                .containsPattern(
                    "\"pairs\":\\[\\{\"id\":\"pair-1\",\"epoch\":\\d+,\"master\":\"node-1\",\"backup\":\"node-2\",\"active\":\"node-\\d\","
                        + "\"inSync\":\\[\"node-\\d\",\"node-\\d\"\\],\"lagBytes\":\\d+,\"failoverBoundMillis\":\\d+"));
    assertThat(run("status").outText())
        .contains("ADMIN", "leads", "NODE", "alive", "PAIR", "FAILOVER BOUND");
    assertThat(run("pair", "list", "--json").outText().lines()).hasSize(2);
    assertThat(run("pair", "describe", "pair-2").outText()).contains("node-2").contains("ok");
    assertThat(run("pair", "describe", "none").exitCode()).isEqualTo(4);
  }

  @Test
  void diskAsksTheActiveOfEachPairAndOneOfThemAlone() {
    publish("kept", lines("kept", 100));

    await()
        .untilAsserted(() ->
            assertThat(run("disk", "--json").outText())
                .contains("{\"kind\":\"topic\",\"topic\":\"kept\",\"name\":\"\","));
    await().untilAsserted(ClusterIT::disksAreThoseOfTheActives);
    assertThat(run("disk", "--pair", "pair-2").outText()).startsWith("pair-2 at node-");
  }

  private static void disksAreThoseOfTheActives() {
    List<JsonNode> disks = run("disk", "--json").outText().lines().map(ClusterIT::node).toList();
    assertThat(disks)
        .extracting(disk -> disk.get("pair").asString())
        .containsExactly("pair-1", "pair-2");
    for (JsonNode disk : disks) {
      assertThat(disk.get("node").asString()).isEqualTo(active(disk.get("pair").asString()));
      assertThat(disk.get("storedBytes").asLong()).isPositive();
    }
  }

  @Test
  void whoIsConnectedIsListedOfAllNodesOrOfOne() {
    try (FeigeClient feige = FeigeClient.builder().admin(address).software("a guest").build()) {
      feige.awaitConnected(Waits.patience());
      await().untilAsserted(ClusterIT::guestIsListedAtEachActive);
    }
    CommandRun one = run("client", "list", "--node", "node-2");
    assertThat(one.err()).isEmpty();
    assertThat(one.outText()).startsWith("NODE").contains("node-2").doesNotContain("node-1");
    assertThat(run("client", "list", "--node", "node-9").exitCode()).isEqualTo(4);
  }

  private static void guestIsListedAtEachActive() {
    List<JsonNode> all =
        run("client", "list", "--json").outText().lines().map(ClusterIT::node).toList();
    assertThat(all)
        .filteredOn(client -> client.get("software").asString().equals("a guest"))
        .extracting(
            client -> client.get("node").asString(), client -> client.get("pair").asString())
        .containsExactlyInAnyOrder(
            pairs()
                .map(pair -> tuple(pair.get("active").asString(), pair.get("id").asString()))
                .toArray(Tuple[]::new));
    assertThat(all).extracting(client -> client.get("node").asString()).isSorted();
  }

  private static JsonNode node(String line) {
    return new JsonMapper().readTree(line);
  }

  @Test
  void aKilledNodesPairIsServedByItsPartnerAndNothingIsLost() throws IOException {
    List<String> before = lines("before", 500);
    publish("survivors", before);
    String active = active("pair-1");
    long epoch = epoch("pair-1");
    Path log = dir.resolve("logs/" + (active.equals("node-1") ? "node-2" : "node-1") + ".log");
    int begin = Files.readString(log).length();
    kill(active);
    List<String> after = lines("after", 500);
    publish("survivors", after);

    assertThat(read("survivors"))
        .containsExactlyInAnyOrderElementsOf(
            Stream.concat(before.stream(), after.stream()).toList());
    assertThat(active("pair-1")).isNotEqualTo(active);
    assertThat(epoch("pair-1")).isGreaterThan(epoch);
    CommandRun history = run("pair", "history", "pair-1", "--count", "3", "--json");
    assertThat(json(history).get("decisions").valueStream().map(d -> d.get("kind").asString()))
        .contains("FAILOVER")
        .hasSize(3);
    assertThat(run("pair", "history", "pair-1").outText())
        .contains("FAILOVER", "pause: ", "0 lost");
    // On a busy machine the promise may lapse before the proof has come.
    await().until(() -> Files.readString(log).indexOf("FEIGE-2017", begin) > 0);
    List<String> expected = List.of("no-standby-in-sync pair-1", "node-silent " + active);
    await().until(() -> alerts().containsAll(expected));
    CommandRun drill = run("pair", "drill", "pair-1", "--yes");
    assertThat(drill.exitCode()).isEqualTo(4);
    assertThat(drill.err()).contains(active + " is not connected; nothing was changed");

    restart(active);
    isComplete();
    await().until(() -> run("alerts").outText().equals("All is well.\n"));
  }

  private List<String> alerts() {
    return json(run("alerts", "--json"))
        .get("alerts")
        .valueStream()
        .map(alert -> alert.get("rule").asString() + " " + alert.get("of").asString())
        .toList();
  }

  @Test
  void keysStayWithTheirPairsWhileEitherNodeIsDown() {
    try (FeigeClient feige = FeigeClient.builder().admin(address).build();
        Producer producer = feige.producer("keyed").build()) {
      feige.topics().create(TopicSpec.of("keyed").withOrder(Order.BY_KEY));
      Map<String, String> pairs = pairsOfKeys(producer);
      assertThat(pairs.values()).contains("pair-1", "pair-2");

      for (String node : List.of("node-1", "node-2")) {
        kill(node);
        assertThat(pairsOfKeys(producer)).isEqualTo(pairs);
        restart(node);
        isComplete();
      }
    }
  }

  /** Publishes a message of each key, and says by which pair it was confirmed. */
  private static Map<String, String> pairsOfKeys(Producer producer) {
    Map<String, String> pairs = new TreeMap<>();
    for (int i = 0; i < 200; i++) {
      String key = "key-" + i;
      pairs.put(key, producer.publish(Message.of(key, "body")).pair());
    }
    return pairs;
  }

  @Test
  void whatWaitsInBothPairsIsListedTogetherAndWhatIsCancelledNeverComes() {
    try (FeigeClient feige = FeigeClient.builder().admin(address).build()) {
      feige.topics().create(TopicSpec.of("reminders"));
      feige.topics().create(TopicSpec.of("soon"));
      Instant due = Instant.now().plus(1, ChronoUnit.HOURS).truncatedTo(ChronoUnit.MILLIS);
      List<String> ids = Reminders.publish(feige, "reminders", due);
      assertThat(ids.stream().map(id -> id.substring(0, 6))).contains("pair-1", "pair-2");

      List<DelayedMessage> listed = new ArrayList<>(feige.delayed().list("reminders", 7));
      for (int page = 0; page < 2; page++) {
        listed.addAll(feige.delayed().listAfter(listed.get(listed.size() - 1), 7));
      }
      assertThat(listed).extracting(DelayedMessage::id).isEqualTo(ids);
      assertThat(listed.get(3).keyText()).contains("key-3");
      assertThat(listed.get(3).dueAt()).isEqualTo(due.plusMillis(3));
      assertThat(listed.get(12).bodyLength()).isEqualTo(7);

      CommandRun lines = run("delayed", "list", "reminders", "--limit", "5", "--json");
      assertThat(lines.outText().lines()).hasSize(5).first().asString().contains(ids.get(0));
      CommandRun cancel = run("delayed", "cancel", "reminders", ids.get(1), "--yes", "--json");
      assertThat(json(cancel).get("cancelled").asString()).isEqualTo(ids.get(1));
      assertThat(Reminders.cancelHalf(feige, "reminders", ids)).hasSize(10);
      List<String> soon = Reminders.publish(feige, "soon", Instant.now().plusSeconds(10));
      List<String> left = Reminders.cancelHalf(feige, "soon", soon);
      assertThat(left).as("on a machine that is not too slow by far").hasSizeLessThan(20);

      String active = active("pair-1");
      kill(active);
      CommandRun again = run("delayed", "cancel", "reminders", ids.get(0), "--yes");
      assertThat(again.exitCode()).isEqualTo(4);
      assertThat(again.err()).contains("DELAYED_NOT_FOUND");
      assertThat(feige.delayed().list("reminders", 100)).hasSize(9);
      await().until(() -> feige.delayed().list("soon", 1).isEmpty());
      assertThat(read("soon")).containsExactlyInAnyOrderElementsOf(left);
      assertThatThrownBy(() -> feige.delayed().cancel("soon", soon.get(1)))
          .isInstanceOf(RefusedException.class);
      restart(active);
    }
    isComplete();
  }

  @Test
  void aSwitchMovesThePairAndSaysWhenItCannot() {
    await()
        .untilAsserted(() -> {
          String active = active("pair-2");
          CommandRun switched = run("pair", "switch", "pair-2", "--json");
          assertThat(switched.outText()).startsWith("{\"done\":true,");
          assertThat(active("pair-2")).isNotEqualTo(active);
        });
    assertThat(run("pair", "switch", "none").exitCode()).isEqualTo(4);
  }

  @Test
  void aDrillEndsTheActiveThatComesBackByItselfAndNothingIsLost() throws Exception {
    Map<String, Long> processes = Map.of("node-1", pid("node-1"), "node-2", pid("node-2"));
    assertThat(run("pair", "drill", "pair-1").err()).contains("--yes is needed");
    JsonNode drill;
    try (FeigeClient feige = FeigeClient.builder().admin(address).build()) {
      SteadyPublisher publisher = SteadyPublisher.start(feige, "drilled");
      await().until(() -> publisher.confirmedCount() > 50);

      drill = drill();

      assertThat(drill.get("checks").valueStream())
          .extracting(check -> check.get("check").asString(), ClusterIT::stateOf)
          .as(drill.toString())
          .containsExactly(
              tuple("SERVED", "PASSED"), tuple("KEPT", "PASSED"), tuple("RETURNED", "PASSED"));
      publisher.stop();
      publisher.requireAllIn(feige);
    }
    String node = drill.get("node").asString();
    ProcessHandle process =
        ProcessHandle.of(Objects.requireNonNull(processes.get(node))).orElseThrow();
    assertThat(process.isAlive()).isTrue();
    await().until(() -> process.children().count() == 1); // Who watches it now.
    assertThat(Files.readString(dir.resolve("logs").resolve(node + ".log"))).contains("FEIGE-2013");
    assertThat(run("events").outText())
        .contains("a drill has begun", "the drill has " + drill.get("verdict").asString());
  }

  /** Of a pair that has its standby, which may be away for a moment. */
  private JsonNode drill() {
    CommandRun drilled;
    do {
      isComplete();
      drilled = run("pair", "drill", "pair-1", "--yes", "--json");
    } while (drilled.exitCode() == 4);
    JsonNode drill = new JsonMapper().readTree(drilled.out());
    assertThat(drilled.exitCode() == 0).isEqualTo(drill.get("verdict").asString().equals("PASSED"));
    return drill;
  }

  /** Served later than its bound is served all the same: how long it takes, a busy machine says. */
  private static String stateOf(JsonNode check) {
    boolean isLate = check.get("sentence").asString().contains(" ms; the bound is ");
    return isLate ? "PASSED" : check.get("state").asString();
  }

  @Test
  void aPromotionWithoutYesOnlyShowsWhatMayBeMissing() {
    await()
        .untilAsserted(() -> {
          long epoch = epoch("pair-1");
          CommandRun shown = run("pair", "promote", "pair-1", "node-2");
          assertThat(shown.exitCode()).isEqualTo(4);
          assertThat(shown.outText()).contains("--yes").contains("position");
          assertThat(epoch("pair-1")).isEqualTo(epoch);
        });
  }

  @Test
  void whatRunsIsNotStartedTwice() {
    CommandRun again = plain("up", "--dir", dir.toString(), "--detach");
    CommandRun other = plain("up", "--dir", dir.toString(), "--nodes", "3", "--detach");
    CommandRun running = plain("up", "--dir", dir.toString(), "--restart", "node-1");
    CommandRun unknown = plain("up", "--dir", dir.toString(), "--restart", "node-9");

    assertThat(again.exitCode()).isEqualTo(1);
    assertThat(again.err()).contains("runs already");
    assertThat(other.exitCode()).isEqualTo(1);
    assertThat(other.err()).contains("has 2 nodes");
    assertThat(running.exitCode()).isEqualTo(1);
    assertThat(running.err()).contains("runs already, as process");
    assertThat(unknown.exitCode()).isEqualTo(2);
    assertThat(unknown.err()).contains("admin-1, node-1, node-2");
  }

  @Test
  void whatAPromotionLeavesBehindIsRestoredExactlyOnceByReplay() {
    publish("orders", lines("common", 100));
    isComplete(); // On a busy machine one may have been alone for a moment, and the other lacks it.
    String last = active("pair-1");
    String chosen = last.equals("node-1") ? "node-2" : "node-1";
    kill(chosen);
    await().until(() -> pairs().allMatch(pair -> inSync(pair) == 1));
    publish("orders", lines("alone", 300));
    publish("begun-alone", lines("new", 50));

    kill(last);
    restart(chosen);
    for (String pair : List.of("pair-1", "pair-2")) {
      await().until(() -> promote(pair, chosen).exitCode() == 0);
    }
    assertThat(read("orders")).containsExactlyInAnyOrderElementsOf(lines("common", 100));
    restart(last);
    isComplete();

    String salvaged = dir.resolve(last).toString();
    assertThat(messages(run("salvage", "list", "--dir", salvaged, "--json"), "messages"))
        .isEqualTo(350);
    assertThat(run("salvage", "list", "--dir", salvaged).outText()).contains("orders", "sound");
    // A cluster that was started anew may not have a way to each node at once.
    await()
        .untilAsserted(() ->
            assertThat(messages(run("salvage", "list", "--node", last, "--json"), "messages"))
                .isEqualTo(350));
    CommandRun all = run("salvage", "list");
    assertThat(all.outText()).startsWith("NODE").contains(last, "begun-alone", "sound");
    assertThat(messages(replay(salvaged), "published")).isEqualTo(350);
    CommandRun again = replay(salvaged);
    assertThat(messages(again, "published")).isZero();
    assertThat(messages(again, "alreadyStored")).isEqualTo(350);
    assertThat(read("orders"))
        .containsExactlyInAnyOrderElementsOf(
            Stream.concat(lines("common", 100).stream(), lines("alone", 300).stream()).toList());
    assertThat(read("begun-alone")).containsExactlyInAnyOrderElementsOf(lines("new", 50));
    assertThat(run("salvage", "drop", "--dir", salvaged).exitCode()).isEqualTo(2);
    assertThat(run("salvage", "drop", "--dir", salvaged, "--all").exitCode()).isZero();
    assertThat(run("salvage", "list", "--dir", salvaged).outText()).startsWith("Nothing");
    assertThat(run("salvage", "list", "--node", last).outText()).startsWith("Nothing");
  }

  private static CommandRun promote(String pair, String node) {
    return run("pair", "promote", pair, node, "--yes");
  }

  private static CommandRun replay(String salvaged) {
    return run("salvage", "replay", "--dir", salvaged, "--json");
  }

  private static long messages(CommandRun run, String field) {
    assertThat(run.exitCode()).as(run.err()).isZero();
    return run.outText()
        .lines()
        .mapToLong(line -> new JsonMapper().readTree(line).get(field).asLong())
        .sum();
  }
}

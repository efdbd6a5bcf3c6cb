package io.feige.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.feige.client.node.ScriptedAdmin;
import io.feige.client.node.ScriptedNode;
import io.feige.protocol.command.CommandType;
import io.feige.protocol.command.GetSettings;
import io.feige.protocol.command.GetVitals;
import io.feige.protocol.command.ListSalvage;
import io.feige.protocol.command.NodeList;
import io.feige.protocol.command.SalvageList;
import io.feige.protocol.command.SettingList;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.model.NodeHealth;
import io.feige.protocol.model.NodePlace;
import io.feige.protocol.model.NodeProcess;
import io.feige.protocol.model.NodeUsage;
import io.feige.protocol.model.ReplicaDisk;
import io.feige.protocol.model.SalvageTopic;
import io.feige.protocol.model.SettingTier;
import io.feige.protocol.model.ShownSetting;
import io.feige.protocol.model.ThreadUse;
import io.feige.testkit.Waits;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Settings, salvage and vitals of the nodes of a cluster: one that serves, one that does not, one
 * away.
 */
class NodesIT {
  /** How long something took is told by another clock of the machine than when it was. */
  private static final Duration CLOCKS_DIFFER = Duration.ofMillis(5);

  private final ScriptedAdmin admin = new ScriptedAdmin("admin-1");
  private final ScriptedNode active = new ScriptedNode().named("node-1");
  private final ScriptedNode standby = new ScriptedNode().named("node-2");
  private final ScriptedNode away = new ScriptedNode().named("node-3");
  private final FeigeClient feige =
      FeigeClient.builder()
          .admin(admin.address())
          .connectTimeout(Waits.patience())
          .requestTimeout(Waits.patience())
          .build();

  @BeforeEach
  void start() {
    admin.tell(active.route("pair-1", 1));
    admin
        .node()
        .always(
            CommandType.NODES,
            asked ->
                asked.answer(new NodeList(List.of(place(active), place(standby), place(away)))));
    active.always(
        CommandType.SALVAGE,
        asked -> asked.answer(new SalvageList("node-1", List.of(file(3_000), file(1_000)), 7)));
    standby.always(
        CommandType.SALVAGE,
        asked -> asked.answer(new SalvageList("node-2", List.of(file(0), file(2_000)), 0)));
    away.close();
    feige.awaitConnected(Waits.patience());
  }

  @AfterEach
  void close() {
    feige.close();
    admin.close();
    active.close();
    standby.close();
  }

  private static NodePlace place(ScriptedNode node) {
    return new NodePlace(node.id(), "127.0.0.1", node.port());
  }

  /** Cut at that time; 0: it is damaged. */
  private static io.feige.protocol.model.SalvageFile file(long cutMillis) {
    SalvageTopic orders = new SalvageTopic("orders", 7, 5, 300, 50, 10, 309, 4_711);
    String damage = cutMillis == 0 ? "bad" : "";
    return new io.feige.protocol.model.SalvageFile(
        "pair-1",
        cutMillis + "-9",
        cutMillis,
        3,
        9,
        99,
        12,
        1,
        2,
        350,
        List.of(orders),
        1,
        true,
        damage);
  }

  private static List<String> files(Salvage salvage) {
    return salvage.files().stream().map(file -> file.nodeId() + "/" + file.file()).toList();
  }

  @Test
  void salvageOfAllNodesComesNewestFirstAndWhoDoesNotAnswerIsNamed() {
    Salvage all = feige.salvage(Salvage.MAX_LIMIT);

    assertThat(files(all))
        .as("what is damaged stands first")
        .containsExactly("node-2/0-9", "node-1/3000-9", "node-2/2000-9", "node-1/1000-9");
    assertThat(all.more()).isEqualTo(7);
    assertThat(all.missing()).containsExactly("node-3");
    assertThat(all.files().get(0).cutAt()).isEmpty();
    assertThat(all.files().get(1))
        .isEqualTo(
            new SalvageFile(
                "node-1",
                "pair-1",
                "3000-9",
                Optional.of(Instant.ofEpochSecond(3)),
                3,
                9,
                99,
                12,
                1,
                2,
                350,
                List.of(new SalvageFile.Topic("orders", 7, 5, 300, 50, 10, 309, 4_711)),
                1,
                true,
                ""));
    assertThat(active.received(ListSalvage.class)).hasSize(1);
  }

  @Test
  void whatTheLimitLeavesOutIsCounted() {
    Salvage two = feige.salvage(2);

    assertThat(files(two)).containsExactly("node-2/0-9", "node-1/3000-9");
    assertThat(two.more()).isEqualTo(7 + 2);
  }

  @Test
  void salvageOfOneNodeIsAskedOfThatAlone() {
    assertThat(files(feige.salvage("node-2", 9))).containsExactly("node-2/0-9", "node-2/2000-9");
    assertThat(active.received(ListSalvage.class)).isEmpty();
    assertThat(feige.salvage("node-3", 9).missing()).containsExactly("node-3");
    standby.on(CommandType.SALVAGE, asked -> asked.refuse(ErrorCode.BUSY, 1_000));
    assertThat(feige.salvage("node-2", 9).missing()).containsExactly("node-2");
  }

  @Test
  void settingsOfANodeAreToldAsItTellsThem() {
    standby.always(
        CommandType.SETTINGS,
        asked ->
            asked.answer(
                new SettingList(
                    "node-2",
                    Arrays.stream(SettingTier.values())
                        .map(tier -> new ShownSetting("k" + tier, "v", "flag", tier, "words"))
                        .toList())));

    assertThat(feige.settings("node-2"))
        .containsExactly(
            new NodeSetting("kESSENTIAL", "v", "flag", NodeSetting.Tier.ESSENTIAL, "words"),
            new NodeSetting("kFREQUENT", "v", "flag", NodeSetting.Tier.FREQUENT, "words"),
            new NodeSetting("kRARE", "v", "flag", NodeSetting.Tier.RARE, "words"));
    assertThat(active.received(GetSettings.class)).isEmpty();
  }

  private static io.feige.protocol.command.NodeVitals vitals(String node, long nowMillis) {
    return new io.feige.protocol.command.NodeVitals(
        node,
        new NodeProcess("feige 1", "25", 1_000, nowMillis, 4),
        new NodeUsage(100, 200, 300, 400, 57, NodeUsage.UNKNOWN, 3, 10_000, 500, NodeUsage.UNKNOWN),
        new NodeHealth(false, List.of("t has died"), List.of("w fails")),
        List.of(new ThreadUse("net", 3, 999), new ThreadUse("flush", ThreadUse.NONE, 0)),
        List.of(
            new ReplicaDisk("pair-1", io.feige.protocol.model.NodeRole.STANDBY, 11, 12, 13, 14)));
  }

  @Test
  void vitalsOfAllNodesAreToldAndWhoDoesNotAnswerIsNamed() {
    active.always(CommandType.VITALS, asked -> asked.answer(vitals("node-1", 60_000)));
    standby.always(CommandType.VITALS, asked -> asked.answer(vitals("node-2", 61_000)));

    Vitals all = feige.vitals();

    assertThat(all.missing()).containsExactly("node-3");
    assertThat(all.nodes()).extracting(NodeVitals::nodeId).containsExactly("node-1", "node-2");
    NodeVitals second = all.nodes().get(1);
    assertThat(second)
        .isEqualTo(
            new NodeVitals(
                "node-2",
                new NodeVitals.Program("feige 1", "25", Instant.ofEpochSecond(1), 4),
                new NodeVitals.Clock(
                    Instant.ofEpochSecond(61), second.clock().ahead(), second.clock().doubt()),
                new NodeVitals.Usage(
                    100,
                    200,
                    300,
                    400,
                    OptionalLong.of(57),
                    OptionalLong.empty(),
                    3,
                    10_000,
                    OptionalLong.of(500),
                    OptionalLong.empty()),
                new NodeVitals.Health(false, List.of("t has died"), List.of("w fails")),
                List.of(
                    new NodeVitals.NodeThread("net", OptionalInt.of(3), 999),
                    new NodeVitals.NodeThread("flush", OptionalInt.empty(), 0)),
                List.of(new NodeVitals.Replica("pair-1", NodeRole.STANDBY, 11, 12, 13, 14))));
  }

  @Test
  void clockOfANodeIsComparedWithTheMiddleBetweenQuestionAndAnswer() {
    AtomicReference<Instant> came = new AtomicReference<>(Instant.EPOCH);
    AtomicReference<Instant> left = new AtomicReference<>(Instant.EPOCH);
    standby.always(
        CommandType.VITALS,
        asked -> {
          came.set(Instant.now());
          LockSupport.parkNanos(100_000_000);
          left.set(Instant.now());
          asked.answer(vitals("node-2", came.get().toEpochMilli() + 60_000));
        });

    Instant before = Instant.now();
    NodeVitals.Clock clock = feige.vitals("node-2").clock();
    Instant after = Instant.now();

    assertThat(clock.now()).isEqualTo(Instant.ofEpochMilli(came.get().toEpochMilli() + 60_000));
    Instant middle = clock.now().minus(clock.ahead());
    assertThat(middle.minus(clock.doubt()))
        .as("when it was asked")
        .isBetween(before, came.get().plus(CLOCKS_DIFFER));
    assertThat(middle.plus(clock.doubt()))
        .as("when the answer had come")
        .isBetween(left.get().minus(CLOCKS_DIFFER), after.plus(CLOCKS_DIFFER));
    assertThat(active.received(GetVitals.class)).isEmpty();
  }

  @Test
  void vitalsOfWhoCannotBeAskedAreRefused() {
    assertThatThrownBy(() -> feige.vitals("node-3"))
        .isInstanceOf(TemporaryException.class)
        .hasMessageContaining("node-3 does not answer");
    for (String unknown : List.of("node-4", "")) {
      assertThatThrownBy(() -> feige.vitals(unknown))
          .isInstanceOf(RefusedException.class)
          .hasMessageContaining("none is called");
    }
    standby.on(CommandType.VITALS, asked -> asked.refuse(ErrorCode.UNKNOWN_COMMAND, 0));
    active.on(CommandType.VITALS, asked -> asked.answer(vitals("node-1", 0)));
    assertThat(feige.vitals().missing())
        .as("an older one does not know the question")
        .containsExactly("node-2", "node-3");
    standby.on(CommandType.VITALS, asked -> asked.refuse(ErrorCode.NOT_AUTHORIZED, 0));
    assertThatThrownBy(() -> feige.vitals("node-2"))
        .isInstanceOfSatisfying(
            RefusedException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_AUTHORIZED));
  }

  @Test
  void whatCannotBeAskedIsRefused() {
    assertThatThrownBy(() -> feige.settings("node-3"))
        .isInstanceOf(TemporaryException.class)
        .hasMessageContaining("node-3 does not answer");
    standby.on(CommandType.SETTINGS, asked -> asked.answer(new SettingList("node-9", List.of())));
    assertThatThrownBy(() -> feige.settings("node-2")).isInstanceOf(TemporaryException.class);
    standby.on(CommandType.SETTINGS, asked -> asked.refuse(ErrorCode.NOT_AUTHORIZED, 0));
    assertThatThrownBy(() -> feige.settings("node-2"))
        .isInstanceOfSatisfying(
            RefusedException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_AUTHORIZED));
    for (String unknown : List.of("node-4", "")) {
      assertThatThrownBy(() -> feige.settings(unknown)).isInstanceOf(RefusedException.class);
    }
    assertThatThrownBy(() -> feige.salvage("node-4", 2))
        .hasMessageContaining("none is called node-4");
    assertThatThrownBy(() -> feige.salvage(1_001)).hasMessageContaining("1 to 1000, not 1001");
  }
}

package io.feige.admin.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.feige.admin.address.AdminAddress;
import io.feige.admin.address.NodeAddress;
import io.feige.broker.core.controller.port.Decision;
import io.feige.broker.core.controller.port.DecisionKind;
import io.feige.broker.core.controller.port.FailoverReport;
import io.feige.broker.core.controller.port.FailoverReport.Moment;
import io.feige.protocol.cluster.BackupServes;
import io.feige.protocol.cluster.Member;
import io.feige.protocol.cluster.PairState;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What stands in ZooKeeper, to the byte: a newer Admin must read what an older one wrote. */
final class StoredJsonTest {
  private static final PairState PAIR =
      new PairState(
          "pair-1",
          "node-1",
          "node-2",
          "node-2",
          7,
          List.of(new Member("node-2", "b2"), new Member("node-1", "b1")),
          true,
          BackupServes.PULLS,
          12);
  private static final Decision DECISION =
      new Decision(
          DecisionKind.FAILOVER,
          "pair-1",
          6,
          7,
          "node-1",
          "node-2",
          1_790_000_000_000L,
          List.of("node-1 was silent since \"12:00:00\"", "the promise lapsed"));
  private static final FailoverReport REPORT =
      new FailoverReport(
          "pair-1",
          DecisionKind.FAILOVER,
          7,
          "node-1",
          "node-2",
          1_790_000_000_000L,
          List.of(new Moment(1_790_000_000_001L, "node-2 serves")),
          100,
          220,
          120,
          -1,
          3,
          412,
          false);

  @Test
  void aPairIsStoredLikeThis() {
    String text =
        """
        {
          "pair": "pair-1",
          "master": "node-1",
          "backup": "node-2",
          "active": "node-2",
          "epoch": 7,
          "inSync": [
            {
              "node": "node-2",
              "boot": "b2"
            },
            {
              "node": "node-1",
              "boot": "b1"
            }
          ],
          "handedOver": true,
          "backupServes": "PULLS"
        }
        """;
    isStoredAs(PairJson.write(PAIR), text);
    assertThat(PairJson.read(fields(text), 12)).isEqualTo(PAIR);
  }

  @Test
  void aPairThatWasNeverActiveIsStoredLikeThis() {
    PairState fresh = PairState.fresh("p", "a", "", BackupServes.ALL);
    String text =
        """
        {
          "pair": "p",
          "master": "a",
          "backup": "",
          "active": "",
          "epoch": 0,
          "inSync": [],
          "handedOver": false,
          "backupServes": "ALL"
        }
        """;
    isStoredAs(PairJson.write(fresh), text);
    assertThat(PairJson.read(fields(text), 0)).isEqualTo(fresh);
  }

  @Test
  void aDecisionIsStoredLikeThis() {
    String text =
        """
        {
          "kind": "FAILOVER",
          "pair": "pair-1",
          "fromEpoch": 6,
          "toEpoch": 7,
          "fromNode": "node-1",
          "toNode": "node-2",
          "atMillis": 1790000000000,
          "evidence": [
            "node-1 was silent since \\"12:00:00\\"",
            "the promise lapsed"
          ]
        }
        """;
    isStoredAs(DecisionJson.write(DECISION), text);
    assertThat(DecisionJson.read(fields(text))).isEqualTo(DECISION);
  }

  @Test
  void aReportIsStoredLikeThis() {
    String text =
        """
        {
          "pair": "pair-1",
          "kind": "FAILOVER",
          "epoch": 7,
          "fromNode": "node-1",
          "toNode": "node-2",
          "atMillis": 1790000000000,
          "timeline": [
            {
              "atMillis": 1790000000001,
              "words": "node-2 serves"
            }
          ],
          "confirmedBefore": 100,
          "confirmedAfter": 220,
          "unconfirmedBytes": 120,
          "salvagedBytes": -1,
          "redelivered": 3,
          "pauseMillis": 412,
          "complete": false
        }
        """;
    isStoredAs(ReportJson.write(REPORT), text);
    assertThat(ReportJson.read(fields(text))).isEqualTo(REPORT);
  }

  @Test
  void addressesAreStoredLikeThis() {
    NodeAddress node = new NodeAddress("node-1", "10.0.0.1", 7001, "b1", 4);
    String nodeText =
        """
        {
          "node": "node-1",
          "host": "10.0.0.1",
          "port": 7001,
          "bootId": "b1"
        }
        """;
    isStoredAs(AddressJson.write(node), nodeText);
    assertThat(AddressJson.readNode(fields(nodeText), 4)).isEqualTo(node);

    AdminAddress admin = new AdminAddress("admin-1", "10.0.0.9:7700", "http://10.0.0.9:7701", 3);
    String adminText =
        """
        {
          "id": "admin-1",
          "client": "10.0.0.9:7700",
          "http": "http://10.0.0.9:7701",
          "leaderEpoch": 3
        }
        """;
    isStoredAs(AddressJson.write(admin), adminText);
    assertThat(AddressJson.readAdmin(fields(adminText))).isEqualTo(admin);
  }

  @Test
  void whatIsAddedLaterIsIgnored() {
    String text =
        "{\"id\": \"a\", \"client\": \"\", \"http\": \"\", \"leaderEpoch\": 1, \"x\": []}";
    assertThat(AddressJson.readAdmin(fields(text)).id()).isEqualTo("a");
  }

  @Test
  void whatIsWrongIsRefusedByName() {
    assertThatThrownBy(() -> fields("[]")).hasMessage("is not an object");
    assertThatThrownBy(() -> fields("{")).hasMessageContaining("is not JSON");
    assertThatThrownBy(() -> PairJson.read(fields("{}"), 0)).hasMessage("pair is missing");
    String good = text(PairJson.write(PAIR));
    refused(good.replace("\"epoch\": 7", "\"epoch\": \"7\""), "epoch is not a whole number");
    refused(good.replace("\"epoch\": 7", "\"epoch\": 1e99"), "epoch is not a whole number");
    refused(good.replace("PULLS", "NOTHING"), "backupServes: NOTHING is not known");
    refused(good.replace("\"handedOver\": true", "\"handedOver\": 1"), "handedOver is not true");
    refused(good.replace("\"boot\": \"b1\"", "\"boot\": null"), "boot is not a text");
  }

  private static void refused(String text, String message) {
    assertThatThrownBy(() -> PairJson.read(fields(text), 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }

  private static void isStoredAs(JsonNode node, String text) {
    assertThat(text(node)).isEqualTo(text);
  }

  private static String text(JsonNode node) {
    return new String(Json.bytes(node), StandardCharsets.UTF_8);
  }

  private static Fields fields(String text) {
    return Json.read(text.getBytes(StandardCharsets.UTF_8));
  }
}

package io.feige.perf.peers;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.perf.peers.load.LoadResult;
import io.feige.perf.peers.load.Work;
import io.feige.perf.peers.server.Peer;
import java.io.StringReader;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.xml.sax.InputSource;

class ReportTest {
  private static final Peer NODE = Peer.named("feige-node");
  private static final Peer NATS = Peer.named("nats");
  private static final Work RATE = Work.named("rate-5000");
  private static final Campaign.Plan PLAN =
      new Campaign.Plan(List.of(NODE, NATS), List.of(RATE), 3, 10, 20);

  @Test
  void itGivesTheMedianAndTheEndsAndWhatItCosts() {
    Report report =
        new Report(
            List.of(outcome(1, NODE, 700), outcome(2, NODE, 500), outcome(3, NODE, 600)),
            PLAN,
            "Feige 1.");
    assertThat(report.words())
        .contains("## Round trip at 5,000 a second, 1 KiB")
        .contains("| Feige, one node | fsync before confirm | 5,000 | 0.60 (0.50 to 0.70) ms |")
        // 15 s for 100,000 messages that count and 50,000 of the warm-up.
        .contains("| 100.0 | 20.0 | 300 MiB | 0 |")
        .doesNotContain("| NATS");
  }

  @Test
  void theSaferStandsFirst() {
    String words =
        new Report(List.of(outcome(1, NATS, 200), outcome(1, NODE, 500)), PLAN, "Feige 1.").words();
    assertThat(words.indexOf("Feige, one node")).isLessThan(words.indexOf("NATS JetStream"));
  }

  @Test
  void feigeStandsBesideTheBestOfEachKind() {
    List<Peer> peers =
        List.of(
            NODE, Peer.named("kafka-fsync"), Peer.named("rabbitmq"), Peer.named("redis-always"));
    List<Outcome> outcomes =
        List.of(
            outcome(1, peers.get(0), 500),
            outcome(1, peers.get(1), 9000),
            outcome(1, peers.get(2), 1000),
            outcome(1, peers.get(3), 250),
            outcome(2, peers.get(3), 1));
    String words =
        new Report(outcomes, new Campaign.Plan(peers, List.of(RATE), 2, 10, 20), "Feige 1.")
            .words();
    assertThat(words)
        .contains("| p50 | node | the best broker with fsync: RabbitMQ, quorum")
        .contains("| **2.00** (2.00 to 2.00) |")
        .contains("the best lean one with fsync: Redis streams, appendfsync always | **0.50**")
        .doesNotContain("the best broker without");
  }

  @Test
  void theTailsAreDrawn() throws Exception {
    List<Chart> charts = new Report(List.of(outcome(1, NODE, 500)), PLAN, "Feige 1.").charts();
    assertThat(charts).extracting(Chart::file).containsExactly("rate-5000.svg");
    String svg = charts.get(0).svg();
    var root =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(new InputSource(new StringReader(svg)))
            .getDocumentElement();
    assertThat(root.getElementsByTagName("polyline").getLength()).isEqualTo(1);
    assertThat(svg).contains("Feige (fsync before confirm)");
  }

  private static Outcome outcome(int round, Peer peer, double p50) {
    LoadResult.Latency latency = new LoadResult.Latency(p50, p50 * 2, p50 * 4, p50 * 8, p50 * 16);
    LoadResult result =
        new LoadResult(100_000, 0, 20, latency, List.of(9000.0, 4000.0, 2500.0), 3, 150_000);
    return new Outcome("run", round, peer.name(), RATE.name(), result, 15, 300, 2.5, 0.001);
  }
}

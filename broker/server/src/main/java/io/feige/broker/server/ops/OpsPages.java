package io.feige.broker.server.ops;

import io.feige.access.Right;
import io.feige.access.Verdict;
import io.feige.access.Verdict.Admitted;
import io.feige.access.Verdict.Refused;
import io.feige.access.Verdict.TooOften;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What a node has to say over HTTP. All but health want credentials, where any are configured, with
 * the right of viewers; health says nothing that needs them. Any thread; may wait for some seconds.
 */
final class OpsPages {
  private static final OpsReply WHO =
      OpsReply.of(401, "needs a bearer token, or a user's name and password");
  private static final OpsReply NOT_PERMITTED = OpsReply.of(403, "needs the right of viewers");
  private static final String PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8";

  private final Gate gate;
  private final Supplier<HealthReport> health;
  private final NodeMetrics metrics;
  private final DiskPage disk;

  OpsPages(Gate gate, Supplier<HealthReport> health, NodeMetrics metrics, DiskSource disks) {
    this.gate = gate;
    this.health = health;
    this.metrics = metrics;
    this.disk = new DiskPage(disks);
  }

  OpsReply answer(OpsRequest request) {
    if (!request.method().equals("GET")) {
      return OpsReply.of(405, "only GET");
    }
    return switch (request.path()) {
      case "/health" -> answerHealth();
      case "/ready" -> answerReady();
      case "/metrics" -> answerMetrics(request);
      case "/disk" -> answerDisk(request);
      default -> OpsReply.of(404, "not found");
    };
  }

  private OpsReply answerHealth() {
    HealthReport report = health.get();
    return OpsReply.json(report.alive() ? 200 : 503, report);
  }

  private OpsReply answerReady() {
    HealthReport report = health.get();
    return OpsReply.json(report.alive() && report.serving() ? 200 : 503, report);
  }

  private OpsReply answerMetrics(OpsRequest request) {
    OpsReply refused = refused(request);
    return refused != null ? refused : new OpsReply(200, PROMETHEUS, metrics.scrape());
  }

  private OpsReply answerDisk(OpsRequest request) {
    OpsReply refused = refused(request);
    if (refused != null) {
      return refused;
    }
    DiskPage.Page page = disk.answer(request.query());
    return page.status() == 200
        ? new OpsReply(200, "application/json", page.text())
        : OpsReply.of(page.status(), page.text());
  }

  private @Nullable OpsReply refused(OpsRequest request) {
    Verdict verdict = gate.judge(request.authorization(), request.certificate(), request.from());
    return switch (verdict) {
      case Admitted admitted ->
          admitted.admission().grants().permit(Right.VIEWER) ? null : NOT_PERMITTED;
      case Refused _ -> WHO;
      case TooOften _ -> OpsReply.of(429, "too many tries from there have failed");
    };
  }
}

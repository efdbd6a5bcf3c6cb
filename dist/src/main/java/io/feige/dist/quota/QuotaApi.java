package io.feige.dist.quota;

import io.feige.dist.admin.AdminApi;
import io.feige.dist.cli.Json;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** Quotas, as an Admin's REST interface has them. */
final class QuotaApi {
  private static final String QUOTAS = "/api/v1/quotas";

  private final AdminApi api;

  QuotaApi(AdminApi api) {
    this.api = api;
  }

  /**
   * A quota; also a line of {@code quota list --json}. A limit of 0 is none.
   *
   * @param of {@code user:NAME} or {@code topic:NAME}
   */
  record QuotaLine(
      String of, long publishBytesPerSecond, long pullBytesPerSecond, long storedBytes) {}

  /** All quotas. */
  record QuotaList(List<QuotaLine> quotas) {
    QuotaList {
      quotas = List.copyOf(quotas);
    }
  }

  /** Something was done. */
  record Done(boolean done) {}

  List<QuotaLine> quotas() {
    return api.call("GET", QUOTAS, "", QuotaList.class).quotas();
  }

  QuotaLine set(QuotaLine quota) {
    String limits =
        Json.line(
            Map.of(
                "publishBytesPerSecond",
                quota.publishBytesPerSecond(),
                "pullBytesPerSecond",
                quota.pullBytesPerSecond(),
                "storedBytes",
                quota.storedBytes()));
    return api.call("PUT", path(quota.of()), limits, QuotaLine.class);
  }

  void delete(String of) {
    var _ = api.call("DELETE", path(of), "", Done.class);
  }

  private static String path(String of) {
    return QUOTAS + "/" + URLEncoder.encode(of, StandardCharsets.UTF_8);
  }
}

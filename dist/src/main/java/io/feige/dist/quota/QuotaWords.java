package io.feige.dist.quota;

import io.feige.dist.cli.Human;
import io.feige.dist.cli.Table;
import io.feige.dist.quota.QuotaApi.QuotaLine;
import java.util.List;

/** Quotas as a person reads them. */
final class QuotaWords {
  private static final String NO_LIMIT = "no limit";

  private QuotaWords() {}

  static String table(List<QuotaLine> quotas) {
    Table table = new Table("WHOSE", "PUBLISHED", "PULLED", "STORED");
    quotas.forEach(quota ->
        table.row(
            quota.of(),
            aSecond(quota.publishBytesPerSecond()),
            aSecond(quota.pullBytesPerSecond()),
            quota.storedBytes() == 0 ? NO_LIMIT : Human.bytes(quota.storedBytes())));
    return table.text();
  }

  private static String aSecond(long bytes) {
    return bytes == 0 ? NO_LIMIT : Human.bytes(bytes) + "/s";
  }
}

package io.feige.dist.disk;

import io.feige.admin.json.DiskJson;
import io.feige.client.DiskUse;
import io.feige.client.FeigeClient;
import io.feige.client.FeigeException;
import io.feige.client.PairView;
import io.feige.dist.cli.Context;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Shows who holds how much of the journals. */
@Command(
    name = "disk",
    description = {
      "Shows who holds how much of a pair's journal, and since when: topics within their limits,"
          + " groups with unsettled messages, delayed messages, the message store, the standby,"
          + " snapshots. The active node of each pair is asked.",
      "",
      "NEEDS is about how many bytes of the journal are needed by it. HOLDS is how many stay on the"
          + " disk because of it: everything from its oldest byte on, unless the node carries"
          + " forward what is needed; then topics, groups and delayed messages hold what they need.",
      "",
      "A topic needs what its limits keep. A group needs what it has not settled and those limits"
          + " would let go of; a message that two groups lack counts for both."
    },
    footer = {"", "Examples:", "  feige disk", "  feige disk --pair pair-1 --limit 100 --json"})
public final class DiskCommand implements Runnable {
  private static final String ALL = "";

  private final Context context;

  @Option(names = "--pair", paramLabel = "ID", description = "Only this pair. Default: all pairs.")
  private String pair = ALL;

  @Option(
      names = "--limit",
      paramLabel = "N",
      defaultValue = "20",
      description = "So many holders of a pair at most, 1 to 1,000. Default: ${DEFAULT-VALUE}.")
  private int limit;

  public DiskCommand(Context context) {
    this.context = context;
  }

  @Override
  public void run() {
    if (limit < 1 || limit > DiskUse.MAX_LIMIT) {
      throw new IllegalArgumentException("--limit is a number from 1 to " + DiskUse.MAX_LIMIT);
    }
    try (FeigeClient client = context.connect()) {
      List<String> pairs =
          pair.equals(ALL) ? client.pairs().stream().map(PairView::pair).toList() : List.of(pair);
      FeigeException failed = null;
      boolean isFirst = true;
      for (String each : pairs) {
        try {
          tell(client.disk(each, limit), isFirst);
          isFirst = false;
        } catch (FeigeException refused) {
          failed = later(failed, refused);
        }
      }
      if (failed != null) {
        throw failed;
      }
    }
  }

  /** What one pair lacks does not keep the others from being shown; the first failure is told. */
  private static FeigeException later(@Nullable FeigeException before, FeigeException now) {
    return before == null ? now : before;
  }

  private void tell(DiskUse use, boolean isFirst) {
    context.answer(DiskJson.of(use), (isFirst ? "" : "\n") + DiskWords.of(use, Instant.now()));
  }
}

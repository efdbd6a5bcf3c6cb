package io.feige.dist.admin;

import io.feige.dist.cli.Context;
import io.feige.dist.cli.Table;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Shows what an operator should know of. */
@Command(
    name = "alerts",
    description = {
      "Shows what is wrong in a cluster now, the worst and oldest first: pairs that nobody serves or"
          + " that have one copy only, nodes that are not heard, rows in SQL that are behind,"
          + " certificates that expire, an Admin without ZooKeeper.",
      "",
      "What passes within three seconds, as a failover does, is not shown."
    },
    footer = {
      "",
      "Examples:",
      "  feige alerts",
      "  feige alerts --admin admin.example.com:7700 --json"
    })
public final class AlertsCommand implements Runnable {
  private final Context context;

  @Mixin private AdminOptions options = new AdminOptions();

  public AlertsCommand(Context context) {
    this.context = context;
  }

  /**
   * What the REST interface tells.
   *
   * @param live the leading Admin says so; otherwise it is what one that follows knows of itself
   */
  record Alerts(List<Alert> alerts, boolean live) {
    Alerts {
      alerts = List.copyOf(alerts);
    }
  }

  /** One of them. */
  record Alert(
      String rule, String of, String severity, String since, String sentence, String whatToDo) {}

  @Override
  public void run() {
    Alerts now = options.api(context).call("GET", "/api/v1/alerts", "", Alerts.class);
    context.answer(now, words(now));
  }

  private static String words(Alerts now) {
    String end = now.live() ? "" : "\n\nNobody leads at the moment, so no more is known.";
    if (now.alerts().isEmpty()) {
      return "All is well." + end;
    }
    Table table = new Table("SEVERITY", "OF", "SINCE", "WHAT");
    StringBuilder advice = new StringBuilder();
    for (Alert alert : now.alerts()) {
      table.row(
          alert.severity(),
          alert.of(),
          Instant.parse(alert.since()).truncatedTo(ChronoUnit.SECONDS).toString(),
          alert.sentence());
      advice.append("\n").append(alert.of()).append(": ").append(alert.whatToDo());
    }
    return table.text() + "\n" + advice + end;
  }
}

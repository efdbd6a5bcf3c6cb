package io.feige.dist.quota;

import io.feige.dist.admin.AdminOptions;
import io.feige.dist.cli.ByteSizeConverter;
import io.feige.dist.cli.Context;
import io.feige.dist.quota.QuotaApi.QuotaLine;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Sets a quota. */
@Command(
    name = "set",
    description = {
      "Limits how much users or topics may have of each node, instead of what limited them so far.",
      "",
      "It holds within seconds. Who has had so much is told when to come back, and clients of"
          + " Feige do; what was confirmed stays, and nothing is dropped. If several quotas name"
          + " the same, the one that names most of it counts."
    },
    footer = {
      "",
      "Examples:",
      "  feige quota set user:billing --publish 10MiB --pull 20MiB",
      "  feige quota set 'user:*' --publish 2MiB",
      "  feige quota set 'topic:logs.*' --publish 5MiB --stored 20GiB"
    })
public final class QuotaSetCommand implements Runnable {
  private final Context context;

  @Parameters(
      paramLabel = "WHOSE",
      description =
          "user:NAME or topic:NAME. A name may end with *: each of those users or topics has the"
              + " quota for itself.")
  private String of = "";

  @Option(
      names = "--publish",
      paramLabel = "SIZE",
      converter = ByteSizeConverter.class,
      description = "Bytes published a second at each node, 1KiB or more. Default: no limit.")
  private long publish;

  @Option(
      names = "--pull",
      paramLabel = "SIZE",
      converter = ByteSizeConverter.class,
      description = "Bytes pulled or read a second from each node. Default: no limit.")
  private long pull;

  @Option(
      names = "--stored",
      paramLabel = "SIZE",
      converter = ByteSizeConverter.class,
      description =
          "Bytes of the topic in the journal of each pair; beyond, publishing waits until retention"
              + " has removed something. Only for topics. Default: no limit.")
  private long stored;

  @Mixin private AdminOptions options = new AdminOptions();

  public QuotaSetCommand(Context context) {
    this.context = context;
  }

  @Override
  public void run() {
    QuotaLine now =
        new QuotaApi(options.api(context)).set(new QuotaLine(of, publish, pull, stored));
    context.answer(now, "Set.\n" + QuotaWords.table(List.of(now)));
  }
}

package io.feige.dist.proxy;

import io.feige.dist.admin.AdminOptions;
import io.feige.dist.cli.Context;
import io.feige.dist.cli.Human;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Tells all sessions something. */
@Command(
    name = "notice",
    description =
        "Tells all sessions over WebSocket something, such as that there is work on the cluster; a"
            + " page gets it as 'onNotice'. Nothing is stored, and who comes later is not told.",
    footer = {"", "Example:", "  feige proxy notice \"We are back at nine.\""})
public final class ProxyNoticeCommand implements Runnable {
  private final Context context;

  @Mixin private AdminOptions options = new AdminOptions();

  @Option(
      names = "--proxy",
      paramLabel = "PROXY",
      description = "Only sessions of this proxy. Default: those of all.")
  private @Nullable String proxy;

  @Parameters(paramLabel = "TEXT", description = "What is said, at most 1,000 characters.")
  private String text = "";

  public ProxyNoticeCommand(Context context) {
    this.context = context;
  }

  @Override
  public void run() {
    ProxyApi api = new ProxyApi(options.api(context));
    List<String> all = proxy == null ? api.heard() : List.of(proxy);
    int told = all.stream().mapToInt(each -> api.tell(each, text).sessions()).sum();
    context.answer(
        new ProxyApi.Done(told),
        Human.count(told) + " sessions of " + all.size() + " proxies were told.");
  }
}

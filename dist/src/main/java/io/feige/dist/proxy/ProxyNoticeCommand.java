package io.feige.dist.proxy;

import io.feige.dist.admin.AdminOptions;
import io.feige.dist.cli.CliException;
import io.feige.dist.cli.Context;
import io.feige.dist.cli.ExitCode;
import io.feige.dist.cli.Human;
import java.util.ArrayList;
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
    if (proxy == null) {
      tellAll(api, api.heard());
    } else {
      answer(api.tell(proxy, text).sessions(), 1);
    }
  }

  /** One that does not answer keeps nobody else from being told. */
  private void tellAll(ProxyApi api, List<String> proxies) {
    int told = 0;
    List<String> silent = new ArrayList<>();
    for (String each : proxies) {
      try {
        told += api.tell(each, text).sessions();
      } catch (CliException e) {
        if (e.exitCode() != ExitCode.UNKNOWN) {
          throw e;
        }
        silent.add(each);
      }
    }
    if (!silent.isEmpty()) {
      throw new CliException(
          ExitCode.UNKNOWN,
          words(told, proxies.size() - silent.size())
              + " It is not known of those of "
              + String.join(", ", silent)
              + ", which did not answer.");
    }
    answer(told, proxies.size());
  }

  private void answer(int told, int proxies) {
    context.answer(new ProxyApi.Done(told), words(told, proxies));
  }

  private static String words(int told, int proxies) {
    return Human.count(told) + " sessions of " + proxies + " proxies were told.";
  }
}

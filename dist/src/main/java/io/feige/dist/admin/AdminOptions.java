package io.feige.dist.admin;

import io.feige.dist.cli.CliException;
import io.feige.dist.cli.Context;
import io.feige.dist.cli.ExitCode;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where an Admin answers HTTP. */
public final class AdminOptions {
  private static final int DEFAULT_PORT = 7700;

  @Option(
      names = "--admin-http",
      paramLabel = "HOST:PORT",
      hideParamSyntax = true,
      split = ",",
      description =
          "Where the Admin answers HTTP; several may be given, separated by commas. Default: one port"
              + " above that of --server.")
  private @Nullable List<String> http;

  /** The Admin's REST interface. */
  public AdminApi api(Context context) {
    List<String> named = http;
    return new AdminApi(
        named != null
            ? named
            : context.global().servers().stream().map(AdminOptions::oneAbove).toList(),
        context.global().access());
  }

  static String oneAbove(String server) {
    int colon = server.lastIndexOf(':');
    boolean hasPort = colon >= 0 && server.indexOf(']', colon) < 0;
    String host = hasPort ? server.substring(0, colon) : server;
    String port = hasPort ? server.substring(colon + 1) : Integer.toString(DEFAULT_PORT);
    if (host.isBlank() || !port.matches("\\d{1,5}")) {
      throw new CliException(ExitCode.USAGE, "'" + server + "' is not host:port.");
    }
    return host + ":" + (Integer.parseInt(port) + 1);
  }
}

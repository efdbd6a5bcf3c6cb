package io.feige.broker.server.watch;

import io.feige.tls.TlsFiles;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a node tells the process that watches it, over its standard input: where Admins are, and how
 * they know it. Secrets stand neither on a command line nor in an environment.
 *
 * @param process number of the node's process
 * @param admins host:port each
 * @param secret of the cluster
 * @param tls how Admins are met; empty: nothing is encrypted
 */
record WatchOrder(
    long process, String node, List<String> admins, String secret, Optional<TlsFiles> tls) {
  /** As text: a line for each thing, and an empty line behind them. */
  String write() {
    StringBuilder text = new StringBuilder();
    line(text, "process", Long.toString(process));
    line(text, "node", node);
    line(text, "admins", String.join(",", admins));
    line(text, "secret", secret);
    tls.flatMap(TlsFiles::ca).ifPresent(ca -> line(text, "ca", ca.toString()));
    tls.flatMap(TlsFiles::identity)
        .ifPresent(own -> {
          line(text, "chain", own.chain().toString());
          line(text, "key", own.key().toString());
        });
    line(text, "encrypted", Boolean.toString(tls.isPresent()));
    return text.append('\n').toString();
  }

  private static void line(StringBuilder text, String name, String value) {
    if (value.indexOf('\n') >= 0) {
      throw new IllegalArgumentException(name + " has two lines");
    }
    text.append(name).append('=').append(value).append('\n');
  }

  /**
   * Reads it up to the empty line.
   *
   * @throws IOException if it is not whole
   */
  static WatchOrder read(BufferedReader in) throws IOException {
    Map<String, String> lines = new HashMap<>();
    String line = in.readLine();
    while (line != null && !line.isEmpty()) {
      int end = line.indexOf('=');
      lines.put(line.substring(0, Math.max(0, end)), line.substring(end + 1));
      line = in.readLine();
    }
    if (line == null) {
      throw new IOException("the order ends before its empty line");
    }
    return new WatchOrder(
        Long.parseLong(required(lines, "process")),
        required(lines, "node"),
        new ArrayList<>(List.of(required(lines, "admins").split(",", -1))),
        required(lines, "secret"),
        Boolean.parseBoolean(required(lines, "encrypted"))
            ? Optional.of(tls(lines))
            : Optional.empty());
  }

  private static TlsFiles tls(Map<String, String> lines) {
    Optional<TlsFiles.Identity> own =
        Optional.ofNullable(lines.get("chain"))
            .map(chain ->
                new TlsFiles.Identity(Path.of(chain), Path.of(lines.getOrDefault("key", ""))));
    return new TlsFiles(own, Optional.ofNullable(lines.get("ca")).map(Path::of));
  }

  private static String required(Map<String, String> lines, String name) {
    String value = lines.get(name);
    if (value == null) {
      throw new IllegalArgumentException("the order has no " + name);
    }
    return value;
  }

  /** Without the secret. */
  @Override
  public String toString() {
    return "WatchOrder[process=" + process + ", node=" + node + ", admins=" + admins + "]";
  }
}

package io.feige.dist.bench;

import io.feige.certificates.CertificateFiles;
import io.feige.certificates.CertificateRequest;
import io.feige.client.FeigeClient;
import io.feige.client.FeigeClientBuilder;
import io.feige.dist.cli.Context;
import io.feige.dist.cli.ExitCode;
import io.feige.dist.process.NodeProcess;
import io.feige.dist.process.NodeSetup;
import io.feige.dist.process.TemporaryDirectory;
import io.feige.tls.TlsContext;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Measures what encryption costs. */
@Command(
    name = "tls",
    description = {
      "Starts a node that speaks in clear, one with TLS of the Java platform and, where"
          + " netty-tcnative is on the class path, one with OpenSSL. Measures each of them in turn:"
          + " publishing 128 B, 16 publishers that wait for each message, the round trip at 5,000"
          + " messages a second, and how long many clients take to connect at once.",
      "",
      "Client and node share the machine, and both sides encrypt and decrypt."
    },
    footer = {"", "Example:", "  feige bench tls --runs 5 --clients 5000"})
public final class BenchTlsCommand implements Callable<Integer> {
  private static final Duration START_LIMIT = Duration.ofMinutes(2);
  private static final Duration VALID = Duration.ofDays(1);
  private static final String HEAP = "512m";

  private final Context context;

  @Mixin private SuiteOptions options = new SuiteOptions();

  @Option(
      names = "--clients",
      paramLabel = "N",
      defaultValue = "5000",
      description = "How many connect at once. Default: ${DEFAULT-VALUE}.")
  private int clients = 5_000;

  public BenchTlsCommand(Context context) {
    this.context = context;
  }

  /**
   * How a node is spoken to.
   *
   * @param engine of TLS on both sides; empty: in clear
   */
  private record Way(String name, String engine) {}

  private static List<Way> ways() {
    List<Way> ways = new ArrayList<>();
    ways.add(new Way("in clear", ""));
    ways.add(new Way("TLS, Java platform", "jdk"));
    if (TlsContext.hasOpenSsl()) {
      ways.add(new Way("TLS, OpenSSL", "openssl"));
    }
    return ways;
  }

  /** A node and how it is spoken to. */
  private record Served(Way way, NodeProcess node, Path ca) implements AutoCloseable {
    FeigeClient connect() {
      FeigeClient client = build();
      client.awaitConnected(START_LIMIT);
      return client;
    }

    FeigeClient build() {
      FeigeClientBuilder builder =
          FeigeClient.builder().servers(node.address()).connectTimeout(START_LIMIT);
      if (!way.engine.isEmpty()) {
        // Read when the client is built; nobody else builds one meanwhile.
        System.setProperty(TlsContext.ENGINE_PROPERTY, way.engine);
        builder.ca(ca);
      }
      return builder.build();
    }

    @Override
    public void close() {
      node.close();
    }
  }

  @Override
  public Integer call() throws IOException {
    MachineLoad before = MachineLoad.now();
    try (TemporaryDirectory own = TemporaryDirectory.ofProcess(options.dir(), "feige-bench-")) {
      CertificateFiles certificates = new CertificateFiles(own.path());
      var _ = certificates.init("bench", VALID);
      var _ =
          certificates.issue(
              CertificateRequest.of("node", List.of("127.0.0.1", "localhost"), VALID), false);
      List<Served> served = new ArrayList<>();
      try {
        for (Way way : ways()) {
          served.add(start(way, own.path(), certificates));
        }
        TlsTable table = measure(served, before);
        context.answer(table, table.markdown());
        return table.failed() == 0 ? ExitCode.OK : ExitCode.FAILED;
      } finally {
        served.forEach(Served::close);
      }
    }
  }

  private static Served start(Way way, Path dir, CertificateFiles certificates) {
    List<String> settings = new ArrayList<>(List.of("topics.autoCreate=true"));
    List<String> javaOptions = new ArrayList<>();
    if (!way.engine.isEmpty()) {
      settings.add("tls.certificate=" + certificates.certificate("node"));
      settings.add("tls.key=" + certificates.key("node"));
      settings.add("tls.ca=" + certificates.ca());
      javaOptions.add("-D" + TlsContext.ENGINE_PROPERTY + "=" + way.engine);
    }
    Path own = dir.resolve(way.engine.isEmpty() ? "clear" : way.engine);
    NodeProcess node =
        NodeProcess.start(new NodeSetup(own, NodeProcess.freePort(), HEAP, settings, javaOptions));
    return new Served(way, node, certificates.ca());
  }

  private TlsTable measure(List<Served> served, MachineLoad before) throws IOException {
    List<Suite> suites = new ArrayList<>();
    for (Served each : served) {
      each.connect().close();
      suites.add(new Suite(new Runs(context, options.plan()), each::connect));
    }
    for (Suite suite : suites) {
      suite.publish("publish 128 B, batched, 1 producer", 128);
    }
    for (Suite suite : suites) {
      suite.sync("publish 128 B, 16 threads, 1 in flight each, 16 connections", true);
    }
    for (Suite suite : suites) {
      suite.roundtrip();
    }
    List<TlsTable.Column> columns = new ArrayList<>();
    for (int i = 0; i < served.size(); i++) {
      double seconds = storm(served.get(i));
      columns.add(new TlsTable.Column(served.get(i).way.name, suites.get(i).measured(), seconds));
    }
    return new TlsTable(columns, clients, options.runs(), before, MachineLoad.now());
  }

  /** How long it takes until all of them are connected, in seconds. */
  private double storm(Served served) {
    context.terminal().note(clients + " clients connect, " + served.way.name);
    List<FeigeClient> all = new ArrayList<>();
    long begin = System.nanoTime();
    try {
      for (int i = 0; i < clients; i++) {
        all.add(served.build());
      }
      all.forEach(client -> client.awaitConnected(START_LIMIT));
      return (System.nanoTime() - begin) / 1e9;
    } finally {
      all.forEach(FeigeClient::close);
    }
  }
}

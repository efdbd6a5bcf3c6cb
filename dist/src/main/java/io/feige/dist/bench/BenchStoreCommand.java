package io.feige.dist.bench;

import io.feige.client.Durability;
import io.feige.client.FeigeClient;
import io.feige.database.DatabaseKind;
import io.feige.database.DatabaseServer;
import io.feige.dist.bench.MeasureOptions.Plan;
import io.feige.dist.cli.CliException;
import io.feige.dist.cli.Context;
import io.feige.dist.cli.ExitCode;
import io.feige.dist.process.NodeProcess;
import io.feige.dist.process.NodeSetup;
import io.feige.dist.process.TemporaryDirectory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Measures what the message store costs and gives. */
@Command(
    name = "store",
    description = {
      "Measures, with messages of 128 B and a database server of its own on this machine: publishing"
          + " that is confirmed when the row is committed, by 16 threads that wait for each message"
          + " and by one that does not, while a group consumes (so two rows a message); single-row"
          + " inserts without Feige; how fast a backlog gets into the database, beside a bare"
          + " loop that writes such rows with the same statements in the same batches; and"
          + " publishing at the default durability with the database there, dead, and without any.",
      "",
      "The database writes its log to the disk with every commit. Starts and removes its own"
          + " processes and directories; the server is fetched as a Maven artifact."
    },
    footer = {"", "Example:", "  feige bench store --runs 3 --store mysql8"})
public final class BenchStoreCommand implements Callable<Integer> {
  private static final Duration START_LIMIT = Duration.ofMinutes(2);

  /** Publishers that wait for rows call everything a thousand times a second, and no more. */
  private static final Duration WARMUP = Duration.ofSeconds(90);

  private static final String HEAP = "512m";
  private static final String DATABASE = "feige";

  private final Context context;

  @Mixin private SuiteOptions options = new SuiteOptions();

  @Option(
      names = "--store",
      paramLabel = "KIND",
      defaultValue = "mysql",
      description = "mysql (MariaDB 11.4) or mysql8 (MySQL 8.0). Default: ${DEFAULT-VALUE}.")
  private String store = "mysql";

  public BenchStoreCommand(Context context) {
    this.context = context;
  }

  @Override
  public Integer call() throws IOException, InterruptedException, SQLException {
    DatabaseKind kind =
        switch (store) {
          case "mysql" -> DatabaseKind.MARIADB;
          case "mysql8" -> DatabaseKind.MYSQL;
          default -> throw new CliException(ExitCode.USAGE, "--store is mysql or mysql8.");
        };
    StoreTable table = new StoreTable(store, options.runs(), MachineLoad.now());
    try (TemporaryDirectory own = TemporaryDirectory.ofProcess(options.dir(), "feige-bench-")) {
      try (NodeProcess node = node(own, "plain", List.of())) {
        table.add(suite(node).publish("publish 128 B, default durability, no store"));
      }
      try (DatabaseServer server = DatabaseServer.start(kind, own.path().resolve("database"));
          NodeProcess node = node(own, "stored", settings(server))) {
        StoreSuite suite = suite(node);
        JdbcRates bare = new JdbcRates(server.url(DATABASE));
        table.add(suite.sync(Durability.STORED));
        table.add(suite.batched());
        suite.awaitStored(server.url(DATABASE));
        table.add(
            runs()
                .measureWarm("single rows, autocommit, 16 threads", i -> bare.singleRows(plan())));
        table.add(
            runs()
                .measureWarm("rows in batches of 2,048, 3 threads", i -> restarted(server, bare)));
        table.add(suite.backlog(server, DATABASE));
        // Last, because its millions of rows would be in the way of the others.
        table.add(suite.publish("publish 128 B, default durability, store there"));
        server.kill();
        table.add(suite.publish("publish 128 B, default durability, store dead"));
      }
    }
    context.answer(table, table.markdown());
    return table.failed() == 0 ? ExitCode.OK : ExitCode.FAILED;
  }

  /** The backlog's rows come to a server that has just been started, too. */
  private RunResult restarted(DatabaseServer server, JdbcRates bare) {
    try {
      server.kill();
      server.restart();
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(interrupted);
    }
    return bare.batches(plan());
  }

  private Plan plan() {
    return options.plan(WARMUP);
  }

  private Runs runs() {
    return new Runs(context, plan());
  }

  private StoreSuite suite(NodeProcess node) {
    return new StoreSuite(runs(), () -> client(node.address()));
  }

  private static List<String> settings(DatabaseServer server) {
    return List.of("sql.url=" + server.url(DATABASE), "sql.user=root");
  }

  private static NodeProcess node(TemporaryDirectory dir, String name, List<String> settings) {
    NodeProcess node =
        NodeProcess.start(
            new NodeSetup(dir.path().resolve(name), NodeProcess.freePort(), HEAP, settings));
    node.awaitServing(START_LIMIT);
    return node;
  }

  private static FeigeClient client(String address) {
    FeigeClient client = FeigeClient.builder().servers(address).build();
    client.awaitConnected(START_LIMIT);
    return client;
  }
}

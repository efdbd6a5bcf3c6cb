package io.feige.dist;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.dist.cli.Environment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pairs whose nodes share a database instead of copying, with real processes under faults. */
class SharedStoreIT {
  private static final byte[] NO_INPUT = {};
  private static final boolean IS_LONG = Boolean.getBoolean("feige.store.long");

  @TempDir Path temporary;

  @Test
  void everyPromiseIsKeptWhereTheNodesShareADatabase() {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "chaos",
                "--json",
                "--store=mysql",
                "--replication=shared-sql",
                "--clients=2",
                "--rate=200",
                // How long is no promise, and starting a database server takes its time.
                "--recovery=5m",
                "--report=" + temporary,
                "--round=kill database 3s",
                "--round=kill node-1,node-2 500ms"));
    if (IS_LONG) {
      arguments.add("--round=kill node-1 1s");
      arguments.add("--round=cut node-1>admin-1,admin-1>node-1 3s");
      arguments.add("--round=pause node-2 2s");
      arguments.add("--round=switch pair-1");
    }

    CommandRun run = CommandRun.of(Environment.REAL, NO_INPUT, arguments.toArray(String[]::new));

    assertThat(run.exitCode()).as(run.outText() + run.err()).isZero();
    assertThat(run.outText()).contains("\"lost\":0", "\"afterAck\":0", "\"storedTwice\":0");
    assertThat(run.outText()).contains("\"twoServers\":0", "\"notRecovered\":0");
  }
}

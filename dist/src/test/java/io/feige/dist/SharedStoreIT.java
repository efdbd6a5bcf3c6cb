package io.feige.dist;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.dist.cli.Environment;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pairs whose nodes share a database instead of copying, with real processes under faults. */
class SharedStoreIT {
  private static final byte[] NO_INPUT = {};

  @TempDir Path temporary;

  @Test
  void everyPromiseIsKeptWhereTheNodesShareADatabase() {
    CommandRun run =
        CommandRun.of(
            Environment.REAL,
            NO_INPUT,
            "chaos",
            "--json",
            "--store=mysql",
            "--replication=shared-sql",
            "--clients=2",
            "--rate=200",
            "--report=" + temporary,
            "--round=kill node-1 1s",
            "--round=pause node-2 2s",
            "--round=switch pair-1",
            "--round=cut node-1>admin-1,admin-1>node-1 3s",
            "--round=kill database 3s",
            "--round=kill node-1,node-2 500ms");

    assertThat(run.exitCode()).as(run.outText() + run.err()).isZero();
    assertThat(run.outText()).contains("\"lost\":0", "\"afterAck\":0", "\"storedTwice\":0");
    assertThat(run.outText()).contains("\"twoServers\":0", "\"notRecovered\":0");
  }
}

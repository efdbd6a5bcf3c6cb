package io.feige.broker.server.control;

import io.feige.protocol.cluster.Member;
import io.feige.protocol.command.Beat;
import io.feige.protocol.command.NodeReport;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** A node that writes down what it is told; its reports carry how many they are. */
final class ScriptedNode implements LedNode {
  final List<Beat> obeyed = Collections.synchronizedList(new ArrayList<>());
  final List<String> threads = Collections.synchronizedList(new ArrayList<>());
  volatile Runnable onObey = () -> {};
  private long reports;

  @Override
  public CompletableFuture<NodeReport> obey(Beat beat) {
    obeyed.add(beat);
    onObey.run();
    return report();
  }

  @Override
  public CompletableFuture<NodeReport> report() {
    threads.add(Thread.currentThread().getName());
    reports++;
    return CompletableFuture.completedFuture(
        new NodeReport(
            new Member("node-1", "boot"),
            reports,
            "localhost",
            7_000,
            "localhost",
            7_001,
            400,
            false,
            List.of()));
  }
}

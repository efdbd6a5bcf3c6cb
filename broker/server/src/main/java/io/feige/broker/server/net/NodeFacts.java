package io.feige.broker.server.net;

import io.feige.protocol.command.Answer;
import io.feige.protocol.command.NodeVitals;
import io.feige.protocol.command.SalvageList;
import io.feige.protocol.command.SettingList;
import io.feige.protocol.model.NodeHealth;
import io.feige.protocol.model.NodeProcess;
import io.feige.protocol.model.NodeUsage;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** What a node tells of itself, whatever its pairs do. Called on event loops; must not block. */
public interface NodeFacts {
  /** Its settings, without secrets. */
  SettingList settings();

  /**
   * What its replicas had to cut: a {@link SalvageList}, or a refusal. Completed by another thread,
   * and never with an exception.
   *
   * @param limit so many files at most
   */
  CompletableFuture<Answer> salvage(int limit);

  /**
   * What it is like: {@link NodeVitals}, or a refusal. Completed by another thread, and never with
   * an exception.
   */
  CompletableFuture<Answer> vitals();

  /** Of a node that knows nothing of itself, and has nothing in salvage. */
  static NodeFacts none(String nodeId) {
    return new NodeFacts() {
      @Override
      public SettingList settings() {
        return new SettingList(nodeId, List.of());
      }

      @Override
      public CompletableFuture<Answer> salvage(int limit) {
        return CompletableFuture.completedFuture(new SalvageList(nodeId, List.of(), 0));
      }

      @Override
      public CompletableFuture<Answer> vitals() {
        return CompletableFuture.completedFuture(
            new NodeVitals(
                nodeId,
                new NodeProcess("", "", 0, 0, 0),
                new NodeUsage(
                    0,
                    0,
                    0,
                    0,
                    NodeUsage.UNKNOWN,
                    NodeUsage.UNKNOWN,
                    0,
                    0,
                    NodeUsage.UNKNOWN,
                    NodeUsage.UNKNOWN),
                new NodeHealth(true, List.of(), List.of()),
                List.of(),
                List.of()));
      }
    };
  }
}

package io.feige.admin.history;

import io.feige.client.TopicDescription;
import io.feige.client.WorkFigures;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Stages of flows that had to refuse requests between one look and the next, because no worker was
 * there.
 *
 * @param refused how many each stage has refused so far for that reason, by {@code flow/stage}
 * @param missing the stages that have, and have no worker now either
 */
public record Stages(Map<String, Long> refused, List<Missing> missing) {
  /** Nobody has been asked yet. */
  public static final Stages NOTHING = new Stages(Map.of(), List.of());

  /** Takes copies. */
  public Stages {
    refused = Map.copyOf(refused);
    missing = List.copyOf(missing);
  }

  /**
   * A stage without a worker.
   *
   * @param requests that were refused since the look before
   */
  public record Missing(String pair, String flow, String stage, long requests) {}

  /** With what is told now. What a stage refused before it was seen first does not count. */
  Stages next(List<TopicDescription> topics) {
    Map<String, Long> now = new HashMap<>();
    List<Missing> found = new ArrayList<>();
    for (TopicDescription flow : topics) {
      for (WorkFigures stage : flow.work()) {
        String name = flow.spec().name() + "/" + stage.stage();
        now.put(name, stage.noWorker());
        // After a failover it counts from zero.
        long more = stage.noWorker() - refused.getOrDefault(name, stage.noWorker());
        if (more > 0 && stage.workers() == 0) {
          String pair = flow.pairs().get(0).pair();
          found.add(new Missing(pair, flow.spec().name(), stage.stage(), more));
        }
      }
    }
    return new Stages(now, found);
  }
}

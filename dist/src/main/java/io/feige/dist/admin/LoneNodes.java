package io.feige.dist.admin;

import io.feige.client.FeigeClient;
import io.feige.client.NodeStatus;
import io.feige.client.PairView;
import io.feige.dist.admin.ClusterStatus.NodeLine;
import io.feige.dist.admin.ClusterStatus.PairLine;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What nodes say of themselves, told as an Admin would where there is none. */
final class LoneNodes {
  private static final int UNKNOWN = -1;

  private LoneNodes() {}

  /** The status of all pairs that the client knows of. */
  static ClusterStatus status(FeigeClient client) {
    Map<String, NodeLine> nodes = new TreeMap<>();
    List<PairLine> pairs = new ArrayList<>();
    for (PairView pair : client.pairs()) {
      NodeStatus said = client.status(pair.pair());
      nodes.put(said.nodeId(), new NodeLine(said.nodeId(), pair.address(), true, "", 0));
      pairs.add(line(pair, said));
    }
    return new ClusterStatus(List.of(), List.copyOf(nodes.values()), pairs, true, List.of());
  }

  private static PairLine line(PairView pair, NodeStatus said) {
    return new PairLine(
        pair.pair(),
        said.epoch(),
        said.nodeId(),
        "",
        said.nodeId(),
        List.of(said.nodeId()),
        UNKNOWN,
        UNKNOWN,
        UNKNOWN,
        pair.isConnected(),
        said.reason(),
        "ALL",
        0,
        UNKNOWN,
        UNKNOWN);
  }
}

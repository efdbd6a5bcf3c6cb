package io.feige.admin.json;

import io.feige.client.NodeVitals;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a node is like right now, for scripts.
 *
 * @param startedAt by its own clock
 * @param clock what its clock said when it answered
 * @param clockAheadMillis that less the asker's clock in the middle between question and answer
 * @param openFiles -1: its system does not say; so the next
 * @param confirmP50Micros from the append to the confirm; -1: nothing was confirmed; so the next
 */
public record NodeJson(
    String id,
    String software,
    String java,
    String startedAt,
    String clock,
    long clockAheadMillis,
    int processors,
    long heapBytes,
    long heapMaxBytes,
    long directBytes,
    long directMaxBytes,
    long openFiles,
    long maxOpenFiles,
    int connections,
    int maxConnections,
    long confirmP50Micros,
    long confirmP99Micros,
    boolean alive,
    List<String> deadThreads,
    List<String> failing,
    List<OfThread> threads,
    List<OfReplica> replicas) {
  private static final long UNKNOWN = -1;

  /**
   * One of its threads.
   *
   * @param connections that it serves; null: it is not of those that serve any
   * @param busyPermille of one processor
   */
  public record OfThread(String name, @Nullable Integer connections, int busyPermille) {
    static OfThread of(NodeVitals.NodeThread thread) {
      Integer connections =
          thread.connections().isPresent() ? thread.connections().getAsInt() : null;
      return new OfThread(thread.name(), connections, thread.busyPermille());
    }
  }

  /** One of its replicas, with the disk that its journal is on. */
  public record OfReplica(
      String pair,
      String role,
      long storedBytes,
      long limitBytes,
      long freeBytes,
      long reserveBytes) {
    static OfReplica of(NodeVitals.Replica replica) {
      return new OfReplica(
          replica.pair(),
          replica.role().name(),
          replica.storedBytes(),
          replica.limitBytes(),
          replica.diskFreeBytes(),
          replica.reserveBytes());
    }
  }

  /** Takes copies of the lists. */
  public NodeJson {
    deadThreads = List.copyOf(deadThreads);
    failing = List.copyOf(failing);
    threads = List.copyOf(threads);
    replicas = List.copyOf(replicas);
  }

  /** What the client tells. */
  public static NodeJson of(NodeVitals node) {
    NodeVitals.Usage usage = node.usage();
    return new NodeJson(
        node.nodeId(),
        node.program().software(),
        node.program().javaVersion(),
        node.program().startedAt().toString(),
        node.clock().now().toString(),
        node.clock().ahead().toMillis(),
        node.program().processors(),
        usage.heapBytes(),
        usage.heapMaxBytes(),
        usage.directBytes(),
        usage.directMaxBytes(),
        usage.openFiles().orElse(UNKNOWN),
        usage.maxOpenFiles().orElse(UNKNOWN),
        usage.connections(),
        usage.maxConnections(),
        usage.confirmP50Micros().orElse(UNKNOWN),
        usage.confirmP99Micros().orElse(UNKNOWN),
        node.health().isAlive(),
        node.health().deadThreads(),
        node.health().failing(),
        node.threads().stream().map(OfThread::of).toList(),
        node.replicas().stream().map(OfReplica::of).toList());
  }
}

package io.feige.client;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * What a node is like right now, as it says itself.
 *
 * @param nodeId the node's name
 * @param program what it runs
 * @param clock its clock, and how far it is from this client's
 * @param usage how much it uses of what it has
 * @param health what is wrong with it
 * @param threads its own threads, the busiest first, at most 64
 * @param replicas of every pair that it is a member of, by the pair's name, whether or not it
 *     serves; one that does not answer is named in {@code health} instead
 */
public record NodeVitals(
    String nodeId,
    Program program,
    Clock clock,
    Usage usage,
    Health health,
    List<NodeThread> threads,
    List<Replica> replicas) {
  /** Takes copies of the lists. */
  public NodeVitals {
    threads = List.copyOf(threads);
    replicas = List.copyOf(replicas);
  }

  /**
   * What a node runs.
   *
   * @param software name and version
   * @param javaVersion of the Java that it runs on
   * @param startedAt when the node was started, by its own clock
   * @param processors how many it may use
   */
  public record Program(String software, String javaVersion, Instant startedAt, int processors) {}

  /**
   * A node's clock, beside that of this client.
   *
   * @param now what the node's clock said as it answered
   * @param ahead that less this client's clock in the middle between question and answer; below 0
   *     the node is behind
   * @param doubt half of the time between question and answer: {@code ahead} is wrong by that much
   *     at most
   */
  public record Clock(Instant now, Duration ahead, Duration doubt) {}

  /**
   * How much a node uses of what it has.
   *
   * @param heapBytes of its heap, with what is not collected yet
   * @param heapMaxBytes that the heap may have
   * @param directBytes of buffers outside the heap, also of those that are held ready
   * @param directMaxBytes that such buffers may have
   * @param openFiles with connections; empty: the node's system does not say
   * @param maxOpenFiles how many it may open; empty: the node's system does not say
   * @param connections of clients
   * @param maxConnections how many of them it takes
   * @param confirmP50Micros so long it took at most for half of what was appended in the last 10 s
   *     until it was confirmed; empty: nothing was
   * @param confirmP99Micros the same of 99 in 100
   */
  public record Usage(
      long heapBytes,
      long heapMaxBytes,
      long directBytes,
      long directMaxBytes,
      OptionalLong openFiles,
      OptionalLong maxOpenFiles,
      int connections,
      int maxConnections,
      OptionalLong confirmP50Micros,
      OptionalLong confirmP99Micros) {}

  /**
   * What is wrong with a node.
   *
   * @param isAlive false: only a start anew can help
   * @param deadThreads which threads have died and of what, a sentence each, at most 16
   * @param failing what fails and is tried again, and replicas that take no part, and why, a
   *     sentence each, at most 16
   */
  public record Health(boolean isAlive, List<String> deadThreads, List<String> failing) {
    /** Takes copies of the lists. */
    public Health {
      deadThreads = List.copyOf(deadThreads);
      failing = List.copyOf(failing);
    }
  }

  /**
   * A thread of a node.
   *
   * @param connections of clients that it serves; empty: it is not of those that serve any
   * @param busyPermille how much of one processor it has used in the last 10 s or so, in
   *     thousandths; where nobody has asked the node meanwhile, since somebody did or the thread
   *     was started
   */
  public record NodeThread(String name, OptionalInt connections, int busyPermille) {}

  /**
   * A replica at a node, with the disk that its journal is on.
   *
   * @param pair whose replica it is
   * @param role what it does now
   * @param storedBytes of its journal
   * @param limitBytes what the journal is to keep within; 0: nothing but the disk limits it
   * @param diskFreeBytes free on the journal's disk
   * @param reserveBytes that publishes leave free
   */
  public record Replica(
      String pair,
      NodeRole role,
      long storedBytes,
      long limitBytes,
      long diskFreeBytes,
      long reserveBytes) {}
}

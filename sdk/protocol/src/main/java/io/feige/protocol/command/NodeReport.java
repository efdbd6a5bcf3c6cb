package io.feige.protocol.command;

import io.feige.protocol.cluster.AccessMark;
import io.feige.protocol.cluster.Death;
import io.feige.protocol.cluster.Member;
import io.feige.protocol.cluster.ReplicaReport;
import io.feige.protocol.model.Range;
import java.util.List;

/**
 * How a node is: the answer to {@link Beat}, and sent with correlation id 0 at any time when Admin
 * should know something at once.
 *
 * @param member the node, and which start of its machine
 * @param process tells one process of the node from another; chosen at random
 * @param clientHost where clients reach it
 * @param clientPort its port, 1 to 65,535
 * @param linkHost where its peers reach it for replication
 * @param linkPort its port, 1 to 65,535
 * @param leaseMillis how long its promises last, 1 to 600,000
 * @param isLeaving it wants to stop, and to hand over what it serves
 * @param deathMark of its process; {@link Death#NONE}: nobody watches it
 * @param access which table of users it holds
 * @param replicas one for each pair of the node
 */
public record NodeReport(
    Member member,
    long process,
    String clientHost,
    int clientPort,
    String linkHost,
    int linkPort,
    int leaseMillis,
    boolean isLeaving,
    String deathMark,
    AccessMark access,
    List<ReplicaReport> replicas)
    implements Result {
  /** The longest promise, in milliseconds. */
  public static final int MAX_LEASE_MILLIS = 600_000;

  /**
   * Takes a copy of the list and refuses what is out of range.
   *
   * @throws IllegalArgumentException naming the field and its range
   */
  public NodeReport {
    if (member.isNone()) {
      throw new IllegalArgumentException("a report is somebody's");
    }
    Range.requireAddress(clientHost, clientPort);
    Range.requireAddress(linkHost, linkPort);
    Range.require("leaseMillis", leaseMillis, 1, MAX_LEASE_MILLIS);
    Death.require("deathMark", deathMark);
    Range.require("number of replicas", replicas.size(), 0, Beat.MAX_PAIRS);
    replicas = List.copyOf(replicas);
  }

  /** A report of a node that holds no table of users, and whose process nobody watches. */
  public NodeReport(
      Member member,
      long process,
      String clientHost,
      int clientPort,
      String linkHost,
      int linkPort,
      int leaseMillis,
      boolean isLeaving,
      List<ReplicaReport> replicas) {
    this(
        member,
        process,
        clientHost,
        clientPort,
        linkHost,
        linkPort,
        leaseMillis,
        isLeaving,
        Death.NONE,
        AccessMark.NONE,
        replicas);
  }

  /** The same of a node that holds a table of users. */
  public NodeReport holding(AccessMark held) {
    return with(deathMark, held);
  }

  /** The same of a node whose process is watched. */
  public NodeReport watchedAs(String mark) {
    return with(mark, access);
  }

  private NodeReport with(String mark, AccessMark held) {
    return new NodeReport(
        member,
        process,
        clientHost,
        clientPort,
        linkHost,
        linkPort,
        leaseMillis,
        isLeaving,
        mark,
        held,
        replicas);
  }

  @Override
  public CommandType type() {
    return CommandType.BEAT;
  }
}

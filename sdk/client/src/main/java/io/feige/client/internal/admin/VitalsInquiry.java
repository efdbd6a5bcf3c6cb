package io.feige.client.internal.admin;

import io.feige.client.FeigeException;
import io.feige.client.NodeRole;
import io.feige.client.NodeVitals;
import io.feige.client.NodeVitals.Clock;
import io.feige.client.NodeVitals.Health;
import io.feige.client.NodeVitals.NodeThread;
import io.feige.client.NodeVitals.Program;
import io.feige.client.NodeVitals.Replica;
import io.feige.client.NodeVitals.Usage;
import io.feige.client.Vitals;
import io.feige.protocol.command.GetVitals;
import io.feige.protocol.command.Request;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.model.NodeHealth;
import io.feige.protocol.model.NodeProcess;
import io.feige.protocol.model.NodeUsage;
import io.feige.protocol.model.ReplicaDisk;
import io.feige.protocol.model.ThreadUse;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** What nodes are like. */
record VitalsInquiry() implements NodeInquiry<io.feige.protocol.command.NodeVitals> {
  @Override
  public Class<io.feige.protocol.command.NodeVitals> kind() {
    return io.feige.protocol.command.NodeVitals.class;
  }

  @Override
  public Request request(String node) {
    return new GetVitals();
  }

  @Override
  public String nodeOf(io.feige.protocol.command.NodeVitals answer) {
    return answer.nodeId();
  }

  /** What all have answered. */
  Vitals vitals(NodeAnswers<io.feige.protocol.command.NodeVitals> answers) {
    List<NodeVitals> nodes = new ArrayList<>();
    answers.byNode().forEach((node, answer) -> nodes.add(node(answer, answers.exchange(node))));
    return new Vitals(nodes, answers.missing());
  }

  /** What the one node that was asked has answered. */
  NodeVitals vitals(String node, NodeAnswers<io.feige.protocol.command.NodeVitals> answers) {
    io.feige.protocol.command.NodeVitals answer = answers.byNode().get(node);
    if (answer == null) {
      throw FeigeException.of(ErrorCode.NO_ANSWER, node + " does not answer.");
    }
    return node(answer, answers.exchange(node));
  }

  private static NodeVitals node(io.feige.protocol.command.NodeVitals answer, Exchange exchange) {
    NodeProcess process = answer.process();
    return new NodeVitals(
        answer.nodeId(),
        new Program(
            process.software(),
            process.javaVersion(),
            Instant.ofEpochMilli(process.startedAtMillis()),
            process.processors()),
        clock(Instant.ofEpochMilli(process.nowMillis()), exchange),
        usage(answer.usage()),
        health(answer.health()),
        answer.threads().stream().map(VitalsInquiry::thread).toList(),
        answer.replicas().stream().map(VitalsInquiry::replica).toList());
  }

  private static Clock clock(Instant now, Exchange exchange) {
    return new Clock(now, Duration.between(exchange.middle(), now), exchange.half());
  }

  private static Usage usage(NodeUsage usage) {
    return new Usage(
        usage.heapUsed(),
        usage.heapMax(),
        usage.directUsed(),
        usage.directMax(),
        known(usage.openFiles()),
        known(usage.maxOpenFiles()),
        usage.connections(),
        usage.maxConnections(),
        known(usage.confirmP50Micros()),
        known(usage.confirmP99Micros()));
  }

  private static OptionalLong known(long number) {
    return number == NodeUsage.UNKNOWN ? OptionalLong.empty() : OptionalLong.of(number);
  }

  private static Health health(NodeHealth health) {
    return new Health(health.isAlive(), health.deadThreads(), health.failing());
  }

  private static NodeThread thread(ThreadUse thread) {
    OptionalInt connections =
        thread.connections() == ThreadUse.NONE
            ? OptionalInt.empty()
            : OptionalInt.of(thread.connections());
    return new NodeThread(thread.name(), connections, thread.busyPermille());
  }

  private static Replica replica(ReplicaDisk replica) {
    return new Replica(
        replica.pair(),
        NodeRole.valueOf(replica.role().name()),
        replica.storedBytes(),
        replica.limitBytes(),
        replica.diskFreeBytes(),
        replica.reserveBytes());
  }
}

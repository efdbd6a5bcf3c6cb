package io.feige.protocol.codec;

import io.feige.protocol.command.NodeVitals;
import io.feige.protocol.model.NodeHealth;
import io.feige.protocol.model.NodeProcess;
import io.feige.protocol.model.NodeRole;
import io.feige.protocol.model.NodeUsage;
import io.feige.protocol.model.ReplicaDisk;
import io.feige.protocol.model.ThreadUse;

/** VITALS. */
final class VitalsCodec {
  private static final int MIN_SENTENCE_BYTES = 2;
  private static final int MIN_THREAD_BYTES = 2 + 4 + 2;
  private static final int MIN_REPLICA_BYTES = 2 + 1 + 4 * 8;

  private VitalsCodec() {}

  static void write(WireWriter out, NodeVitals vitals) {
    requireAtMost("threads", vitals.threads().size(), NodeVitals.MAX_THREADS);
    requireAtMost("replicas", vitals.replicas().size(), NodeVitals.MAX_REPLICAS);
    out.string(vitals.nodeId());
    writeProcess(out, vitals.process());
    writeUsage(out, vitals.usage());
    writeHealth(out, vitals.health());
    out.list(vitals.threads(), VitalsCodec::writeThread)
        .list(vitals.replicas(), VitalsCodec::writeReplica);
  }

  static NodeVitals readNodeVitals(WireReader in) {
    return new NodeVitals(
        in.string("nodeId"),
        readProcess(in),
        readUsage(in),
        readHealth(in),
        in.list("threads", NodeVitals.MAX_THREADS, MIN_THREAD_BYTES, VitalsCodec::readThread),
        in.list("replicas", NodeVitals.MAX_REPLICAS, MIN_REPLICA_BYTES, VitalsCodec::readReplica));
  }

  private static void requireAtMost(String what, int count, int most) {
    if (count > most) {
      throw new IllegalArgumentException(count + " " + what + " are too many");
    }
  }

  private static void writeProcess(WireWriter out, NodeProcess process) {
    out.string(process.software())
        .string(process.javaVersion())
        .u64(process.startedAtMillis())
        .u64(process.nowMillis())
        .u32(process.processors());
  }

  private static NodeProcess readProcess(WireReader in) {
    return new NodeProcess(
        in.string("software"),
        in.string("javaVersion"),
        in.u64("startedAtMillis"),
        in.u64("nowMillis"),
        in.u32("processors"));
  }

  private static void writeUsage(WireWriter out, NodeUsage usage) {
    out.u64(usage.heapUsed())
        .u64(usage.heapMax())
        .u64(usage.directUsed())
        .u64(usage.directMax())
        .bits64(usage.openFiles())
        .bits64(usage.maxOpenFiles())
        .u32(usage.connections())
        .u32(usage.maxConnections())
        .bits64(usage.confirmP50Micros())
        .bits64(usage.confirmP99Micros());
  }

  private static NodeUsage readUsage(WireReader in) {
    return new NodeUsage(
        in.u64("heapUsed"),
        in.u64("heapMax"),
        in.u64("directUsed"),
        in.u64("directMax"),
        in.bits64("openFiles"),
        in.bits64("maxOpenFiles"),
        in.u32("connections"),
        in.u32("maxConnections"),
        in.bits64("confirmP50Micros"),
        in.bits64("confirmP99Micros"));
  }

  private static void writeHealth(WireWriter out, NodeHealth health) {
    requireAtMost("deadThreads", health.deadThreads().size(), NodeHealth.MAX_SENTENCES);
    requireAtMost("failing", health.failing().size(), NodeHealth.MAX_SENTENCES);
    out.bool(health.isAlive())
        .list(health.deadThreads(), WireWriter::string)
        .list(health.failing(), WireWriter::string);
  }

  private static NodeHealth readHealth(WireReader in) {
    int most = NodeHealth.MAX_SENTENCES;
    return new NodeHealth(
        in.bool("isAlive"),
        in.list("deadThreads", most, MIN_SENTENCE_BYTES, each -> each.string("deadThread")),
        in.list("failing", most, MIN_SENTENCE_BYTES, each -> each.string("failing")));
  }

  private static void writeThread(WireWriter out, ThreadUse thread) {
    out.string(thread.name()).bits32(thread.connections()).u16(thread.busyPermille());
  }

  private static ThreadUse readThread(WireReader in) {
    return new ThreadUse(in.string("name"), in.bits32("connections"), in.u16("busyPermille"));
  }

  private static void writeReplica(WireWriter out, ReplicaDisk replica) {
    out.string(replica.pair())
        .u8(replica.role().number())
        .u64(replica.storedBytes())
        .u64(replica.limitBytes())
        .u64(replica.diskFreeBytes())
        .u64(replica.reserveBytes());
  }

  private static ReplicaDisk readReplica(WireReader in) {
    return new ReplicaDisk(
        in.string("pair"),
        in.<NodeRole>oneOf(NodeRole::ofNumber, "role"),
        in.u64("storedBytes"),
        in.u64("limitBytes"),
        in.u64("diskFreeBytes"),
        in.u64("reserveBytes"));
  }
}

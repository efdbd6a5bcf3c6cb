package io.feige.broker.server.boot;

import io.feige.broker.server.ops.HealthReport;
import io.feige.broker.server.ops.Software;
import io.feige.broker.server.ops.Supervisor;
import io.feige.broker.server.ops.ThreadTimes;
import io.feige.protocol.command.Answer;
import io.feige.protocol.command.DiskUse;
import io.feige.protocol.command.NodeVitals;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.model.NodeHealth;
import io.feige.protocol.model.NodeProcess;
import io.feige.protocol.model.NodeUsage;
import io.feige.protocol.model.ReplicaDisk;
import io.feige.protocol.model.ThreadUse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;

/**
 * What the node of this process is like, for those who ask. Whoever asks has a thread look, unless
 * one does. It waits a little for the replicas, whose loops may be in trouble, and names those that
 * do not answer. The clock is read as each answer is given. Any thread.
 */
final class OwnVitals {
  private static final int MAX_ASKING = 32;
  private static final long REPLICAS_MILLIS = 1_500;
  private static final long PATIENCE_NANOS = 2_500_000_000L;
  private static final int RETRY_MILLIS = 1_000;

  /** A cause may be of any length; an answer is to fit a frame. */
  private static final int MAX_SENTENCE = 500;

  /**
   * Where it is read.
   *
   * @param memory what the process uses, with the connections
   * @param connections how many each thread serves that can serve some
   * @param health how the node is
   * @param freeBytes free on the disk of a pair's journal; may wait for the disk
   */
  record Sources(
      Supplier<NodeUsage> memory,
      Supplier<SortedMap<String, Integer>> connections,
      Supervisor supervisor,
      Supplier<HealthReport> health,
      Replicas replicas,
      ToLongFunction<String> freeBytes) {}

  /** What a look has found. */
  private record Seen(
      NodeUsage usage, NodeHealth health, List<ThreadUse> threads, List<ReplicaDisk> replicas) {}

  private final String nodeId;
  private final Sources sources;
  private final ThreadTimes times = new ThreadTimes();
  private final long startedAtMillis = System.currentTimeMillis();
  private final long replicasMillis;
  private CompletableFuture<Optional<Seen>> look =
      CompletableFuture.completedFuture(Optional.empty());
  private long lookedAtNanos;
  private int asking;

  OwnVitals(String nodeId, Sources sources) {
    this(nodeId, sources, REPLICAS_MILLIS);
  }

  OwnVitals(String nodeId, Sources sources, long replicasMillis) {
    this.nodeId = nodeId;
    this.sources = sources;
    this.replicasMillis = replicasMillis;
  }

  /** What it is like, or a refusal. Completed by another thread, and never with an exception. */
  synchronized CompletableFuture<Answer> ask() {
    if (asking >= MAX_ASKING) {
      return CompletableFuture.completedFuture(busy("too many ask for the vitals at a time"));
    }
    long now = System.nanoTime();
    if (!look.isDone() && now - lookedAtNanos > PATIENCE_NANOS) {
      return CompletableFuture.completedFuture(busy("a look at the node does not end"));
    }
    asking++;
    if (look.isDone()) {
      lookedAtNanos = now;
      look = new CompletableFuture<>();
      begin(look);
    }
    return look.copy()
        .completeOnTimeout(Optional.empty(), PATIENCE_NANOS, TimeUnit.NANOSECONDS)
        .thenApply(this::answer);
  }

  private void begin(CompletableFuture<Optional<Seen>> begun) {
    Runnable duty =
        () -> {
          try {
            begun.complete(Optional.of(look()));
          } catch (RuntimeException | Error e) {
            sources.supervisor().fault("a look at the node's vitals", e);
            begun.complete(Optional.empty());
          }
        };
    sources
        .supervisor()
        .virtual("feige-vitals", duty, death -> begun.complete(Optional.empty()))
        .start();
  }

  private synchronized Answer answer(Optional<Seen> found) {
    asking--;
    if (found.isEmpty()) {
      return busy("what the node is like cannot be told now");
    }
    Seen seen = found.get();
    return new NodeVitals(
        nodeId,
        new NodeProcess(
            Software.name(),
            Runtime.version().toString(),
            startedAtMillis,
            System.currentTimeMillis(),
            Runtime.getRuntime().availableProcessors()),
        seen.usage(),
        seen.health(),
        seen.threads(),
        seen.replicas());
  }

  private static Refusal busy(String sentence) {
    return new Refusal(ErrorCode.BUSY, sentence, "", RETRY_MILLIS);
  }

  private Seen look() {
    List<String> failing = new ArrayList<>(sources.supervisor().failingWork());
    sources
        .replicas()
        .broken()
        .forEach((pair, why) -> failing.add("the replica of " + pair + " takes no part: " + why));
    List<ReplicaDisk> replicas = replicas(failing);
    failing.addAll(sources.supervisor().lately());
    NodeHealth health =
        new NodeHealth(
            sources.health().get().alive(), few(sources.supervisor().deadThreads()), few(failing));
    return new Seen(sources.memory().get(), health, threads(), replicas);
  }

  /** They are asked at the same time, and waited for together. */
  private List<ReplicaDisk> replicas(List<String> failing) {
    SortedMap<String, CompletableFuture<DiskUse>> asked = sources.replicas().ask("", 1);
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(replicasMillis);
    List<ReplicaDisk> answered = new ArrayList<>();
    for (Map.Entry<String, CompletableFuture<DiskUse>> each : asked.entrySet()) {
      String pair = each.getKey();
      Optional<DiskUse> use = await(each.getValue(), end);
      if (use.isEmpty()) {
        failing.add("the replica of " + pair + " does not answer");
      } else if (answered.size() < NodeVitals.MAX_REPLICAS) {
        answered.add(disk(pair, use.get()));
      }
    }
    return answered;
  }

  private static Optional<DiskUse> await(CompletableFuture<DiskUse> asked, long endNanos) {
    try {
      long left = Math.max(0, endNanos - System.nanoTime());
      return Optional.of(asked.get(left, TimeUnit.NANOSECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    } catch (ExecutionException | TimeoutException e) {
      return Optional.empty();
    }
  }

  private ReplicaDisk disk(String pair, DiskUse use) {
    return new ReplicaDisk(
        pair,
        use.role(),
        use.journalEnd() - use.journalStart(),
        use.limitBytes(),
        sources.freeBytes().applyAsLong(pair),
        use.reserveBytes());
  }

  private List<ThreadUse> threads() {
    Map<String, Integer> connections = sources.connections().get();
    return times.look().stream()
        .limit(NodeVitals.MAX_THREADS)
        .map(each ->
            new ThreadUse(
                each.name(),
                connections.getOrDefault(each.name(), ThreadUse.NONE),
                each.permille()))
        .toList();
  }

  private static List<String> few(List<String> sentences) {
    int most = NodeHealth.MAX_SENTENCES;
    List<String> few = new ArrayList<>(sentences.stream().limit(most).map(OwnVitals::cut).toList());
    if (sentences.size() > most) {
      few.set(most - 1, "and " + (sentences.size() - most + 1) + " more");
    }
    return few;
  }

  /** What a library has thrown may hold line feeds, and halves of characters. */
  private static String cut(String text) {
    byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
    String clean = new String(encoded, StandardCharsets.UTF_8).replaceAll("\\p{Cntrl}+", " ");
    int[] begin = clean.codePoints().limit(MAX_SENTENCE).toArray();
    String cut = new String(begin, 0, begin.length);
    return cut.length() < clean.length() ? cut + "..." : clean;
  }
}

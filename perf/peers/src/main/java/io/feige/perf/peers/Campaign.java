package io.feige.perf.peers;

import io.feige.perf.machine.CpuTime;
import io.feige.perf.machine.Machine;
import io.feige.perf.peers.load.LoadResult;
import io.feige.perf.peers.load.Work;
import io.feige.perf.peers.server.Peer;
import io.feige.perf.peers.server.Server;
import io.feige.perf.peers.server.Servers;
import io.feige.perf.rounds.JsonLines;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.json.JsonMapper;

/**
 * Rounds over all peers: each is started for each work anew. Every other round goes through the
 * peers in the opposite order, so that none has always the same predecessor. What fails is said and
 * left out, and the others go on.
 */
final class Campaign {
  /**
   * What to do.
   *
   * @param warmup seconds that do not count
   * @param time seconds that count
   */
  record Plan(List<Peer> peers, List<Work> works, int rounds, int warmup, int time) {}

  private final Plan plan;
  private final Servers servers;
  private final JsonLines<Outcome> outcomes;
  private final PrintWriter progress;
  private final String session = Instant.now().toString();
  private int failures;

  Campaign(Plan plan, Servers servers, JsonLines<Outcome> outcomes, PrintWriter progress) {
    this.plan = plan;
    this.servers = servers;
    this.outcomes = outcomes;
    this.progress = progress;
  }

  /** Does what is missing; how many works failed. */
  int run() throws IOException, InterruptedException {
    for (int round = 1; round <= plan.rounds(); round++) {
      List<Peer> order = new ArrayList<>(plan.peers());
      if (round % 2 == 0) {
        Collections.reverse(order);
      }
      for (Peer peer : order) {
        runPeer(round, peer);
      }
    }
    return failures;
  }

  private void runPeer(int round, Peer peer) throws IOException, InterruptedException {
    for (Work work : plan.works()) {
      if (has(round, peer, work)) {
        continue;
      }
      try (Server server = servers.start(peer)) {
        runWork(round, peer, work, server);
      } catch (IOException e) {
        failures++;
        say(where(round, peer, work) + ": " + e);
      }
    }
  }

  private void runWork(int round, Peer peer, Work work, Server server)
      throws IOException, InterruptedException {
    CpuTime before = CpuTime.now();
    ServerCost costBefore = ServerCost.of(server.processes());
    Process process =
        servers.load(peer, arguments(peer, work, server)).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    int status = process.waitFor();
    String answer =
        output.lines().filter(line -> line.startsWith("RESULT ")).findFirst().orElse("");
    if (status != 0 || answer.isEmpty()) {
      failures++;
      say(where(round, peer, work) + " failed: " + end(output));
      return;
    }
    LoadResult result = JsonMapper.shared().readValue(answer.substring(7), LoadResult.class);
    ServerCost cost = ServerCost.of(server.processes());
    Outcome outcome =
        new Outcome(
            session,
            round,
            peer.name(),
            work.name(),
            result,
            cost.cpuSeconds() - costBefore.cpuSeconds(),
            cost.mebibytes(),
            Machine.now().loadAverage(),
            CpuTime.now().stolenSince(before));
    outcomes.add(outcome);
    say(where(round, peer, work) + ": " + words(outcome));
    if (result.failed() > 0) {
      failures++;
      say(end(output));
    }
  }

  private List<String> arguments(Peer peer, Work work, Server server) {
    List<String> arguments =
        new ArrayList<>(List.of("--driver", peer.driver(), "--server", server.address()));
    arguments.addAll(List.of("--work", work.name()));
    arguments.addAll(List.of("--warmup", Integer.toString(plan.warmup())));
    arguments.addAll(List.of("--time", Integer.toString(plan.time())));
    peer.client()
        .forEach((name, value) -> arguments.addAll(List.of("--client", name + "=" + value)));
    return arguments;
  }

  private boolean has(int round, Peer peer, Work work) {
    return outcomes.all().stream()
        .anyMatch(one ->
            one.round() == round
                && one.peer().equals(peer.name())
                && one.work().equals(work.name()));
  }

  private static String words(Outcome one) {
    LoadResult result = one.result();
    return String.format(
        Locale.ROOT,
        "%,.0f/s, %,d failed, p50 %.2f ms, p99 %.2f ms, server %.1f s and %,d MiB (load %.1f)",
        result.perSecond(),
        result.failed(),
        result.latency().p50() / 1000,
        result.latency().p99() / 1000,
        one.serverCpuSeconds(),
        one.serverMebibytes(),
        one.load());
  }

  private static String end(String text) {
    return text.substring(Math.max(0, text.length() - 2000)).strip();
  }

  private void say(String line) {
    progress.println(line);
    progress.flush();
  }

  private static String where(int round, Peer peer, Work work) {
    return "round " + round + ", " + peer.name() + ", " + work.name();
  }
}

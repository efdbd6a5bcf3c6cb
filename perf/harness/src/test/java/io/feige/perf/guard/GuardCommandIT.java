package io.feige.perf.guard;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The whole command, with trees whose launcher answers at once what it is told. */
class GuardCommandIT {
  private static final String LAUNCHER =
      """
      #!/bin/sh
      here=$(cd "$(dirname "$0")/.." && pwd)
      echo "$(basename "$here") $*" >>"$here/../calls"
      cat /proc/self/cgroup >>"$here/../groups" 2>&1
      case $1 in
        --version) echo 1.0 ;;
        bench) sed -n "s/^$2 //p" "$here/speeds" ;;
      esac
      """;

  @TempDir private Path directory;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  /** Nobody answers at its port, and nobody else gets it. */
  private final Socket silent = new Socket();

  @AfterEach
  void leavePort() throws IOException {
    silent.close();
  }

  @BeforeEach
  void trees() throws IOException {
    silent.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    tree("slow", 90, 110);
    tree("fast", 100, 100);
  }

  @Test
  void aSlowerTreeIsFoundInRatesAndInTimes() {
    assertThat(run("fast", "slow", "--rows", "pair-batched-1,pair-roundtrip")).isEqualTo(1);
    assertThat(out.toString())
        .contains(
            "| pair-batched-128, messages/s | 100 | 90 | 0.900 | 0.900 and 0.900 | 6 | SLOWER")
        .contains("| pair-roundtrip, p50 us | 100 | 110 | 0.909 | 0.909 and 0.909 | 6 | SLOWER");
  }

  @Test
  void oneThatIsFastEnoughIsMet() {
    assertThat(run("slow", "fast", "--rows", "pair-roundtrip")).isZero();
    assertThat(run("fast", "slow", "--rows", "pair-batched-128", "--least", "0.85")).isZero();
    assertThat(out.toString()).contains("| met |").doesNotContain("SLOWER");
  }

  @Test
  void fewRoundsDecideNothing() {
    assertThat(run("slow", "fast", "--rows", "pair-batched-128", "--rounds", "5")).isEqualTo(3);
    assertThat(out.toString()).contains("1.111 | 6 rounds are needed | 5 | open |");
  }

  @Test
  void theTreesTakeTurnsAndTheFirstOneChanges() throws IOException {
    run("slow", "fast", "--rows", "pair-pull", "--rounds", "2");
    assertThat(calls().filter(call -> call.contains("bench")))
        .extracting(call -> call.substring(0, call.indexOf(' ')))
        .containsExactly("slow", "fast", "fast", "slow");
    assertThat(calls().filter(call -> call.contains(" up ") || call.contains(" down "))).hasSize(8);
    assertThat(calls().filter(call -> call.contains("bench")).findFirst())
        .hasValueSatisfying(
            call -> assertThat(call).endsWith("--json --runs 3 --time 3s --warmup 6s"));
  }

  @Test
  void aNodeThatDoesNotStartAndABenchmarkThatFailsSaySo() throws IOException {
    assertThat(run("slow", "fast", "--rows", "node-pull")).isEqualTo(1);
    assertThat(err.toString()).contains("perf/guard: the node of slow* did not start");
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String port = Integer.toString(taken.getLocalPort());
      assertThat(run("slow", "fast", "--rows", "node-pull", "--port", port)).isEqualTo(1);
    }
    assertThat(err.toString()).contains("is in use by another program; choose others with --port");
    Files.writeString(directory.resolve("slow/speeds"), "pull {}\n");
    assertThat(run("slow", "fast", "--rows", "pair-pull")).isEqualTo(1);
    assertThat(err.toString()).contains("pair-pull gave no messages/s: {}");
  }

  /** Who may not make a control group is told so. */
  @Test
  void onASlowMachineAllRunsWithinModestMachine() throws IOException {
    int status = run("slow", "fast", "--rows", "pair-pull", "--rounds", "1", "--machine", "slow");

    if (status == 3) {
      assertThat(Files.readString(directory.resolve("groups"))).contains("/feige-");
      assertThat(err.toString()).doesNotContain("control group");
    } else {
      assertThat(err.toString()).contains("perf/guard: a control group cannot be made");
    }
  }

  @Test
  void whatCannotBeMeantIsRefused() {
    assertThat(run("slow", "fast", "--rows", "pear")).isEqualTo(2);
    assertThat(err.toString()).contains("There is no row 'pear'. There are: node-batched-128, ");
    assertThat(run("slow", "nowhere")).isEqualTo(1);
    assertThat(err.toString()).contains("nowhere is neither a commit of ");
  }

  private int run(String base, String head, String... options) {
    CommandLine line = GuardCommand.commandLine();
    line.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
    Stream<String> trees =
        Stream.of(base, head)
            .map(name -> directory.resolve(name))
            .map(path -> Files.exists(path) ? path.toString() : path.getFileName().toString());
    Stream<String> where = Stream.of("--dir", directory.resolve("work").toString());
    boolean hasPort = List.of(options).contains("--port");
    Stream<String> port =
        hasPort ? Stream.empty() : Stream.of("--port", Integer.toString(silent.getLocalPort()));
    return line.execute(
        Stream.of(trees, where, port, Stream.of(options))
            .flatMap(part -> part)
            .toArray(String[]::new));
  }

  private Stream<String> calls() throws IOException {
    List<String> calls = Files.readAllLines(directory.resolve("calls"));
    return calls.stream();
  }

  private void tree(String name, int rate, int micros) throws IOException {
    Path launcher = directory.resolve(name).resolve("bin/feige");
    Files.createDirectories(launcher.getParent());
    Files.writeString(launcher, LAUNCHER);
    Files.setPosixFilePermissions(launcher, PosixFilePermissions.fromString("rwx------"));
    String rates = "{\"messagesPerSecond\":{\"median\":" + rate + "}}";
    String times =
        "{\"latency\":{\"p50Micros\":{\"median\":%d},\"p99Micros\":{\"median\":%d}}}"
            .formatted(micros, micros);
    Files.writeString(
        directory.resolve(name).resolve("speeds"),
        "publish " + rates + "\npull " + rates + "\nroundtrip " + times + "\n");
  }
}

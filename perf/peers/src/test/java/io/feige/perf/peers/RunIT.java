package io.feige.perf.peers;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.testkit.Waits;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code perf/peers/run} with a real node; the other brokers are not fetched for a test. */
class RunIT {
  private static final Path ROOT = Path.of(System.getProperty("feige.root", ""));
  private static final String TARGET = System.getProperty("feige.target", "target");

  @TempDir private Path directory;

  private record Ended(int status, String output) {}

  @Test
  void aPeerIsStartedLoadedAndWrittenDown() throws Exception {
    Path out = directory.resolve("out");
    Ended second = run("waiting-16,rate-1000,catch-up", out);
    assertThat(second.status()).as(second.output()).isZero();
    assertThat(second.output())
        .contains("round 1, feige-node, rate-1000: 1,000/s, 0 failed")
        .contains("round 1, feige-node, catch-up: ")
        .contains("## Round trip at 1,000 a second, 1 KiB");
    assertThat(Files.readString(out.resolve("performance.md"))).contains("| Feige, one node |");
    assertThat(out.resolve("images/performance/rate-1000.svg")).exists();
    assertThat(out.resolve("servers/feige-node")).doesNotExist();
  }

  @Test
  void aWrongCommandLineSaysWhatThereIs() throws Exception {
    Ended ended = start("--peers", "feige-node", "--works", "nothing", "--out=" + directory);
    assertThat(ended.status()).isEqualTo(2);
    assertThat(ended.output()).contains("there is no work 'nothing'; there are batched-128, ");
  }

  private static Ended run(String works, Path out) throws IOException, InterruptedException {
    return start(
        "--peers",
        "feige-node",
        "--works",
        works,
        "--rounds",
        "1",
        "--warmup",
        "1",
        "--time",
        "1",
        "--port",
        "29950",
        "--out=" + out);
  }

  private static Ended start(String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(ROOT.resolve("perf/peers/run").toString());
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("FEIGE_PERF_TARGET", TARGET);
    builder
        .environment()
        .put("FEIGE_LIB", ROOT.resolve("dist/" + TARGET + "/feige/lib").toString());
    Process process = builder.start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Ended(Waits.end(process), output);
  }
}

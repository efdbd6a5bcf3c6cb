package io.feige.jmeter;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.testkit.Waits;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code perf/jmeter/run}: JMeter as it is, a real cluster, plans of the repository and another.
 */
class RunIT {
  private static final Path ROOT = Path.of(System.getProperty("feige.root", ""));
  private static final String TARGET = System.getProperty("feige.target", "target");

  @TempDir private Path directory;

  private record Ended(int status, String output) {}

  @Test
  void aFailoverUnderLoadLosesNothingAndIsSummedUp() throws Exception {
    Path out = directory.resolve("out");
    Ended run = run("failover", "-Jseconds=9", "-Jrate=300", "--port-base=29900", "--out=" + out);
    assertThat(run.status()).as(run.output()).isZero();
    assertThat(run.output())
        .contains("# failover.jmx")
        .contains("| kill -9 node-1 | 1 | 0 |")
        .contains("| start node-1 | 1 | 0 |")
        .containsPattern(
            "\\| jmeter, failover \\| [\\d,]{3,} \\| 0 \\| \\d+ \\| 0 \\| 0 \\| 0 \\| 0 \\|");
    assertThat(out.resolve("dashboard/index.html")).exists();
    assertThat(out.resolve("cluster")).doesNotExist();
    assertThat(out.resolve("logs/node-1.log")).exists();
  }

  /** Everything that a sampler can be set to, and what it answers when that cannot be. */
  @Test
  void whatFailsSaysWhyAndTheRunEndsWithOne() throws Exception {
    Path plan = directory.resolve("wrong.jmx");
    String fanOut = Files.readString(ROOT.resolve("perf/jmeter/fan-out.jmx"));
    Files.writeString(plan, fanOut.replace("${__P(durability,REPLICATED)}", "CERTAIN"));
    Path out = directory.resolve("out");
    String[] nobody = {"--against=localhost:1", "-Jseconds=1", "--out=" + out};
    Ended run =
        run(Stream.concat(Stream.of(plan.toString()), Stream.of(nobody)).toArray(String[]::new));
    assertThat(run.status()).as(run.output()).isEqualTo(1);
    assertThat(Files.readString(out.resolve("samples.jtl")))
        .contains("No enum constant io.feige.client.Durability.CERTAIN")
        .contains("not one message was confirmed");
    assertThat(Files.readString(out.resolve("jmeter.log")))
        .contains("the Feige Connection 'feige' is not what it should be: CONNECT_FAILED");
  }

  @Test
  void aWrongCommandLineSaysWhatToDo() throws Exception {
    assertThat(run("nowhere").status()).isEqualTo(2);
    assertThat(run("nowhere").output()).contains("there is no plan");
    assertThat(run("fan-out", "--nothing").output()).contains("there is no option --nothing");
    assertThat(run("--help").output()).contains("failover fan-out large reference soak storm");
  }

  private static Ended run(String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(ROOT.resolve("perf/jmeter/run").toString());
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

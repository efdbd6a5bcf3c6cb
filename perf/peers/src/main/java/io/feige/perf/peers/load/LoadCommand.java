package io.feige.perf.peers.load;

import io.feige.perf.peers.driver.Driver;
import io.feige.perf.peers.driver.Drivers;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.json.JsonMapper;

/** The process that loads one broker with one work and prints what it did as JSON. */
@Command(name = "load", mixinStandardHelpOptions = true, description = "Loads a broker.")
public final class LoadCommand implements Callable<Integer> {
  @Option(names = "--driver", required = true, description = "Which client.")
  private String kind = "";

  @Option(names = "--server", required = true, description = "Where: HOST:PORT.")
  private String server = "";

  @Option(names = "--work", required = true, description = "What.")
  private String work = "";

  @Option(names = "--warmup", required = true, description = "Seconds that do not count.")
  private int warmup;

  @Option(names = "--time", required = true, description = "Seconds that count.")
  private int time;

  @Option(names = "--client", description = "A setting of the client: NAME=VALUE.")
  private Map<String, String> settings = Map.of();

  /** Filled by picocli. */
  public LoadCommand() {}

  /** Loads, and ends this process, whatever threads a client has left. */
  public static void main(String[] arguments) {
    System.exit(new CommandLine(new LoadCommand()).execute(arguments));
  }

  @Override
  public Integer call() throws Exception {
    // A broker sees each run for the first time.
    String topic = "bench-" + work + "-" + ProcessHandle.current().pid();
    try (Driver driver = Drivers.connect(kind, server, settings)) {
      LoadResult result =
          new Generator(
                  driver,
                  Work.named(work),
                  Duration.ofSeconds(warmup),
                  Duration.ofSeconds(time),
                  topic)
              .run();
      System.out.println("RESULT " + JsonMapper.shared().writeValueAsString(result));
    }
    return CommandLine.ExitCode.OK;
  }
}

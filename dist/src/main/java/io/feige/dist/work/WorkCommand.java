package io.feige.dist.work;

import io.feige.client.FeigeClient;
import io.feige.client.FeigeException;
import io.feige.client.Header;
import io.feige.client.Job;
import io.feige.client.Reply;
import io.feige.client.Worker;
import io.feige.dist.cli.Context;
import io.feige.dist.cli.ExitCode;
import io.feige.dist.cli.StopSignal;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.LongAdder;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Works at a stage by running a command for each request. */
@Command(
    name = "work",
    description = {
      "Works at a stage of a flow: runs a command for each request, with the request on its standard",
      "input; the next stage gets what it writes, and that of the last stage is the answer. If the",
      "command ends with another exit code than 0, what it wrote is the answer, with status 500.",
      "",
      "A command that nobody waits for any more is ended. Ctrl-C takes nothing new, gives what runs",
      "ten seconds to end, and ends."
    },
    footer = {
      "",
      "In the environment of the command: FEIGE_TOPIC, FEIGE_STAGE, FEIGE_KEY, FEIGE_ATTEMPT,",
      "FEIGE_LEFT_MILLIS, and each header as FEIGE_HEADER_NAME, in capitals.",
      "",
      "Examples:",
      "  feige work compute --exec 'factor $(cat)'",
      "  feige work primes --stage parse --exec 'tr -d \" \"'",
      "  feige work resize --exec 'convert - -resize 200x200 png:-' --concurrency 4"
    })
public final class WorkCommand implements Callable<Integer> {
  private static final int FAILED = 500;

  /** Longer than what runs may take to end when the worker is closed. */
  private static final Duration STOP_LIMIT = Duration.ofSeconds(20);

  private final Context context;
  private final LongAdder answered = new LongAdder();
  private final LongAdder failed = new LongAdder();

  @Parameters(index = "0", paramLabel = "TOPIC", description = "A topic of work.")
  private String topic = "";

  @Option(
      names = "--stage",
      paramLabel = "NAME",
      defaultValue = "workers",
      description =
          "The stage of a flow. Default: ${DEFAULT-VALUE}, the only one of a topic --work.")
  private String stage = "";

  @Option(
      names = "--reply",
      description =
          "Answer with what the command writes. Default: the next stage gets it, and that of the last"
              + " stage is the answer.")
  private boolean isReply;

  @Option(
      names = "--exec",
      required = true,
      paramLabel = "COMMAND",
      description = "What /bin/sh runs for each request.")
  private String command = "";

  @Option(
      names = "--concurrency",
      paramLabel = "N",
      defaultValue = "1",
      description = "Requests that are worked on at a time, 1 to 1,000. Default: ${DEFAULT-VALUE}.")
  private int concurrency = 1;

  public WorkCommand(Context context) {
    this.context = context;
  }

  /** What it did. */
  private record Summary(long answered, long failed) {}

  @Override
  public Integer call() throws InterruptedException {
    try (StopSignal stop = StopSignal.listen(STOP_LIMIT);
        FeigeClient client = context.connect()) {
      Worker worker = client.worker(topic, stage).concurrency(concurrency).handle(this::answer);
      while (!stop.isSet()) {
        Thread.sleep(100);
        FeigeException problem = worker.problem().orElse(null);
        if (problem != null) {
          throw problem;
        }
      }
      worker.close();
      Summary summary = new Summary(answered.sum(), failed.sum());
      context.answer(
          summary, summary.answered() + " requests answered, of these failed: " + summary.failed());
      return ExitCode.INTERRUPTED;
    }
  }

  private Reply answer(Job job) throws Exception {
    // At a terminal Ctrl-C comes to all processes of the command line; what runs goes on.
    ProcessBuilder builder = new ProcessBuilder("/bin/sh", "-c", "trap '' INT; " + command);
    builder.redirectError(ProcessBuilder.Redirect.INHERIT);
    var environment = builder.environment();
    environment.put("FEIGE_TOPIC", job.topic());
    environment.put("FEIGE_STAGE", job.stage());
    environment.put("FEIGE_KEY", visible(job.keyText()));
    environment.put("FEIGE_ATTEMPT", Integer.toString(job.attempt()));
    environment.put("FEIGE_LEFT_MILLIS", Long.toString(job.left().toMillis()));
    for (Header header : job.headers()) {
      environment.put("FEIGE_HEADER_" + name(header.name()), visible(header.text()));
    }
    Process process = builder.start();
    try {
      // A thread that reads from a pipe cannot be interrupted; this one waits, and can.
      FutureTask<byte[]> output = new FutureTask<>(() -> process.getInputStream().readAllBytes());
      start("feige-work-input", () -> feed(process, job));
      start("feige-work-output", output);
      int code = process.waitFor();
      byte[] body = output.get();
      answered.increment();
      if (code != 0) {
        failed.increment();
      }
      if (code != 0) {
        return Reply.of(FAILED, body);
      }
      return isReply ? Reply.of(body) : Reply.next(body);
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }

  private static void start(String name, Runnable task) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    thread.start();
  }

  private static void feed(Process process, Job job) {
    try (OutputStream in = process.getOutputStream()) {
      in.write(job.body());
    } catch (IOException e) {
      // It does not want to read all of it.
      return;
    }
  }

  /** An environment has no zero byte. */
  private static String visible(String text) {
    return text.replace('\0', ' ');
  }

  private static String name(String header) {
    byte[] name = header.toUpperCase(java.util.Locale.ROOT).getBytes(StandardCharsets.UTF_8);
    for (int i = 0; i < name.length; i++) {
      boolean isPlain = (name[i] >= 'A' && name[i] <= 'Z') || (name[i] >= '0' && name[i] <= '9');
      name[i] = isPlain ? name[i] : (byte) '_';
    }
    return new String(name, StandardCharsets.US_ASCII);
  }
}

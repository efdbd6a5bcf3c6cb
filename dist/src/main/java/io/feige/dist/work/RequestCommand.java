package io.feige.dist.work;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.feige.admin.json.TextOrBytes;
import io.feige.client.FeigeClient;
import io.feige.client.Header;
import io.feige.client.Message;
import io.feige.client.Reply;
import io.feige.dist.cli.CliException;
import io.feige.dist.cli.Context;
import io.feige.dist.cli.ExitCode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Asks whoever works on a topic. */
@Command(
    name = "request",
    description = {
      "Asks the workers of a topic of work, and prints the answer of one of them.",
      "The exit code is 1 if the worker's answer says that it was not done (a status other than 2xx)."
    },
    footer = {
      "",
      "Examples:",
      "  feige topic create compute --work",
      "  feige work compute --exec 'factor $(cat)' &",
      "  feige request compute 32416190071"
    })
public final class RequestCommand implements Callable<Integer> {
  private final Context context;

  @Parameters(index = "0", paramLabel = "TOPIC", description = "A topic of work.")
  private String topic = "";

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "BODY",
      description = "What is asked. Default: all of standard input.")
  private @Nullable String body;

  @Option(names = "--key", paramLabel = "TEXT", description = "The request's key.")
  private @Nullable String key;

  @Option(
      names = "--header",
      paramLabel = "NAME=VALUE",
      description = "A header of the request; may be given several times, also with one name.")
  private List<String> headers = List.of();

  @Option(
      names = "--timeout",
      paramLabel = "DURATION",
      defaultValue = "10s",
      description = "How long the answer is waited for, 1ms to 1h. Default: ${DEFAULT-VALUE}.")
  private Duration timeout = Duration.ZERO;

  public RequestCommand(Context context) {
    this.context = context;
  }

  /** What {@code --json} prints: bytes that are no text come as Base64. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  private record Answer(
      int status,
      Map<String, List<String>> headers,
      @Nullable Map<String, List<String>> headersBase64,
      @Nullable String body,
      @Nullable String bodyBase64) {
    static Answer of(Reply reply) {
      Map<String, List<String>> texts = new TreeMap<>();
      Map<String, List<String>> others = new TreeMap<>();
      for (Header header : reply.headers()) {
        String text = TextOrBytes.text(header.value());
        (text == null ? others : texts)
            .computeIfAbsent(header.name(), _ -> new ArrayList<>())
            .add(text == null ? TextOrBytes.base64(header.value()) : text);
      }
      String body = TextOrBytes.text(reply.body());
      return new Answer(
          reply.status(),
          texts,
          others.isEmpty() ? null : others,
          body,
          body == null ? TextOrBytes.base64(reply.body()) : null);
    }
  }

  @Override
  public Integer call() throws IOException {
    Message message = message();
    try (FeigeClient client = context.connect()) {
      Reply reply = client.request(topic, message, timeout);
      if (context.isJson()) {
        context.terminal().json(Answer.of(reply));
      } else {
        context.terminal().out().write(reply.body());
        context.terminal().out().flush();
      }
      if (!reply.isDone() && !context.isJson()) {
        context.terminal().note("feige: the worker answered with status " + reply.status());
      }
      return reply.isDone() ? ExitCode.OK : ExitCode.FAILED;
    }
  }

  private Message message() throws IOException {
    byte[] bytes =
        body == null
            ? context.terminal().in().readAllBytes()
            : body.getBytes(StandardCharsets.UTF_8);
    Message.Builder message = Message.builder().body(bytes);
    if (key != null) {
      message.key(key);
    }
    for (String header : headers) {
      int at = header.indexOf('=');
      if (at < 1) {
        throw new CliException(ExitCode.USAGE, "a header is NAME=VALUE, not '" + header + "'");
      }
      message.header(header.substring(0, at), header.substring(at + 1));
    }
    return message.build();
  }
}

package io.feige.dist.letter;

import io.feige.admin.json.MessageJson;
import io.feige.admin.json.TextOrBytes;
import io.feige.client.DeadLetter;
import io.feige.client.FeigeClient;
import io.feige.client.Header;
import io.feige.client.LetterId;
import io.feige.client.ReceivedMessage;
import io.feige.dist.cli.CliException;
import io.feige.dist.cli.Context;
import io.feige.dist.cli.ExitCode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Shows one letter. */
@Command(
    name = "show",
    description = {
      "Shows one dead letter with all it has, whether it is open or not: where it comes from, why it"
          + " is there, key, headers and body. With --json as 'read' has it."
    },
    footer = {"", "Example:", "  feige letter show orders pair-1/17"})
public final class LetterShowCommand implements Runnable {
  private final Context context;

  @Parameters(
      index = "0",
      paramLabel = "TOPIC",
      description = "The topic that the letter comes from.")
  private String topic = "";

  @Parameters(
      index = "1",
      paramLabel = "ID",
      description = "The letter, as 'letter list' names it.")
  private String id = "";

  public LetterShowCommand(Context context) {
    this.context = context;
  }

  @Override
  public void run() {
    ReceivedMessage letter;
    try (FeigeClient client = context.connect()) {
      letter = found(client, topic, LetterId.parse(id));
    }
    if (context.isJson()) {
      context.terminal().json(MessageJson.of(letter));
    } else {
      context.terminal().line(words(letter));
    }
  }

  /** The letter of an id. */
  static ReceivedMessage found(FeigeClient client, String topic, LetterId id) {
    return client
        .deadLetters()
        .find(topic, id)
        .orElseThrow(() ->
            new CliException(
                ExitCode.REFUSED, "topic " + topic + " holds no dead letter " + id + "."));
  }

  private static String words(ReceivedMessage letter) {
    StringBuilder words = new StringBuilder();
    letter.deadLetter().ifPresent(origin -> addOrigin(words, origin));
    add(words, "letter since", letter.storedAt().toString());
    add(words, "published", letter.publishTime().toString());
    if (letter.problem().isPresent()) {
      add(words, "problem", letter.problem().get());
      return words.toString().stripTrailing();
    }
    if (letter.hasKey()) {
      add(words, "key", shown(letter.key()));
    }
    for (Header header : letter.headers()) {
      add(words, "header", header.name() + "=" + shown(header.value()));
    }
    return words.append('\n').append(shown(letter.body())).toString();
  }

  private static String shown(byte[] bytes) {
    String text = TextOrBytes.text(bytes);
    return text != null ? text : "(base64) " + TextOrBytes.base64(bytes);
  }

  private static void addOrigin(StringBuilder words, DeadLetter origin) {
    add(words, "reason", origin.reason());
    add(words, "given up by", "group " + origin.group() + consumer(origin));
    add(words, "attempts", Integer.toString(origin.attempts()));
    add(words, "was", "offset " + origin.offset() + " of topic " + origin.topic());
  }

  private static String consumer(DeadLetter origin) {
    return origin.consumer().isEmpty() ? "" : ", consumer " + origin.consumer();
  }

  private static void add(StringBuilder words, String name, String value) {
    words.append("%-13s %s%n".formatted(name, value));
  }
}

package io.feige.dist.letter;

import io.feige.client.FeigeClient;
import io.feige.client.LetterId;
import io.feige.client.Message;
import io.feige.client.ReceivedMessage;
import io.feige.dist.cli.CliException;
import io.feige.dist.cli.Context;
import io.feige.dist.cli.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Gives letters to their group again. */
@Command(
    name = "replay",
    description = {
      "Gives dead letters to the group that gave them up, once more, and to no other: each is stored"
          + " behind the other messages of the topic and begins with its first attempt. What was dealt"
          + " with before is passed over, so it can be run again.",
      "",
      "Groups that are made later from the earliest message, or moved back, get it as well. A letter"
          + " whose time to live is over is passed over and stays open, unless it gets another body."
    },
    footer = {
      "",
      "Examples:",
      "  feige letter replay orders pair-1/17 pair-2/4",
      "  feige letter replay orders --group billing --reason 'no such customer' --rate 50",
      "  feige letter show orders pair-1/17 --json | jq -j .body > 17.txt",
      "  feige letter replay orders pair-1/17 --body-file 17.txt"
    })
public final class LetterReplayCommand implements Callable<Integer> {
  private final Context context;

  @Mixin private LetterChoice choice = new LetterChoice();

  @Option(
      names = "--rate",
      paramLabel = "N",
      defaultValue = "0",
      description = "At most so many letters a second; without it as fast as it goes.")
  private int rate;

  @Option(
      names = "--body-file",
      paramLabel = "FILE",
      description =
          "Replay the one letter with this body; its key and headers stay as they were, unless they"
              + " cannot be read. It has no time to live.")
  private @Nullable Path bodyFile;

  public LetterReplayCommand(Context context) {
    this.context = context;
  }

  @Override
  public Integer call() throws IOException {
    choice.check();
    if (rate < 0) {
      throw new CliException(ExitCode.USAGE, "--rate must be 0 or more.");
    }
    List<LetterId> ids = choice.ids();
    if (bodyFile != null && ids.size() != 1) {
      throw new CliException(ExitCode.USAGE, "--body-file takes exactly one id. Nothing was done.");
    }
    String topic = choice.topic();
    byte[] body = bodyFile == null ? null : Files.readAllBytes(bodyFile);
    try (FeigeClient client = context.connect()) {
      if (body != null) {
        return replayEdited(client, ids.getFirst(), body);
      }
      LetterRun run =
          new LetterRun(
              context,
              topic,
              "replayed",
              rate,
              letters -> client.deadLetters().replay(topic, letters));
      return choice.run(run, client);
    }
  }

  private int replayEdited(FeigeClient client, LetterId id, byte[] body) {
    String topic = choice.topic();
    ReceivedMessage letter = LetterShowCommand.found(client, topic, id);
    Message.Builder edited = Message.builder().body(body);
    if (letter.problem().isEmpty()) {
      if (letter.hasKey()) {
        edited.key(letter.key());
      }
      letter.headers().forEach(header -> edited.header(header.name(), header.value()));
    }
    Message message = edited.build();
    LetterRun run =
        new LetterRun(
            context,
            topic,
            "replayed",
            rate,
            ids -> client.deadLetters().replayEdited(topic, id, message));
    return run.run(List.of(id));
  }
}

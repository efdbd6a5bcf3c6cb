package io.feige.dist.letter;

import io.feige.client.FeigeClient;
import io.feige.dist.cli.Confirmation;
import io.feige.dist.cli.Context;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Gives letters to nobody. */
@Command(
    name = "drop",
    description = {
      "Drops dead letters: they are closed and nobody gets them. They can be read as long as the"
          + " dead-letter topic keeps them. Only moving the group dealt-with back opens them again.",
      "",
      "It asks, unless --yes is given; a script has to give it."
    },
    footer = {
      "",
      "Examples:",
      "  feige letter drop orders pair-1/17",
      "  feige letter drop orders --reason 'not JSON' --yes"
    })
public final class LetterDropCommand implements Callable<Integer> {
  private final Context context;

  @Mixin private LetterChoice choice = new LetterChoice();
  @Mixin private Confirmation confirmation = new Confirmation();

  public LetterDropCommand(Context context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    choice.check();
    choice.ids();
    String topic = choice.topic();
    try (FeigeClient client = context.connect()) {
      confirmation.require(context, choice.words() + " will be dropped", topic);
      LetterRun run =
          new LetterRun(
              context, topic, "dropped", 0, letters -> client.deadLetters().drop(topic, letters));
      return choice.run(run, client);
    }
  }
}

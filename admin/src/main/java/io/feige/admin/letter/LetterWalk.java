package io.feige.admin.letter;

import io.feige.client.FeigeClient;
import io.feige.client.LetterId;
import io.feige.client.ReceivedMessage;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Goes through the open letters of a topic, page by page. */
public final class LetterWalk {
  private static final int PAGE = 500;

  private final FeigeClient client;
  private final String topic;
  private @Nullable LetterId last;

  /**
   * A walk at its beginning.
   *
   * @param after begins behind this letter; null: begins with the first
   */
  public LetterWalk(FeigeClient client, String topic, @Nullable LetterId after) {
    this.client = client;
    this.topic = topic;
    this.last = after;
  }

  /** The next page of letters; empty at the end. */
  public List<ReceivedMessage> next() {
    LetterId before = last;
    List<ReceivedMessage> page =
        before == null
            ? client.deadLetters().list(topic, PAGE)
            : client.deadLetters().listAfter(topic, before, PAGE);
    if (!page.isEmpty()) {
      last = LetterId.of(page.getLast());
    }
    return page;
  }
}

package io.feige.dist.letter;

import io.feige.admin.letter.LetterFilter;
import io.feige.admin.letter.LetterWalk;
import io.feige.client.FeigeClient;
import io.feige.client.ReceivedMessage;
import io.feige.client.TopicInPair;
import io.feige.protocol.model.LetterRule;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import picocli.CommandLine.Option;

/** Which of a topic's open letters are meant. */
final class FilterOptions {
  @Option(
      names = "--group",
      paramLabel = "GROUP",
      description = "Only letters that this group has given up.")
  private String group = "";

  @Option(
      names = "--reason",
      paramLabel = "TEXT",
      description =
          "Only letters whose reason has this text in it; # stands for any number or id, as in"
              + " what 'letter reasons' prints.")
  private String reason = "";

  LetterFilter filter() {
    return new LetterFilter(group, reason);
  }

  /**
   * Goes through the letters that are meant, page by page, as far as they are there now: one that
   * is replayed may come back as another.
   *
   * @param goesOn takes those of a page, maybe none; false: that is enough
   */
  void walk(FeigeClient client, String topic, Predicate<List<ReceivedMessage>> goesOn) {
    LetterFilter filter = filter();
    LetterWalk walk = new LetterWalk(client, topic, null);
    List<ReceivedMessage> page = walk.next();
    if (page.isEmpty()) {
      return;
    }
    String letters = LetterRule.lettersOf(LetterRule.originOrSelf(topic));
    Map<String, Long> ends =
        client.topics().describe(letters).pairs().stream()
            .collect(Collectors.toMap(TopicInPair::pair, TopicInPair::committedOffset));
    boolean hasMore = true;
    while (hasMore && !page.isEmpty()) {
      List<ReceivedMessage> meant =
          page.stream()
              .filter(letter -> letter.offset() < ends.getOrDefault(letter.pair(), 0L))
              .filter(filter::means)
              .toList();
      hasMore = goesOn.test(meant);
      page = walk.next();
    }
  }
}

package io.feige.jmeter;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * An account at the end of a test.
 *
 * @param words tables in Markdown
 * @param found what is wrong, a sentence each
 */
record Settlement(String words, List<String> found) {
  private static final String PUBLISHED =
      """
      | topic | confirmed | refused | outcome unknown | confirm p50 | p99 | p99.9 | longest |
      |---|---|---|---|---|---|---|---|
      """;
  private static final String RECEIVED =
      """
      | topic, group | received | **missing** | again | **twice** | **after its ack** \
      | **acks refused** | of others \
      | end to end p50 | p99 | p99.9 | longest |
      |---|---|---|---|---|---|---|---|---|---|---|---|
      """;

  static Settlement of(Map<String, Account.TopicAccount> topics) {
    StringBuilder published = new StringBuilder(PUBLISHED);
    StringBuilder received = new StringBuilder(RECEIVED);
    List<String> found = new ArrayList<>();
    topics.forEach((topic, account) -> {
      published.append(
          String.format(
              Locale.ROOT,
              "| %s | %,d | %,d | %,d | %s |%n",
              topic,
              account.confirmedCount(),
              account.refusedCount(),
              account.unknownCount(),
              words(account.publish())));
      account
          .groups()
          .forEach((group, ofGroup) -> {
            String who = topic + ", " + group;
            long missing = account.missing(ofGroup);
            received.append(
                String.format(
                    Locale.ROOT,
                    "| %s | %,d | %,d | %,d | %,d | %,d | %,d | %,d | %s |%n",
                    who,
                    ofGroup.received().size(),
                    missing,
                    ofGroup.again(),
                    ofGroup.twice(),
                    ofGroup.afterAck(),
                    ofGroup.notAckedCount(),
                    ofGroup.foreignCount(),
                    words(ofGroup.endToEnd())));
            say(found, who, missing, "confirmed messages are missing");
            say(found, who, ofGroup.twice(), "messages are there twice");
            say(found, who, ofGroup.afterAck(), "came again after their ack");
            say(found, who, ofGroup.notAckedCount(), "acks were not taken");
          });
    });
    if (topics.values().stream().allMatch(account -> account.confirmedCount() == 0)) {
      found.add("not one message was confirmed");
    }
    return new Settlement(published + "\n" + received, found);
  }

  boolean isRight() {
    return found.isEmpty();
  }

  String problems() {
    return String.join("; ", found);
  }

  private static void say(List<String> found, String who, long count, String what) {
    if (count > 0) {
      found.add(who + ": " + count + " " + what);
    }
  }

  private static String words(Times times) {
    if (times.count() == 0) {
      return "- | - | - | -";
    }
    return String.join(
        " | ",
        millis(times.micros(50)),
        millis(times.micros(99)),
        millis(times.micros(99.9)),
        millis(times.maxMicros()));
  }

  private static String millis(long micros) {
    return String.format(Locale.ROOT, "%.2f ms", micros / 1000.0);
  }
}

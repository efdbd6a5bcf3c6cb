package io.feige.proxy.verb;

import io.feige.client.FeigeClient;
import io.feige.client.PairView;
import io.feige.client.Reader;
import io.feige.client.ReaderBuilder;
import io.feige.client.ReceivedMessage;
import io.feige.client.StartFrom;
import io.feige.client.TopicDescription;
import io.feige.client.TopicInPair;
import io.feige.proxy.answer.Problem;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Where a reader begins. */
public final class Starts {
  /** The oldest message that is there. */
  public static final String EARLIEST = "earliest";

  /** Behind the newest message. */
  public static final String LATEST = "latest";

  private static final Duration PROBE_WAIT = Duration.ofSeconds(1);
  private static final int PROBE_BYTES = 64 << 10;

  private Starts() {}

  /**
   * Fixed, and told before the first event, so that one who is cut off before it misses nothing.
   */
  public static Places begin(FeigeClient client, String topic, String from) {
    StartFrom start = from(from);
    TopicDescription described = client.topics().describe(topic);
    requireRight(client, described);
    if (start.kind() == StartFrom.Kind.OFFSET && described.pairs().size() > 1) {
      throw Problem.badRequest(
          "an offset is a place in one pair, and there are several; give lastEventId, such as"
              + " pair-1:43,pair-2:17");
    }
    Map<String, StartFrom> byPair = new TreeMap<>();
    for (TopicInPair part : described.pairs()) {
      byPair.put(
          part.pair(),
          switch (start.kind()) {
            case EARLIEST -> StartFrom.offset(part.startOffset(), part.partition());
            case LATEST -> StartFrom.offset(part.committedOffset(), part.partition());
            case OFFSET -> StartFrom.offset(start.value(), part.partition());
            case TIME -> atTime(client, topic, part, start);
          });
    }
    return Places.of(byPair);
  }

  /**
   * The end of a topic, and a place before it.
   *
   * @param before so many messages of each pair earlier, or where what is held begins
   * @param end behind the newest messages
   */
  public record Latest(Places before, Places end) {}

  /** The end of a topic, and so many messages of each pair before it. */
  public static Latest latest(FeigeClient client, String topic, int before) {
    TopicDescription described = client.topics().describe(topic);
    requireRight(client, described);
    Map<String, StartFrom> starts = new TreeMap<>();
    Map<String, StartFrom> ends = new TreeMap<>();
    for (TopicInPair part : described.pairs()) {
      long start = Math.max(part.startOffset(), part.committedOffset() - before);
      starts.put(part.pair(), StartFrom.offset(start, part.partition()));
      ends.put(part.pair(), StartFrom.offset(part.committedOffset(), part.partition()));
    }
    return new Latest(Places.of(starts), Places.of(ends));
  }

  /**
   * Asks no node: a browser that is refused now, in the middle of a failover, would not come again.
   * Pairs that are not there any more are left out.
   */
  public static Places resume(FeigeClient client, String last) {
    Map<String, StartFrom> byPair = new TreeMap<>(Places.parse(last).byPair());
    byPair.keySet().retainAll(client.pairs().stream().map(PairView::pair).toList());
    return Places.of(byPair);
  }

  /**
   * Nothing, if this caller may read the topic.
   *
   * @throws io.feige.client.FeigeException it may not, or there is none
   */
  public static void requireRight(FeigeClient client, String topic) {
    requireRight(client, client.topics().describe(topic));
  }

  /** Reads the newest message, so that who may not read is told so before a stream begins. */
  private static void requireRight(FeigeClient client, TopicDescription topic) {
    for (TopicInPair part : topic.pairs()) {
      if (hasMessages(part)) {
        var _ = newest(client, topic.spec().name(), part);
        return;
      }
    }
  }

  private static boolean hasMessages(TopicInPair part) {
    return part.committedOffset() > part.startOffset();
  }

  /**
   * The offset at a time. A time would do as well, but a place that is an offset can be compared
   * with others.
   */
  private static StartFrom atTime(
      FeigeClient client, String topic, TopicInPair part, StartFrom time) {
    Instant from = Instant.ofEpochMilli(time.value());
    boolean isAllOlder =
        !hasMessages(part)
            || newest(client, topic, part)
                .filter(message -> message.storedAt().isBefore(from))
                .isPresent();
    if (isAllOlder) {
      return StartFrom.offset(part.committedOffset(), part.partition());
    }
    return one(client, topic, part.pair(), time)
        .map(message -> StartFrom.offset(message.offset(), part.partition()))
        .orElse(time);
  }

  private static Optional<ReceivedMessage> newest(
      FeigeClient client, String topic, TopicInPair part) {
    return one(client, topic, part.pair(), StartFrom.offset(part.committedOffset() - 1));
  }

  private static Optional<ReceivedMessage> one(
      FeigeClient client, String topic, String pair, StartFrom from) {
    ReaderBuilder reader = client.reader(topic).pair(pair).from(from);
    try (Reader probe = reader.readAheadBytes(PROBE_BYTES).build()) {
      return probe.read(1, PROBE_WAIT).stream().findFirst();
    }
  }

  /** A place as callers name it. */
  public static StartFrom from(String text) {
    return switch (text) {
      case EARLIEST -> StartFrom.earliest();
      case LATEST -> StartFrom.latest();
      default ->
          text.chars().allMatch(c -> c >= '0' && c <= '9')
              ? StartFrom.offset(Values.whole("from", text))
              : StartFrom.time(Places.time(text));
    };
  }
}

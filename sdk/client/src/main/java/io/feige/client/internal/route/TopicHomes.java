package io.feige.client.internal.route;

import io.feige.client.FeigeException;
import io.feige.protocol.Utf8;
import io.feige.protocol.batch.KeyHash;
import io.feige.protocol.command.ListTopics;
import io.feige.protocol.command.TopicList;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.model.TopicPlace;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/** Which topics are in one pair, and in which. Any thread but the loop. */
public final class TopicHomes {
  /** Beyond so many topics what was heard is forgotten, and asked again. */
  private static final int MOST_KNOWN = 10_000;

  /** A topic can be deleted and made anew. */
  private static final long OLD_NANOS = 10_000_000_000L;

  private final Pairs pairs;
  private final long timeoutMillis;
  private final Map<String, Heard> known = new ConcurrentHashMap<>();

  /** What was heard of a topic, and when. */
  private record Heard(Optional<String> home, long nanos) {}

  /** Asks these pairs, each within the timeout. */
  public TopicHomes(Pairs pairs, long timeoutMillis) {
    this.pairs = pairs;
    this.timeoutMillis = timeoutMillis;
  }

  /**
   * The pair that alone has a topic, as it was within the last seconds.
   *
   * @return empty: each pair has a part of it, or there is no such topic
   */
  public Optional<String> of(String topic) {
    Heard heard = known.get(topic);
    boolean isOld = heard == null || System.nanoTime() - heard.nanos() > OLD_NANOS;
    return heard == null || isOld ? ask(topic) : heard.home();
  }

  /** Who had the topic says that it does not: the next one who wants to know asks again. */
  public void forget(String topic) {
    known.remove(topic);
  }

  /**
   * Asks the pairs. One that knows is enough, so that others may be away.
   *
   * @throws FeigeException no pair that answers knows, and one does not answer
   */
  public Optional<String> ask(String topic) {
    List<PairLink> all = pairs.await(timeoutMillis);
    if (all.size() == 1) {
      return Optional.empty();
    }
    List<PairLink> links = reachableFirst(all);
    List<CompletableFuture<TopicList>> asked = new ArrayList<>();
    for (PairLink link : links) {
      asked.add(
          link.requests().ask(new ListTopics(topic), TopicList.class, Requests.Repeat.READ_ONLY));
    }
    FeigeException failure = null;
    for (int i = 0; i < links.size(); i++) {
      try {
        TopicPlace place =
            place(links.get(i).requests().await(asked.get(i), Requests.Repeat.READ_ONLY));
        if (place != TopicPlace.ELSEWHERE) {
          return remember(
              topic,
              place == TopicPlace.HERE ? Optional.of(links.get(i).pair()) : Optional.empty());
        }
      } catch (FeigeException e) {
        failure = e.code() == ErrorCode.TOPIC_NOT_FOUND ? failure : e;
      }
    }
    if (failure != null) {
      throw failure;
    }
    return Optional.empty();
  }

  private static List<PairLink> reachableFirst(List<PairLink> all) {
    List<PairLink> reachable = all.stream().filter(link -> link.view().isConnected()).toList();
    return Stream.concat(reachable.stream(), all.stream().filter(link -> !reachable.contains(link)))
        .toList();
  }

  private static TopicPlace place(TopicList found) {
    return found.topics().get(0).spec().place();
  }

  private Optional<String> remember(String topic, Optional<String> home) {
    if (known.size() >= MOST_KNOWN) {
      known.clear();
    }
    known.put(topic, new Heard(home, System.nanoTime()));
    return home;
  }

  /** The pair that would have a topic if it were made now: the one that its name belongs to. */
  public String ofNew(String topic) {
    List<String> names = pairs.await(timeoutMillis).stream().map(PairLink::pair).toList();
    return names.get(Ring.of(names).owner(KeyHash.of(Utf8.encode(topic))));
  }
}

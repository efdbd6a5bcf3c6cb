package io.feige.client.internal.admin;

import io.feige.client.FeigeException;
import io.feige.client.TopicDescription;
import io.feige.client.TopicSpec;
import io.feige.client.Topics;
import io.feige.client.internal.route.Pairs;
import io.feige.client.internal.route.Requests.Repeat;
import io.feige.client.internal.route.TopicHomes;
import io.feige.protocol.command.AlterTopic;
import io.feige.protocol.command.CreateTopic;
import io.feige.protocol.command.DeleteTopic;
import io.feige.protocol.command.ListTopics;
import io.feige.protocol.command.Request;
import io.feige.protocol.command.TopicAltered;
import io.feige.protocol.command.TopicCreated;
import io.feige.protocol.command.TopicDeleted;
import io.feige.protocol.command.TopicList;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.model.TopicPlace;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/** Operations on topics, at every pair. */
public final class EngineTopics implements Topics {
  private static final String ALL = "";

  private final PairCalls calls;
  private final TopicHomes homes;

  /** Operations over these links, each within the timeout. */
  public EngineTopics(Pairs pairs, TopicHomes homes, long timeoutMillis) {
    this.homes = homes;
    this.calls = new PairCalls(pairs, timeoutMillis);
  }

  @Override
  public TopicDescription create(TopicSpec spec) {
    return create(spec, false, Repeat.NOT_WITHOUT_ASKING);
  }

  @Override
  public TopicDescription createIfAbsent(TopicSpec spec) {
    return create(spec, true, Repeat.HARMLESS);
  }

  private TopicDescription create(TopicSpec spec, boolean ifAbsent, Repeat repeat) {
    String home =
        homes.ask(spec.name()).orElseGet(() -> spec.onePair() ? homes.ofNew(spec.name()) : "");
    return merged(
        calls
            .askAll(
                pair -> new CreateTopic(Conversions.toWire(spec, place(pair, home)), ifAbsent),
                TopicCreated.class,
                repeat)
            .everywhere(),
        TopicCreated::topic);
  }

  private static TopicPlace place(String pair, String home) {
    if (home.isEmpty()) {
      return TopicPlace.EVERYWHERE;
    }
    return pair.equals(home) ? TopicPlace.HERE : TopicPlace.ELSEWHERE;
  }

  @Override
  public TopicDescription alter(TopicSpec spec) {
    TopicPlace any = spec.onePair() ? TopicPlace.HERE : TopicPlace.EVERYWHERE;
    return merged(
        calls
            .askAll(
                new AlterTopic(Conversions.toWire(spec, any)), TopicAltered.class, Repeat.HARMLESS)
            .exceptMissing(ErrorCode.TOPIC_NOT_FOUND)
            .everywhere(),
        TopicAltered::topic);
  }

  @Override
  public List<TopicDescription> list() {
    return ask(ALL);
  }

  @Override
  public TopicDescription describe(String topic) {
    List<TopicDescription> found = ask(topic);
    if (found.isEmpty()) {
      throw FeigeException.of(ErrorCode.TOPIC_NOT_FOUND, "Topic " + topic + ".");
    }
    return found.get(0);
  }

  @Override
  public void delete(String topic) {
    Map<String, TopicDeleted> unused =
        calls
            .askAll(new DeleteTopic(topic), TopicDeleted.class, Repeat.NOT_WITHOUT_ASKING)
            .exceptMissing(ErrorCode.TOPIC_NOT_FOUND)
            .everywhere();
  }

  private static <R> TopicDescription merged(
      Map<String, R> answers, Function<R, io.feige.protocol.model.TopicDescription> topic) {
    Map<String, io.feige.protocol.model.TopicDescription> parts = new LinkedHashMap<>();
    answers.forEach((pair, answer) -> parts.put(pair, topic.apply(answer)));
    return Merging.topics(parts);
  }

  private List<TopicDescription> ask(String topic) {
    Map<String, Map<String, io.feige.protocol.model.TopicDescription>> byName = new TreeMap<>();
    calls
        .askAllPages(new ListTopics(topic), TopicList.class, page -> next(topic, page))
        .exceptMissing(ErrorCode.TOPIC_NOT_FOUND)
        .all()
        .forEach((pair, pages) ->
            pages.stream()
                .flatMap(page -> page.topics().stream())
                .forEach(found ->
                    byName
                        .computeIfAbsent(found.spec().name(), name -> new LinkedHashMap<>())
                        .put(pair, found)));
    return byName.values().stream().map(Merging::topics).toList();
  }

  private static Optional<Request> next(String topic, TopicList page) {
    return page.next().isEmpty()
        ? Optional.empty()
        : Optional.of(new ListTopics(topic, page.next()));
  }
}

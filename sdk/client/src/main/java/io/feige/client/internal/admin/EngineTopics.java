package io.feige.client.internal.admin;

import io.feige.client.FeigeException;
import io.feige.client.TopicDescription;
import io.feige.client.TopicSpec;
import io.feige.client.Topics;
import io.feige.client.internal.route.Pairs;
import io.feige.client.internal.route.Requests.Repeat;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Operations on topics, at every pair. */
public final class EngineTopics implements Topics {
  private static final String ALL = "";

  private final PairCalls calls;

  /** Operations over these links, each within the timeout. */
  public EngineTopics(Pairs pairs, long timeoutMillis) {
    this.calls = new PairCalls(pairs, timeoutMillis);
  }

  @Override
  public TopicDescription create(TopicSpec spec) {
    CreateTopic request = new CreateTopic(Conversions.toWire(spec), false);
    return created(calls.askAll(request, TopicCreated.class, Repeat.NOT_WITHOUT_ASKING));
  }

  @Override
  public TopicDescription createIfAbsent(TopicSpec spec) {
    CreateTopic request = new CreateTopic(Conversions.toWire(spec), true);
    return created(calls.askAll(request, TopicCreated.class, Repeat.HARMLESS));
  }

  @Override
  public TopicDescription alter(TopicSpec spec) {
    List<TopicDescription> parts = new ArrayList<>();
    calls
        .askAll(new AlterTopic(Conversions.toWire(spec)), TopicAltered.class, Repeat.HARMLESS)
        .exceptMissing(ErrorCode.TOPIC_NOT_FOUND)
        .everywhere()
        .forEach((pair, altered) -> parts.add(Conversions.fromWire(pair, altered.topic())));
    return Merging.topics(parts);
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

  private static TopicDescription created(PairCalls.Answers<TopicCreated> answers) {
    List<TopicDescription> parts = new ArrayList<>();
    answers
        .everywhere()
        .forEach((pair, created) -> parts.add(Conversions.fromWire(pair, created.topic())));
    return Merging.topics(parts);
  }

  private List<TopicDescription> ask(String topic) {
    Map<String, List<TopicDescription>> byName = new TreeMap<>();
    calls
        .askAllPages(new ListTopics(topic), TopicList.class, page -> next(topic, page))
        .exceptMissing(ErrorCode.TOPIC_NOT_FOUND)
        .all()
        .forEach((pair, pages) ->
            pages.stream()
                .flatMap(page -> page.topics().stream())
                .forEach(found ->
                    byName
                        .computeIfAbsent(found.spec().name(), name -> new ArrayList<>())
                        .add(Conversions.fromWire(pair, found))));
    return byName.values().stream().map(Merging::topics).toList();
  }

  private static Optional<Request> next(String topic, TopicList page) {
    return page.next().isEmpty()
        ? Optional.empty()
        : Optional.of(new ListTopics(topic, page.next()));
  }
}

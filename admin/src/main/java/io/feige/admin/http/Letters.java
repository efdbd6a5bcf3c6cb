package io.feige.admin.http;

import io.feige.admin.json.Fields;
import io.feige.admin.json.Json;
import io.feige.admin.letter.LetterFilter;
import io.feige.admin.letter.LetterWalk;
import io.feige.admin.letter.ReasonTally;
import io.feige.client.DeadLetters;
import io.feige.client.FeigeClient;
import io.feige.client.Header;
import io.feige.client.LetterId;
import io.feige.client.LetterOutcome;
import io.feige.client.Message;
import io.feige.client.ReceivedMessage;
import io.javalin.http.Context;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Open dead letters of a topic: list, count by reason, replay, drop. */
final class Letters {
  private static final int MOST_LOOKED_AT = 10_000;
  private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(3);
  private static final int USUAL_LETTERS = 20;
  private static final int MOST_LETTERS = 200;
  private static final long MOST_SHOWN_CHARS = 1L << 20;

  private final NodeCalls nodes;

  Letters(NodeCalls nodes) {
    this.nodes = nodes;
  }

  void list(Context context) {
    int limit = Query.number(context, "limit", USUAL_LETTERS, 1, MOST_LETTERS);
    Look look = new Look(context);
    List<ObjectNode> found = new ArrayList<>();
    long[] shown = {0};
    nodes.ask(
        context,
        client ->
            look.run(
                client,
                letter -> {
                  ObjectNode json = MessageSearch.shown(letter);
                  shown[0] += Json.text(json).length();
                  found.add(json);
                  return found.size() < limit && shown[0] < MOST_SHOWN_CHARS;
                }));
    ObjectNode answer = look.told();
    Reads.answer(context, answer.set("letters", Json.array(found, message -> message)));
  }

  void reasons(Context context) {
    Look look = new Look(context);
    ReasonTally tally = new ReasonTally();
    nodes.ask(
        context,
        client ->
            look.run(
                client,
                letter -> {
                  tally.add(letter);
                  return true;
                }));
    ObjectNode answer = look.told();
    Reads.answer(context, answer.set("reasons", Json.array(tally.reasons(), Json::of)));
  }

  void replay(Context context) {
    settle(context, "replayed", (letters, ids) -> letters.replay(Topics.name(context), ids));
  }

  void drop(Context context) {
    settle(context, "dropped", (letters, ids) -> letters.drop(Topics.name(context), ids));
  }

  private void settle(
      Context context, String after, BiFunction<DeadLetters, List<LetterId>, LetterOutcome> what) {
    Fields body = Body.read(context, Set.of("letters"));
    List<LetterId> ids =
        Body.value(() -> body.texts("letters").stream().map(LetterId::parse).toList());
    if (ids.isEmpty()) {
      throw Problem.badRequest("the body: letters is empty");
    }
    LetterOutcome outcome =
        nodes.change(
            context,
            ids.size() + " letters " + after,
            client -> what.apply(client.deadLetters(), ids));
    Reads.answer(context, Json.of(outcome));
  }

  void replayEdited(Context context) {
    String topic = Topics.name(context);
    String pair = context.pathParam("pair");
    LetterId id = new LetterId(pair, Query.offset(context.pathParam("offset")));
    Fields body = Body.read(context, Messages.PUBLISHED);
    Message given = Body.value(() -> Messages.message(body));
    boolean isWhole = body.has("headers") && (body.has("key") || body.has("keyBase64"));
    Message edited =
        isWhole ? given : nodes.ask(context, client -> edited(client, topic, id, body, given));
    LetterOutcome outcome =
        nodes.change(
            context,
            "letter " + id + " replayed with another message",
            client -> client.deadLetters().replayEdited(topic, id, edited));
    Reads.answer(context, Json.of(outcome));
  }

  /** Key and headers stay as they were unless others are given. */
  private static Message edited(
      FeigeClient client, String topic, LetterId id, Fields body, Message given) {
    Optional<ReceivedMessage> letter = client.deadLetters().find(topic, id);
    if (letter.isEmpty() || given.isDelayed()) {
      return given; // The node says what is wrong with it.
    }
    if (letter.get().problem().isPresent()) {
      throw Problem.badRequest("the letter cannot be read; give a key and headers, too");
    }
    Message.Builder edited = Message.builder().body(given.body());
    if (given.hasKey()) {
      edited.key(given.key());
    } else if (letter.get().hasKey()) {
      edited.key(letter.get().key());
    }
    List<Header> headers = body.has("headers") ? given.headers() : letter.get().headers();
    headers.forEach(header -> edited.header(header.name(), header.value()));
    return edited.build();
  }

  /** Goes through open letters, as far as there is time for them. */
  private static final class Look {
    private final String topic;
    private final LetterFilter filter;
    private @Nullable LetterId last;
    private int lookedAt;
    private boolean isAtEnd;

    Look(Context context) {
      topic = Topics.name(context);
      filter = new LetterFilter(Query.text(context, "group"), Query.text(context, "reason"));
      last = Query.letter(context, "after");
    }

    /** Returns how many letters it looked at; {@code goesOn} takes those that are meant. */
    int run(FeigeClient client, Predicate<ReceivedMessage> goesOn) {
      LetterWalk walk = new LetterWalk(client, topic, last);
      long begin = System.nanoTime();
      boolean hasMore = true;
      while (hasMore && lookedAt < MOST_LOOKED_AT && System.nanoTime() - begin < LIMIT_NANOS) {
        List<ReceivedMessage> page = walk.next();
        isAtEnd = page.isEmpty();
        hasMore = !isAtEnd;
        for (ReceivedMessage letter : page) {
          if (hasMore) {
            lookedAt++;
            last = LetterId.of(letter);
            hasMore = !filter.means(letter) || goesOn.test(letter);
          }
        }
      }
      return lookedAt;
    }

    ObjectNode told() {
      ObjectNode json = Json.object().put("lookedAt", lookedAt).put("atEnd", isAtEnd);
      LetterId at = last;
      return isAtEnd || at == null ? json : json.put("next", at.toString());
    }
  }
}

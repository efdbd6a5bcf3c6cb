package io.feige.admin.http;

import io.feige.admin.json.Json;
import io.feige.admin.stored.StoredMessages;
import io.feige.admin.stored.UnreadableException;
import io.feige.broker.store.history.MessageId;
import io.feige.broker.store.history.Place;
import io.feige.broker.store.history.Search;
import io.feige.protocol.model.NameRule;
import io.javalin.http.Context;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** What was published and what became of it, as the message store has it. */
final class StoredReads {
  private static final int USUAL = 20;
  private static final int MOST = 200;
  private static final int LONGEST_KEY = 256;

  private final StoredMessages stored;

  /** An answer may take megabytes, and a database that is away seconds. */
  private final Semaphore atOnce = new Semaphore(StoredMessages.CONNECTIONS);

  StoredReads(StoredMessages stored) {
    this.stored = stored;
  }

  void find(Context context) throws IOException {
    requireStore();
    String key = Query.text(context, "key");
    if (key.codePointCount(0, key.length()) > LONGEST_KEY) {
      throw Problem.badRequest("keys are searched for by " + LONGEST_KEY + " characters at most");
    }
    String header = Query.text(context, "header");
    int equals = header.indexOf('=');
    if (equals == 0) {
      throw Problem.badRequest("header must be NAME or NAME=VALUE");
    }
    Search search =
        new Search(
            name(context, "topic"),
            context.queryParam("key"),
            time(context, "from"),
            time(context, "to"),
            orNull(equals < 0 ? header : header.substring(0, equals)),
            equals < 0 ? null : header.substring(equals + 1));
    Place after = after(context);
    int limit = Query.number(context, "limit", USUAL, 1, MOST);
    answer(context, () -> stored.find(search, after, limit));
  }

  void show(Context context) throws IOException {
    requireStore();
    long offset = Query.offset(context.pathParam("offset"));
    MessageId id = new MessageId(name(context, "topic"), name(context, "pair"), offset);
    answer(
        context,
        () -> {
          List<ObjectNode> found = stored.named(id);
          if (found.isEmpty()) {
            throw Problem.notStored(id.toString());
          }
          return Json.object().set("messages", Json.array(found, message -> message));
        });
  }

  private void requireStore() {
    if (!stored.isThere()) {
      throw Problem.noHistory();
    }
  }

  private void answer(Context context, Supplier<ObjectNode> question) throws IOException {
    if (!atOnce.tryAcquire()) {
      throw Problem.tooManyCallers();
    }
    try {
      byte[] answer = Json.bytes(question.get());
      // Sent while it has its place, so that who does not read makes nobody hold more.
      context.res().setContentType("application/json");
      context.res().getOutputStream().write(answer);
    } catch (UnreadableException e) {
      throw e.isSlow() ? Problem.historyTooSlow(e.place()) : Problem.historyUnreachable(e.place());
    } finally {
      atOnce.release();
    }
  }

  /** Names are in columns that hold nothing else. */
  private static String name(Context context, String parameter) {
    String name = context.pathParam(parameter);
    String problem = NameRule.problem(name);
    if (problem != null) {
      throw Problem.badRequest(parameter + ": " + problem);
    }
    return name;
  }

  private static @Nullable Place after(Context context) {
    String text = Query.text(context, "after");
    try {
      return text.isEmpty() ? null : Place.parse(text);
    } catch (IllegalArgumentException e) {
      throw Problem.badRequest("after " + e.getMessage());
    }
  }

  private static @Nullable Instant time(Context context, String parameter) {
    String text = Query.text(context, parameter);
    return text.isEmpty() ? null : Query.time(parameter, text);
  }

  private static @Nullable String orNull(String text) {
    return text.isEmpty() ? null : text;
  }
}

package io.feige.proxy.call;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.feige.client.MailboxPage;
import io.feige.proxy.answer.Answer;
import io.feige.proxy.caller.Callers;
import io.feige.proxy.verb.MailboxJson;
import io.feige.proxy.verb.Values;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Which mailboxes there are, and how they are. */
final class MailboxCalls {
  private static final int USUAL_PAGE = 100;

  private final Callers callers;

  MailboxCalls(Callers callers) {
    this.callers = callers;
  }

  @JsonInclude(JsonInclude.Include.NON_NULL)
  private record ListOut(long total, List<MailboxJson> mailboxes, @Nullable String next) {}

  /** Those of a topic, by identity. */
  Answer list(Request request) {
    Query query = request.query().among("after", "limit");
    String topic = request.name("topic");
    String after = after(query);
    int limit = limit(query);
    MailboxPage page =
        callers.with(request.who(), caller -> caller.client().mailboxes(topic).list(after, limit));
    return Answer.json(
        new ListOut(
            page.total(),
            page.mailboxes().stream().map(MailboxJson::of).toList(),
            page.next().orElse(null)));
  }

  /** Behind whom a page begins; empty: with the first. */
  static String after(Query query) {
    String after = query.text("after", "");
    return after.isEmpty() ? after : Values.identity(after);
  }

  /** How many stand on a page. */
  static int limit(Query query) {
    Long limit = query.numberIfAny("limit");
    return limit == null ? USUAL_PAGE : Values.count("limit", limit, MailboxPage.MAX_LIMIT);
  }

  /** One, whether or not anything was ever in it. */
  Answer describe(Request request) {
    request.query().among();
    String topic = request.name("topic");
    String identity = request.identity();
    return callers.with(
        request.who(),
        caller -> Answer.json(MailboxJson.of(caller.mailbox(topic, identity).state())));
  }

  /** Forgets what is in it, and what it has subscribed. */
  Answer delete(Request request) {
    request.query().among();
    String topic = request.name("topic");
    String identity = request.identity();
    return callers.with(
        request.who(),
        caller -> {
          caller.client().mailboxes(topic).delete(identity);
          return Answer.nothing();
        });
  }
}

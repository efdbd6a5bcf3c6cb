package io.feige.proxy.call;

import io.feige.client.Subscription;
import io.feige.proxy.answer.Answer;
import io.feige.proxy.answer.Json;
import io.feige.proxy.answer.Problem;
import io.feige.proxy.caller.Callers;
import io.feige.proxy.verb.ChannelsIn;
import io.feige.proxy.verb.Values;
import java.util.List;

/** What comes into mailboxes beside what is sent to their owners. */
final class ChannelCalls {
  private final Callers callers;

  ChannelCalls(Callers callers) {
    this.callers = callers;
  }

  private record SubscriptionsOut(List<String> filters) {}

  private record SubscribersOut(List<String> identities) {}

  /** The filters of a mailbox. */
  Answer subscriptions(Request request) {
    request.query().among();
    String topic = request.name("topic");
    String identity = request.identity();
    List<Subscription> all =
        callers.with(request.who(), caller -> caller.mailbox(topic, identity).subscriptions());
    return Answer.json(new SubscriptionsOut(all.stream().map(Subscription::filter).toList()));
  }

  /** Adds and removes some of them. */
  Answer change(Request request) {
    request.query().among();
    String topic = request.name("topic");
    String identity = request.identity();
    ChannelsIn change = Json.read(request.body(), ChannelsIn.class);
    return callers.with(
        request.who(),
        caller -> {
          change.carryOut(caller.mailbox(topic, identity));
          return Answer.nothing();
        });
  }

  /** Who has subscribed with a filter, by identity. */
  Answer subscribers(Request request) {
    Query query = request.query().among("filter", "after", "limit");
    String topic = request.name("topic");
    if (!query.has("filter")) {
      throw Problem.badRequest("the parameter filter is missing");
    }
    String filter = Values.filter(query.text("filter", ""));
    String after = MailboxCalls.after(query);
    int limit = MailboxCalls.limit(query);
    return callers.with(
        request.who(),
        caller ->
            Answer.json(
                new SubscribersOut(
                    caller.client().mailboxes(topic).subscribers(filter, after, limit))));
  }
}

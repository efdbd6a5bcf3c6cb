package io.feige.admin.http;

import io.feige.admin.json.Json;
import io.feige.client.Mail;
import io.feige.client.Mailbox;
import io.feige.client.MailboxPage;
import io.feige.client.MailboxState;
import io.feige.client.Subscription;
import io.javalin.http.Context;
import java.time.Duration;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** Mailboxes of a topic, and what is in them. */
final class MailboxCalls {
  private static final int READ_BYTES = 1 << 20;
  private static final int USUAL = 20;
  private static final int MOST = 200;

  private final NodeCalls nodes;

  MailboxCalls(NodeCalls nodes) {
    this.nodes = nodes;
  }

  void list(Context context) {
    String topic = Topics.name(context);
    Page page = Page.of(context);
    MailboxPage found =
        nodes.ask(context, client -> client.mailboxes(topic).list(page.after(), page.limit()));
    ObjectNode json =
        Json.object()
            .put("total", found.total())
            .set("mailboxes", Json.array(found.mailboxes(), MailboxCalls::json));
    found.next().ifPresent(next -> json.put("next", next));
    Reads.answer(context, json);
  }

  void describe(Context context) {
    String topic = Topics.name(context);
    String owner = owner(context);
    ObjectNode json =
        nodes.ask(
            context,
            client -> {
              Mailbox mailbox = client.mailboxes(topic).open(owner);
              return json(mailbox.state())
                  .set(
                      "subscriptions",
                      Json.array(mailbox.subscriptions(), MailboxCalls::subscription));
            });
    Reads.answer(context, json);
  }

  /** From a message on, or from the first that is not acked. Nothing is acked by that. */
  void read(Context context) {
    String topic = Topics.name(context);
    String owner = owner(context);
    String from = Query.text(context, "from");
    int limit = Query.number(context, "limit", USUAL, 1, MOST);
    List<Mail> mail =
        nodes.ask(
            context,
            client -> {
              Mailbox mailbox = client.mailboxes(topic).open(owner, READ_BYTES);
              if (!from.isEmpty()) {
                mailbox.seek(Query.offset(from));
              }
              return mailbox.read(limit, Duration.ZERO);
            });
    Reads.answer(context, Json.object().set("messages", Json.array(mail, MailboxCalls::message)));
  }

  void delete(Context context) {
    String topic = Topics.name(context);
    String owner = owner(context);
    nodes.change(
        context,
        "",
        client -> {
          client.mailboxes(topic).delete(owner);
          return true;
        });
    Reads.answer(context, Json.object().put("done", true));
  }

  private static String owner(Context context) {
    return context.pathParam("identity");
  }

  private static ObjectNode json(MailboxState mailbox) {
    return Json.object()
        .put("identity", mailbox.identity())
        .put("pair", mailbox.pair())
        .put("unread", mailbox.unread())
        .put("held", mailbox.held())
        .put("acked", mailbox.acked())
        .put("end", mailbox.end())
        .put("dropped", mailbox.dropped());
  }

  private static ObjectNode subscription(Subscription subscription) {
    return Json.object().put("filter", subscription.filter()).put("tag", subscription.tag());
  }

  private static ObjectNode message(Mail mail) {
    return Json.object()
        .put("sequence", mail.sequence())
        .set("message", MessageSearch.shown(mail.message()));
  }
}

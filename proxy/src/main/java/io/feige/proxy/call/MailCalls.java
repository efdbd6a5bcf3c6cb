package io.feige.proxy.call;

import io.feige.client.Mail;
import io.feige.client.Mailbox;
import io.feige.proxy.answer.Answer;
import io.feige.proxy.answer.Json;
import io.feige.proxy.caller.Callers;
import io.feige.proxy.verb.MessageJson;
import io.feige.proxy.verb.Values;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is in a mailbox. Everybody who opens it gets everything. */
final class MailCalls {
  private static final Duration USUAL_WAIT = Duration.ofSeconds(5);

  private final Callers callers;

  MailCalls(Callers callers) {
    this.callers = callers;
  }

  private record MailOut(List<MessageJson> messages) {}

  private record AckIn(@Nullable Long upTo) {}

  /** Some messages: from a number on, or what is not acked. */
  Answer messages(Request request) {
    Query query = request.query().among("from", "max", "waitMillis");
    String topic = request.name("topic");
    String identity = request.identity();
    Long asked = query.numberIfAny("from");
    Long from = asked == null ? null : Values.sequence("from", asked);
    int max = query.max();
    Duration wait = query.patience(USUAL_WAIT);
    return callers.with(
        request.who(),
        caller -> {
          Mailbox mailbox = caller.mailbox(topic, identity);
          if (from != null) {
            mailbox.seek(from);
          }
          List<Mail> read = request.patience().during(() -> mailbox.read(max, wait));
          return Answer.json(new MailOut(read.stream().map(MessageJson::of).toList()));
        });
  }

  /** The owner has dealt with everything up to a message. */
  Answer ack(Request request) {
    request.query().among();
    String topic = request.name("topic");
    String identity = request.identity();
    long upTo = Values.sequence("upTo", Json.read(request.body(), AckIn.class).upTo());
    return callers.with(
        request.who(),
        caller -> {
          caller.mailbox(topic, identity).ack(upTo);
          return Answer.nothing();
        });
  }
}

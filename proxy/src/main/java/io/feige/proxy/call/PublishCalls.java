package io.feige.proxy.call;

import io.feige.client.Durability;
import io.feige.client.FeigeException;
import io.feige.client.Message;
import io.feige.client.Producer;
import io.feige.client.Receipt;
import io.feige.proxy.answer.Answer;
import io.feige.proxy.answer.Json;
import io.feige.proxy.answer.Problem;
import io.feige.proxy.caller.Callers;
import io.feige.proxy.verb.MessageIn;
import io.feige.proxy.verb.PublishIn;
import io.feige.proxy.verb.ReceiptJson;
import io.feige.proxy.verb.Rights;
import io.feige.proxy.verb.Values;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * Publishing. A body of JSON says what is published, one message or many; any other body is a
 * message itself.
 */
final class PublishCalls {
  private static final String TYPE_HEADER = "content-type";
  private static final String FORM_TYPE = "application/x-www-form-urlencoded";

  private final Callers callers;

  PublishCalls(Callers callers) {
    this.callers = callers;
  }

  private record BatchOut(List<ReceiptJson> receipts, int failed) {}

  /** One message, or many. */
  Answer publish(Request request) {
    if (!isJson(request)) {
      return one(request, raw(request));
    }
    request.query().among("durability");
    PublishIn in = Json.read(request.body(), PublishIn.class);
    List<Message> messages = in.read();
    return in.hasMany() ? batch(request, messages) : one(request, messages.getFirst());
  }

  private static boolean isJson(Request request) {
    String type = request.headerNamed(TYPE_HEADER).orElse("");
    int end = type.indexOf(';');
    return (end < 0 ? type : type.substring(0, end)).strip().equalsIgnoreCase(Answer.JSON);
  }

  /** The body is the message, whatever it is. */
  private static Message raw(Request request) {
    Query query =
        request.query().among("key", "header", "delayMillis", "timeToLiveMillis", "durability");
    Message.Builder message = Message.builder().body(request.body());
    if (query.has("key")) {
      message.key(query.text("key", ""));
    }
    for (String header : query.all("header")) {
      int colon = header.indexOf(':');
      if (colon < 1) {
        throw Problem.badRequest("header must be NAME:VALUE, not " + Values.shown(header));
      }
      message.header(header.substring(0, colon), header.substring(colon + 1));
    }
    // curl says of every body that it is a form, unless it is told otherwise.
    request
        .headerNamed(TYPE_HEADER)
        .filter(type -> !type.equals(FORM_TYPE))
        .ifPresent(type -> message.header(TYPE_HEADER, type));
    MessageIn.times(
        message, query.numberIfAny("delayMillis"), query.numberIfAny("timeToLiveMillis"));
    return message.build();
  }

  private static Durability durability(Request request) {
    return request.query().constant("durability", Durability.REPLICATED);
  }

  private Answer one(Request request, Message message) {
    String topic = request.name("topic");
    Durability durability = durability(request);
    Receipt receipt =
        callers.with(
            request.who(),
            caller -> caller.publishing(topic, durability, producer -> producer.publish(message)));
    return Answer.json(201, ReceiptJson.of(receipt));
  }

  /** Each has its own outcome. */
  private Answer batch(Request request, List<Message> messages) {
    String topic = request.name("topic");
    Durability durability = durability(request);
    List<ReceiptJson> receipts =
        callers.with(
            request.who(),
            caller ->
                caller.publishing(topic, durability, producer -> publish(producer, messages)));
    int failed = (int) receipts.stream().filter(receipt -> receipt.problem() != null).count();
    return Answer.json(failed == 0 ? 201 : 207, new BatchOut(receipts, failed));
  }

  private static List<ReceiptJson> publish(Producer producer, List<Message> messages) {
    List<CompletableFuture<Receipt>> sent = messages.stream().map(producer::publishAsync).toList();
    requireRight(sent);
    return sent.stream().map(PublishCalls::outcome).toList();
  }

  /** Who may not do it at all is told so for the whole. */
  private static void requireRight(List<CompletableFuture<Receipt>> sent) {
    try {
      var _ = sent.getFirst().join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof FeigeException refused && Rights.areMissing(refused)) {
        throw refused;
      }
    }
  }

  private static ReceiptJson outcome(CompletableFuture<Receipt> receipt) {
    try {
      return ReceiptJson.of(receipt.join());
    } catch (CompletionException e) {
      if (e.getCause() instanceof FeigeException cause) {
        return ReceiptJson.failed(Problem.of(cause).words());
      }
      throw e;
    }
  }
}

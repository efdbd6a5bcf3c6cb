package io.feige.proxy.call;

import io.feige.client.Durability;
import io.feige.client.FeigeException;
import io.feige.client.Message;
import io.feige.client.Producer;
import io.feige.client.Receipt;
import io.feige.proxy.answer.Answer;
import io.feige.proxy.answer.Problem;
import io.feige.proxy.caller.Callers;
import io.feige.proxy.verb.ReceiptJson;
import io.feige.proxy.verb.Rights;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** Publishing what requests say: one message, or many. */
final class PublishCalls {
  private final Callers callers;

  PublishCalls(Callers callers) {
    this.callers = callers;
  }

  private record BatchOut(List<ReceiptJson> receipts, int failed) {}

  /** One message, or many. */
  Answer publish(Request request) {
    Publication what = Publication.of(request);
    return what.isBatch()
        ? batch(request, what.messages())
        : one(request, what.messages().getFirst());
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
    return Answer.json(201, ReceiptJson.of(message, receipt));
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
    List<ReceiptJson> outcomes = new ArrayList<>(sent.size());
    for (int i = 0; i < sent.size(); i++) {
      outcomes.add(outcome(messages.get(i), sent.get(i)));
    }
    return outcomes;
  }

  /** Who may not do it at all is told so for the whole. */
  private static void requireRight(List<CompletableFuture<Receipt>> sent) {
    if (sent.isEmpty()) {
      return;
    }
    try {
      var _ = sent.getFirst().join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof FeigeException refused && Rights.areMissing(refused)) {
        throw refused;
      }
    }
  }

  private static ReceiptJson outcome(Message message, CompletableFuture<Receipt> receipt) {
    try {
      return ReceiptJson.of(message, receipt.join());
    } catch (CompletionException e) {
      if (e.getCause() instanceof FeigeException cause) {
        return ReceiptJson.failed(Problem.of(cause).words());
      }
      throw e;
    }
  }
}

package io.feige.proxy.call;

import io.feige.client.Delivery;
import io.feige.proxy.answer.Answer;
import io.feige.proxy.caller.Caller;
import io.feige.proxy.caller.Callers;
import io.feige.proxy.verb.MessageJson;
import io.feige.proxy.verb.PullIn;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Pulling for a group. What is pulled is leased to the caller, and not to this proxy: it is settled
 * by its id, through any proxy.
 */
final class PullCalls {
  private static final String RAW = "application/octet-stream";

  private final Callers callers;

  PullCalls(Callers callers) {
    this.callers = callers;
  }

  private record PulledOut(List<MessageJson> messages) {}

  /** What is there, or comes within the wait. */
  Answer pull(Request request) {
    request.query().among();
    PullIn in = PullIn.of(request.body());
    Caller.Pulling name =
        new Caller.Pulling(request.name("topic"), request.name("group"), in.begin(), in.lease());
    boolean isRaw = request.headerNamed("accept").filter(RAW::equals).isPresent();
    int max = in.most(isRaw ? 1 : Query.USUAL, isRaw ? 1 : Query.MOST);
    Duration wait = in.patience();
    List<Delivery> pulled =
        callers.with(
            request.who(),
            caller ->
                caller.consuming(
                    name, consumer -> request.patience().during(() -> consumer.pull(max, wait))));
    return answer(pulled, isRaw).whenLost(() -> giveBack(pulled));
  }

  private static Answer.Whole answer(List<Delivery> pulled, boolean isRaw) {
    try {
      return isRaw
          ? raw(pulled)
          : Answer.json(new PulledOut(pulled.stream().map(MessageJson::of).toList()));
    } catch (RuntimeException e) {
      giveBack(pulled);
      throw e;
    }
  }

  private static Answer.Whole raw(List<Delivery> pulled) {
    if (pulled.isEmpty()) {
      return Answer.nothing();
    }
    Delivery delivery = pulled.getFirst();
    Map<String, String> headers = new HashMap<>();
    headers.put("Feige-Id", delivery.handle());
    headers.put("Feige-Attempt", Integer.toString(delivery.attempt()));
    headers.put("Feige-Pair", delivery.pair());
    headers.put("Feige-Offset", Long.toString(delivery.offset()));
    headers.put("Feige-Stored-At", delivery.storedAt().toString());
    String key = delivery.keyText();
    if (delivery.hasKey() && key.chars().allMatch(c -> c >= ' ' && c <= '~')) {
      headers.put("Feige-Key", key);
    }
    return Answer.of(RAW, delivery.body(), headers);
  }

  /** The caller has gone meanwhile: others may have them, and this was no attempt. */
  private static void giveBack(List<Delivery> pulled) {
    for (Delivery delivery : pulled) {
      var _ = delivery.releaseAsync();
    }
  }

  /** How far the group is. */
  Answer describe(Request request) {
    request.query().among();
    String topic = request.name("topic");
    String group = request.name("group");
    return callers.with(
        request.who(),
        caller -> Answer.json(GroupJson.of(caller.client().groups().describe(topic, group))));
  }
}

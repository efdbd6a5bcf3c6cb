package io.feige.proxy.call;

import io.feige.client.Delivery;
import io.feige.proxy.answer.Answer;
import io.feige.proxy.caller.Caller;
import io.feige.proxy.caller.Callers;
import io.feige.proxy.verb.PullIn;
import java.time.Duration;
import java.util.List;

/**
 * Pulling for a group. What is pulled is leased to the caller, and not to this proxy: it is settled
 * by its id, through any proxy.
 */
final class PullCalls {
  private final Callers callers;

  PullCalls(Callers callers) {
    this.callers = callers;
  }

  /** What is there, or comes within the wait. */
  Answer pull(Request request) {
    request.query().among();
    PullIn in = PullIn.of(request.body());
    Caller.Pulling name =
        new Caller.Pulling(request.name("topic"), request.name("group"), in.begin(), in.lease());
    Form form = Form.of(request);
    int max = in.most(form.usual(), form.most());
    Duration wait = in.patience();
    List<Delivery> pulled =
        callers.with(
            request.who(),
            caller ->
                caller.consuming(
                    name, consumer -> request.patience().during(() -> consumer.pull(max, wait))));
    return answer(pulled, form).whenLost(() -> giveBack(pulled));
  }

  private static Answer.Whole answer(List<Delivery> pulled, Form form) {
    try {
      return form.pulled(pulled);
    } catch (RuntimeException e) {
      giveBack(pulled);
      throw e;
    }
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

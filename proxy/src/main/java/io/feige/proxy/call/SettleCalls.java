package io.feige.proxy.call;

import io.feige.proxy.answer.Answer;
import io.feige.proxy.answer.Json;
import io.feige.proxy.caller.Caller;
import io.feige.proxy.caller.Callers;
import io.feige.proxy.verb.Verdicts;

/** Settling what was pulled, by ids. */
final class SettleCalls {
  private final Callers callers;

  SettleCalls(Callers callers) {
    this.callers = callers;
  }

  /** All of it is tried; what fails is told with its id. */
  Answer settle(Request request) {
    request.query().among();
    Caller.Pulling name = Caller.Pulling.toSettle(request.name("topic"), request.name("group"));
    Verdicts verdicts = Verdicts.of(Json.read(request.body(), Verdicts.SettleIn.class));
    Verdicts.SettleOut out =
        callers.with(request.who(), caller -> caller.consuming(name, verdicts::carryOut));
    return Answer.json(out.failed().isEmpty() ? 200 : 207, out);
  }
}

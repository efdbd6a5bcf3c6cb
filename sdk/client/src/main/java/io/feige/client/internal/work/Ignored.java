package io.feige.client.internal.work;

import io.feige.client.internal.net.AnswerHandler;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.command.Result;

/** Nobody waits for the answer. */
enum Ignored implements AnswerHandler {
  ANSWER;

  @Override
  public void answered(Result result) {}

  @Override
  public void refused(Refusal refusal) {}

  @Override
  public void lost() {}
}

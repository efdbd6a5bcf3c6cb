package io.feige.client.internal.net;

import io.feige.protocol.command.Refusal;
import io.feige.protocol.command.Result;

/** Who waits for the answer to a request. Exactly one of the three is called, on the loop. */
public interface AnswerHandler {
  /** It was done. */
  void answered(Result result);

  /** It was not done. */
  void refused(Refusal refusal);

  /** The connection ended first: nobody knows. */
  void lost();
}

package io.feige.client.internal.net;

import io.feige.protocol.command.Refusal;
import io.feige.protocol.command.Result;

/** Who waits for the answer to a request. Exactly one of the three is called, on the loop. */
public interface AnswerHandler {
  /** What a request is about, to tell what a lost connection had under way. */
  enum Matter {
    /** A batch that is published. */
    BATCH,
    /** Verdicts on deliveries. */
    VERDICTS,
    /** Something that a node may answer late, because it waits for messages. */
    PULL,
    /** A question of an operator. */
    QUESTION,
    /** What the client asks for its own sake; an answer to it does not show that a pair serves. */
    UPKEEP
  }

  /** It was done. */
  void answered(Result result);

  /** It was not done. */
  void refused(Refusal refusal);

  /** The connection ended first: nobody knows. */
  void lost();

  /** What the request is about. */
  default Matter matter() {
    return Matter.QUESTION;
  }
}

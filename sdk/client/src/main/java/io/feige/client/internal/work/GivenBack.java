package io.feige.client.internal.work;

import io.feige.client.internal.net.AnswerHandler;
import io.feige.client.internal.net.ClientLoop;
import io.feige.client.internal.net.Connection;
import io.feige.protocol.command.FinishWork;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.command.Result;
import io.feige.protocol.error.RetryClass;
import java.util.function.BooleanSupplier;

/** A job that is given back, until the node has it. On the loop. */
final class GivenBack implements AnswerHandler {
  private static final int RETRY_MILLIS = 200;

  private final FinishWork finish;
  private final Connection to;
  private final ClientLoop loop;
  private final BooleanSupplier isOpen;

  /**
   * To the node that gave it.
   *
   * @param isOpen whether that node still counts it as the worker's
   */
  GivenBack(FinishWork finish, Connection to, ClientLoop loop, BooleanSupplier isOpen) {
    this.finish = finish;
    this.to = to;
    this.loop = loop;
    this.isOpen = isOpen;
  }

  void send() {
    if (isOpen.getAsBoolean()) {
      to.send(finish, this);
    }
  }

  @Override
  public void answered(Result result) {}

  /** For its batch: then the node has given it to another worker. */
  @Override
  public void refused(Refusal refusal) {
    if (refusal.code().retryClass() == RetryClass.BACKOFF) {
      loop.afterMillis(Math.max(refusal.retryAfterMillis(), RETRY_MILLIS), this::send);
    }
  }

  @Override
  public void lost() {}
}

package io.feige.client.internal.admin;

import io.feige.client.ClientPlace;
import io.feige.client.ConnectedClients;
import io.feige.client.FeigeException;
import io.feige.client.internal.route.Pairs;
import io.feige.protocol.error.ErrorCode;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Who is connected to the nodes. Any thread but the loop. */
public final class EngineClients {
  /** Every node. */
  public static final String ALL = "";

  private final Pairs pairs;
  private final long timeoutMillis;

  /** Questions to the nodes, each within the timeout. */
  public EngineClients(Pairs pairs, long timeoutMillis) {
    this.pairs = pairs;
    this.timeoutMillis = timeoutMillis;
  }

  /** One page. */
  public ConnectedClients list(String node, ClientPlace after, int limit) {
    if (limit < 1 || limit > ConnectedClients.MAX_LIMIT) {
      throw FeigeException.of(
          ErrorCode.INVALID_ARGUMENT,
          "A limit is a number from 1 to " + ConnectedClients.MAX_LIMIT + ", not " + limit + ".");
    }
    ClientsQuestion question = new ClientsQuestion(pairs, node, after, limit);
    pairs.loop().execute(() -> question.begin(timeoutMillis));
    try {
      return question.done().get(timeoutMillis + 1_000, TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof FeigeException failure
          ? FeigeException.seenBy(failure)
          : FeigeException.of(ErrorCode.INTERNAL, String.valueOf(e.getCause()), e);
    } catch (TimeoutException e) {
      throw FeigeException.of(ErrorCode.NO_ANSWER, "");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw FeigeException.of(ErrorCode.NO_ANSWER, "The waiting thread was interrupted.");
    }
  }
}

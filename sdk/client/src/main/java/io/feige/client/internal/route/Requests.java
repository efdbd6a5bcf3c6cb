package io.feige.client.internal.route;

import io.feige.client.FeigeException;
import io.feige.client.internal.base.Backoff;
import io.feige.client.internal.net.AnswerHandler;
import io.feige.client.internal.net.ClientLoop;
import io.feige.client.internal.net.Connection;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.command.Request;
import io.feige.protocol.command.Result;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.error.RetryClass;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Single questions to the active node of a pair: sent when there is a connection, sent again when
 * the answer is "later", answered or failed within the request timeout. {@link #ask} and {@link
 * #call} may be called by any thread but the loop; the rest runs on the loop.
 */
public final class Requests implements LinkListener {
  /** Whether a question may be asked twice when nobody knows what became of the first time. */
  public enum Repeat {
    /** It changes nothing, whatever becomes of it. */
    READ_ONLY,
    /** Asking twice does no harm. */
    HARMLESS,
    /** The caller has to decide. */
    NOT_WITHOUT_ASKING
  }

  private static final int MAX_CALLS = 10_000;

  private final PairLink link;
  private final ClientLoop loop;
  private final long timeoutMillis;
  private final Set<Call> calls = new LinkedHashSet<>();

  /** Questions over a link. */
  Requests(PairLink link, long timeoutMillis) {
    this.link = link;
    this.loop = link.loop();
    this.timeoutMillis = timeoutMillis;
  }

  /** Asks. The future fails with a {@link FeigeException}. */
  public <R extends Result> CompletableFuture<R> ask(
      Request request, Class<R> answer, Repeat repeat) {
    Call call = new Call(request, repeat);
    loop.execute(call::begin);
    return call.done.thenApply(answer::cast);
  }

  /** Asks and waits for the answer. */
  public <R extends Result> R call(Request request, Class<R> answer, Repeat repeat) {
    return await(ask(request, answer, repeat), repeat);
  }

  /** Waits for an answer that was asked for. */
  public <R extends Result> R await(CompletableFuture<R> asked, Repeat repeat) {
    try {
      return asked.get(timeoutMillis + 1000, TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof FeigeException failure
          ? FeigeException.seenBy(failure)
          : FeigeException.of(ErrorCode.INTERNAL, String.valueOf(e.getCause()), e);
    } catch (TimeoutException e) {
      throw unanswered(repeat, "");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw unanswered(repeat, "The waiting thread was interrupted.");
    }
  }

  private static FeigeException unanswered(Repeat repeat, String detail) {
    ErrorCode code = repeat == Repeat.READ_ONLY ? ErrorCode.NO_ANSWER : ErrorCode.TIMEOUT_UNKNOWN;
    return FeigeException.of(code, detail);
  }

  @Override
  public void connected(Connection connection) {
    for (Call call : Set.copyOf(calls)) {
      call.send();
    }
  }

  @Override
  public void disconnected() {}

  @Override
  public void refused(FeigeException failure) {
    failAll(failure);
  }

  /** Fails what is under way. */
  public void failAll(FeigeException failure) {
    for (Call call : Set.copyOf(calls)) {
      call.fail(failure);
    }
  }

  /** One question until its answer. */
  private final class Call implements AnswerHandler {
    private final Request request;
    private final Repeat repeat;
    private final CompletableFuture<Result> done = new CompletableFuture<>();
    private final Backoff backoff = new Backoff(10, 500);
    private boolean isOutstanding;
    private @Nullable Refusal lastRefusal;

    Call(Request request, Repeat repeat) {
      this.request = request;
      this.repeat = repeat;
    }

    void begin() {
      if (calls.size() >= MAX_CALLS) {
        fail(FeigeException.of(ErrorCode.MEMORY_LIMIT, "Too many requests under way."));
        return;
      }
      calls.add(this);
      loop.afterMillis(timeoutMillis, this::timeOut);
      send();
    }

    void send() {
      Connection connection = link.connection();
      if (connection != null && !isOutstanding && calls.contains(this)) {
        isOutstanding = true;
        connection.send(request, this);
      }
    }

    void fail(FeigeException failure) {
      calls.remove(this);
      done.completeExceptionally(failure);
    }

    @Override
    public void answered(Result result) {
      calls.remove(this);
      done.complete(result);
    }

    @Override
    public void refused(Refusal refusal) {
      isOutstanding = false;
      lastRefusal = refusal;
      RetryClass retryClass = refusal.code().retryClass();
      boolean isLater = retryClass == RetryClass.BACKOFF || retryClass == RetryClass.REROUTE;
      if (retryClass == RetryClass.REROUTE) {
        link.refused(refusal);
      }
      if (isLater) {
        long millis = Math.max(refusal.retryAfterMillis(), backoff.nextMillis());
        loop.afterMillis(millis, this::send);
      } else {
        fail(failure(refusal));
      }
    }

    /** Nobody need wonder what became of a question. */
    private FeigeException failure(Refusal refusal) {
      boolean isUnknown = refusal.code().retryClass() == RetryClass.OUTCOME_UNKNOWN;
      return isUnknown && repeat == Repeat.READ_ONLY
          ? FeigeException.of(ErrorCode.NO_ANSWER, refusal.code() + ": " + refusal.message())
          : FeigeException.of(refusal.code(), refusal.message());
    }

    @Override
    public void lost() {
      isOutstanding = false;
      if (repeat == Repeat.NOT_WITHOUT_ASKING) {
        fail(FeigeException.of(ErrorCode.CONNECTION_LOST, link.downBecause()));
      }
    }

    private void timeOut() {
      Refusal refusal = lastRefusal;
      if (isOutstanding) {
        fail(unanswered(repeat, ""));
      } else if (refusal != null) {
        fail(FeigeException.of(refusal.code(), refusal.message()));
      } else {
        fail(FeigeException.of(ErrorCode.CONNECT_FAILED, link.downBecause()));
      }
    }
  }
}

package io.feige.proxy.session;

import io.feige.client.FeigeException;
import io.feige.client.Job;
import io.feige.client.Reply;
import io.feige.client.Worker;
import io.feige.protocol.error.RetryClass;
import io.feige.proxy.answer.Answer;
import io.feige.proxy.answer.Problem;
import io.feige.proxy.answer.Socket;
import io.feige.proxy.caller.Caller;
import io.feige.proxy.caller.Who;
import io.feige.proxy.log.ProxyLogId;
import io.feige.proxy.verb.Values;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A worker at the other end of a session: it is told of requests and says what comes of them. When
 * the session ends, what it had goes to other workers. Any thread.
 */
final class WorkSubscription implements Subscription {
  private static final Logger LOG = LoggerFactory.getLogger(WorkSubscription.class);
  private static final int MOST_AT_A_TIME = 1_000;
  private static final long LOOK_MILLIS = 500;
  private static final Reply NOBODY_WAITS = Reply.of(500, "");

  private final Operation.Work asked;
  private final long id;
  private final String topic;
  private final String stage;
  private final int concurrency;
  private final Sessions sessions;
  private final Who who;
  private final Socket.Peer peer;
  private final Map<Long, CompletableFuture<Reply>> inHand = new ConcurrentHashMap<>();
  private final AtomicLong numbers = new AtomicLong();
  private final CountDownLatch over = new CountDownLatch(1);
  private volatile @Nullable Worker worker;
  private volatile boolean isDraining;

  /**
   * Not yet.
   *
   * @throws Problem something is asked for that makes no sense
   */
  WorkSubscription(Operation.Work asked, long id, Sessions sessions, Who who, Socket.Peer peer) {
    this.asked = asked;
    this.id = id;
    this.topic = Values.name("topic", asked.topic() == null ? "" : asked.topic());
    this.stage = Values.name("stage", asked.stage() == null ? "workers" : asked.stage());
    this.concurrency = asked.concurrency() == null ? 1 : asked.concurrency();
    if (concurrency < 1 || concurrency > MOST_AT_A_TIME) {
      throw Problem.badRequest("concurrency must be 1 to " + MOST_AT_A_TIME);
    }
    this.sessions = sessions;
    this.who = who;
    this.peer = peer;
  }

  @Override
  public long id() {
    return id;
  }

  @Override
  public @Nullable String prepare() {
    var _ = sessions.callers().with(who, _ -> true);
    for (int i = 0; i < concurrency; i++) {
      // As many as it may have in hand, each with a thread that waits for it.
      if (!peer.begin()) {
        endPlaces(i);
        throw Problem.busy("work: limits.requests is reached");
      }
    }
    return null;
  }

  private void endPlaces(int count) {
    for (int i = 0; i < count; i++) {
      peer.end();
    }
  }

  @Override
  public void start(Runnable whenOver) {
    var _ =
        Thread.ofVirtual()
            .name("feige-work")
            .start(() -> {
              Optional<Problem> why = Optional.empty();
              try {
                why = run();
              } finally {
                end();
                endPlaces(concurrency);
                whenOver.run();
              }
              why.ifPresent(problem -> peer.answer(Told.ended(id, problem).json()));
            });
  }

  private Optional<Problem> run() {
    try {
      // All the time, so that it counts as one of its caller's requests.
      var _ = sessions.callers().with(who, this::untilItIsOver);
      return Optional.empty();
    } catch (Problem problem) {
      return Optional.of(problem);
    } catch (FeigeException e) {
      return isOver() ? Optional.empty() : Optional.of(Problem.of(e));
    } catch (RuntimeException e) {
      LOG.error("{} a worker of {} met a fault", ProxyLogId.INTERNAL_FAULT, asked.topic(), e);
      return Optional.of(Problem.internal());
    }
  }

  private boolean untilItIsOver(Caller caller) {
    Worker begun =
        caller.client().worker(topic, stage).concurrency(concurrency).handle(this::handle);
    worker = begun;
    if (isDraining) {
      begun.drain();
    }
    try {
      while (!over.await(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
        FeigeException problem = begun.problem().orElse(null);
        if (problem != null && problem.code().retryClass() == RetryClass.NEVER) {
          throw problem;
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      begun.leave();
      over.countDown();
      // Only now: what its threads return is not sent any more.
      inHand.values().forEach(reply -> reply.cancel(false));
    }
    return true;
  }

  private boolean isOver() {
    return over.getCount() == 0;
  }

  /** On a thread of the worker's, until the other end has dealt with it. */
  private Reply handle(Job job) {
    long number = numbers.incrementAndGet();
    CompletableFuture<Reply> reply = new CompletableFuture<>();
    inHand.put(number, reply);
    try {
      peer.tell(JobTold.of(id, number, job).json(), Answer.NOTHING);
    } catch (InterruptedException e) {
      // The other end never hears of it.
      inHand.remove(number);
      return NOBODY_WAITS;
    }
    try {
      sessions.told();
      return reply.get();
    } catch (InterruptedException e) {
      // It takes a place at the other end until that gives it back.
      peer.answer(JobTold.unwanted(id, number).json());
      awaitEnd(reply);
      return NOBODY_WAITS;
    } catch (ExecutionException | CancellationException e) {
      return NOBODY_WAITS;
    } finally {
      inHand.remove(number);
    }
  }

  private void awaitEnd(CompletableFuture<Reply> reply) {
    while (!isOver() && !reply.isDone()) {
      try {
        var _ = reply.get();
      } catch (InterruptedException e) {
        // Only the end of the session ends it.
        LOG.trace("a worker of {} is told again that nobody waits", topic, e);
      } catch (ExecutionException | CancellationException e) {
        return;
      }
    }
  }

  /**
   * What came of a request.
   *
   * @throws Problem it does not have that
   */
  void reply(long number, Reply reply) {
    CompletableFuture<Reply> waits = inHand.get(number);
    if (waits == null) {
      throw Problem.badRequest("there is no job " + number + " in this session");
    }
    waits.complete(reply);
  }

  /** A request has no answer that can be passed on. */
  void fail(long number, String why) {
    CompletableFuture<Reply> waits = inHand.get(number);
    if (waits != null) {
      waits.complete(Reply.of(500, why));
    }
  }

  /** Takes nothing new. */
  void drain() {
    isDraining = true;
    Worker working = worker;
    if (working != null) {
      working.drain();
    }
  }

  @Override
  public void end() {
    over.countDown();
  }

  @Override
  public long behind() {
    return 0;
  }

  @Override
  public Credit credit() {
    throw Problem.badRequest("a worker has no credit; concurrency says how much comes");
  }
}

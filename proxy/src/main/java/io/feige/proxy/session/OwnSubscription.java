package io.feige.proxy.session;

import io.feige.client.FeigeException;
import io.feige.proxy.answer.Problem;
import io.feige.proxy.answer.Socket;
import io.feige.proxy.caller.Caller;
import io.feige.proxy.caller.Who;
import io.feige.proxy.log.ProxyLogId;
import io.feige.proxy.session.Operation.Subscribe;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One that waits for messages at the cluster itself, on a thread of its own, and counts as one of
 * its caller's requests all the time.
 */
abstract sealed class OwnSubscription implements Subscription
    permits GroupSubscription, MailSubscription {
  private static final Logger LOG = LoggerFactory.getLogger(OwnSubscription.class);

  private final long id;
  private final String topic;
  private final Sessions sessions;
  private final Who who;
  private final Socket.Peer peer;
  private final Credit credit;
  private volatile boolean isOver;
  private volatile @Nullable Thread running;

  /**
   * Not yet.
   *
   * @throws Problem something is asked for that makes no sense
   */
  OwnSubscription(Subscribe asked, String topic, Sessions sessions, Who who, Socket.Peer peer) {
    this.id = asked.id() == null ? 0 : asked.id();
    this.topic = topic;
    this.sessions = sessions;
    this.who = who;
    this.peer = peer;
    this.credit = new Credit(asked.credit());
  }

  /**
   * Asks the cluster where it begins, or only whether the caller may come in.
   *
   * @return the places; null for a group
   */
  abstract @Nullable String begin(Caller caller);

  /**
   * Tells what comes, until it is over.
   *
   * @throws InterruptedException it is
   */
  abstract void pass(Caller caller) throws InterruptedException;

  @Override
  public final Credit credit() {
    return credit;
  }

  @Override
  public final long id() {
    return id;
  }

  @Override
  public final long behind() {
    return 0;
  }

  final String topic() {
    return topic;
  }

  final boolean isOver() {
    return isOver;
  }

  @Override
  public final @Nullable String prepare() {
    Optional<String> places =
        sessions.callers().with(who, caller -> Optional.ofNullable(begin(caller)));
    if (!peer.begin()) {
      throw Problem.busy("subscribe: limits.requests is reached");
    }
    return places.orElse(null);
  }

  @Override
  public final void start(Runnable whenOver) {
    var _ =
        Thread.ofVirtual()
            .name("feige-subscription")
            .start(() -> {
              running = Thread.currentThread();
              Optional<Problem> why = Optional.empty();
              try {
                why = isOver ? why : run();
              } finally {
                peer.end();
                whenOver.run();
              }
              // Its name is free when this is told.
              why.ifPresent(problem -> peer.answer(Told.ended(id, problem).json()));
            });
  }

  @Override
  public final void end() {
    isOver = true;
    Thread thread = running;
    if (thread != null) {
      thread.interrupt();
    }
  }

  private Optional<Problem> run() {
    try {
      // All the time, so that it counts as one of its caller's requests.
      return sessions.callers().with(who, this::untilItIsOver);
    } catch (Problem problem) {
      return Optional.of(problem);
    } catch (FeigeException e) {
      return isOver ? Optional.empty() : Optional.of(Problem.of(e));
    } catch (RuntimeException e) {
      LOG.error("{} a subscription to {} met a fault", ProxyLogId.INTERNAL_FAULT, topic, e);
      return Optional.of(Problem.internal());
    }
  }

  private Optional<Problem> untilItIsOver(Caller caller) {
    try {
      pass(caller);
    } catch (InterruptedException over) {
      Thread.currentThread().interrupt();
    }
    return Optional.empty();
  }

  /**
   * Tells a message, and waits while those before are not taken.
   *
   * @param lost what is to be done if it does not leave this process
   */
  final void tell(Told message, Runnable lost) throws InterruptedException {
    if (isOver) {
      throw new InterruptedException("it is over");
    }
    peer.tell(message.json(), lost);
    sessions.told();
  }
}

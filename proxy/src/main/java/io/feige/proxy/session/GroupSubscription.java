package io.feige.proxy.session;

import io.feige.client.Delivery;
import io.feige.client.FeigeException;
import io.feige.protocol.error.RetryClass;
import io.feige.proxy.answer.Problem;
import io.feige.proxy.answer.Socket;
import io.feige.proxy.caller.Caller;
import io.feige.proxy.caller.Who;
import io.feige.proxy.log.ProxyLogId;
import io.feige.proxy.session.Operation.Subscribe;
import io.feige.proxy.verb.MessageJson;
import io.feige.proxy.verb.PullIn;
import io.feige.proxy.verb.Values;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a session is dealt as one of a group. It waits for messages on a thread of its own, and
 * counts as one of its caller's requests all the time. What is dealt stays the session's until the
 * lease ends, also when the connection is over: it is settled by its id, through any proxy.
 */
final class GroupSubscription implements Subscription {
  private static final Logger LOG = LoggerFactory.getLogger(GroupSubscription.class);
  private static final int MOST_AT_ONCE = 100;
  private static final Duration PULL_WAIT = Duration.ofSeconds(30);

  /** After what may pass by itself, such as a failover. */
  private static final long AGAIN_MILLIS = 500;

  private final long id;
  private final Caller.Pulling pulling;
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
  GroupSubscription(Subscribe asked, String topic, Sessions sessions, Who who, Socket.Peer peer) {
    this.id = asked.id() == null ? 0 : asked.id();
    this.pulling = pulling(asked, topic);
    this.sessions = sessions;
    this.who = who;
    this.peer = peer;
    this.credit = new Credit(asked.credit());
  }

  private static Caller.Pulling pulling(Subscribe asked, String topic) {
    if (asked.from() != null || asked.after() != null) {
      throw Problem.badRequest("from and after are for who reads without a group");
    }
    PullIn how = new PullIn(null, null, asked.leaseMillis(), asked.start());
    String group = Values.name("group", asked.group() == null ? "" : asked.group());
    return new Caller.Pulling(topic, group, how.begin(), how.lease());
  }

  @Override
  public long id() {
    return id;
  }

  @Override
  public Credit credit() {
    return credit;
  }

  @Override
  public long behind() {
    return 0;
  }

  @Override
  public @Nullable String prepare() {
    var _ = sessions.callers().with(who, _ -> true);
    if (!peer.begin()) {
      throw Problem.busy("subscribe: limits.requests is reached");
    }
    return null;
  }

  @Override
  public void start(Runnable whenOver) {
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
  public void end() {
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
      LOG.error(
          "{} a subscription to {} met a fault", ProxyLogId.INTERNAL_FAULT, pulling.topic(), e);
      return Optional.of(Problem.internal());
    }
  }

  private Optional<Problem> untilItIsOver(Caller caller) {
    try {
      while (!isOver) {
        int wanted = credit.await(MOST_AT_ONCE);
        List<Delivery> pulled = pull(caller, wanted);
        credit.giveBack(wanted - pulled.size());
        tell(pulled);
      }
    } catch (InterruptedException over) {
      Thread.currentThread().interrupt();
    }
    return Optional.empty();
  }

  private List<Delivery> pull(Caller caller, int wanted) throws InterruptedException {
    try {
      return caller.consuming(pulling, consumer -> consumer.pull(wanted, PULL_WAIT));
    } catch (FeigeException e) {
      if (e.code().retryClass() == RetryClass.NEVER) {
        throw e;
      }
      LOG.debug("a subscription to {} goes on after {}", pulling.topic(), e.toString());
      Thread.sleep(AGAIN_MILLIS);
      return List.of();
    }
  }

  private void tell(List<Delivery> pulled) throws InterruptedException {
    int told = 0;
    try {
      for (Delivery delivery : pulled) {
        if (isOver) {
          throw new InterruptedException("it is over");
        }
        byte[] text = Told.message(id, MessageJson.of(delivery)).json();
        peer.tell(text, () -> giveBack(delivery));
        sessions.told();
        told++;
      }
    } finally {
      pulled.subList(told, pulled.size()).forEach(GroupSubscription::giveBack);
    }
  }

  /** It has not left this process: others may have it, and this was no attempt. */
  private static void giveBack(Delivery delivery) {
    var _ = delivery.releaseAsync();
  }
}

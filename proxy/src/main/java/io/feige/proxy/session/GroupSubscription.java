package io.feige.proxy.session;

import io.feige.client.Delivery;
import io.feige.client.FeigeException;
import io.feige.protocol.error.RetryClass;
import io.feige.proxy.answer.Problem;
import io.feige.proxy.answer.Socket;
import io.feige.proxy.caller.Caller;
import io.feige.proxy.caller.Who;
import io.feige.proxy.session.Operation.Subscribe;
import io.feige.proxy.verb.MessageJson;
import io.feige.proxy.verb.PullIn;
import io.feige.proxy.verb.Values;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a session is dealt as one of a group. It stays the session's until the lease ends, also when
 * the connection is over: it is settled by its id, through any proxy.
 */
final class GroupSubscription extends OwnSubscription {
  private static final Logger LOG = LoggerFactory.getLogger(GroupSubscription.class);
  private static final int MOST_AT_ONCE = 100;
  private static final Duration PULL_WAIT = Duration.ofSeconds(30);

  /** After what may pass by itself, such as a failover. */
  private static final long AGAIN_MILLIS = 500;

  private final Caller.Pulling pulling;

  /**
   * Not yet.
   *
   * @throws Problem something is asked for that makes no sense
   */
  GroupSubscription(Subscribe asked, String topic, Sessions sessions, Who who, Socket.Peer peer) {
    super(asked, topic, sessions, who, peer);
    this.pulling = pulling(asked, topic);
  }

  private static Caller.Pulling pulling(Subscribe asked, String topic) {
    if (asked.from() != null || asked.after() != null || asked.mailbox() != null) {
      throw Problem.badRequest("from, after and mailbox are for who reads without a group");
    }
    PullIn how = new PullIn(null, null, asked.leaseMillis(), asked.start());
    String group = Values.name("group", asked.group() == null ? "" : asked.group());
    return new Caller.Pulling(topic, group, how.begin(), how.lease());
  }

  @Override
  @Nullable String begin(Caller caller) {
    return null;
  }

  @Override
  void pass(Caller caller) throws InterruptedException {
    while (!isOver()) {
      int wanted = credit().await(MOST_AT_ONCE);
      List<Delivery> pulled = pull(caller, wanted);
      credit().giveBack(wanted - pulled.size());
      tell(pulled);
    }
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
        tell(Told.message(id(), MessageJson.of(delivery), null), () -> giveBack(delivery));
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

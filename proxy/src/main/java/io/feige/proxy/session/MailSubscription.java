package io.feige.proxy.session;

import io.feige.client.Mail;
import io.feige.proxy.answer.Answer;
import io.feige.proxy.answer.Problem;
import io.feige.proxy.answer.Socket;
import io.feige.proxy.caller.Caller;
import io.feige.proxy.caller.Who;
import io.feige.proxy.session.Operation.Subscribe;
import io.feige.proxy.verb.MailFollower;
import io.feige.proxy.verb.MailPlace;
import io.feige.proxy.verb.MessageJson;
import io.feige.proxy.verb.Values;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is in a mailbox, and what comes. */
final class MailSubscription extends OwnSubscription {
  private static final int MOST_AT_ONCE = 100;
  private static final Duration READ_WAIT = Duration.ofMinutes(1);

  private final String identity;

  /** Where it begins; null: behind what is acked. */
  private @Nullable MailPlace first;

  /**
   * Not yet.
   *
   * @throws Problem something is asked for that makes no sense
   */
  MailSubscription(Subscribe asked, String topic, Sessions sessions, Who who, Socket.Peer peer) {
    super(asked, topic, sessions, who, peer);
    if (asked.from() != null || asked.start() != null || asked.leaseMillis() != null) {
      throw Problem.badRequest("from, start and leaseMillis are not for a mailbox");
    }
    this.identity = Values.identity(asked.mailbox() == null ? "" : asked.mailbox());
    this.first = asked.after() == null ? null : MailPlace.parse(asked.after());
  }

  @Override
  String begin(Caller caller) {
    return first(caller).toString();
  }

  /** Who comes again asks nobody, so that it is not refused in the middle of a failover. */
  private MailPlace first(Caller caller) {
    MailPlace known = first;
    if (known == null) {
      known = MailPlace.ofAcked(caller.mailbox(topic(), identity).state());
      first = known;
    }
    return known;
  }

  @Override
  void pass(Caller caller) throws InterruptedException {
    MailFollower mailbox = new MailFollower(caller.mailbox(topic(), identity), first(caller));
    while (!isOver()) {
      int wanted = credit().await(MOST_AT_ONCE);
      List<Mail> read = mailbox.next(wanted, READ_WAIT);
      credit().giveBack(wanted - read.size());
      for (Mail mail : read) {
        String places = MailPlace.behind(mail).toString();
        tell(Told.message(id(), MessageJson.of(mail), places), Answer.NOTHING);
      }
    }
  }
}

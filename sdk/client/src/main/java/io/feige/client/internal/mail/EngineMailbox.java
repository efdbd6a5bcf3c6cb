package io.feige.client.internal.mail;

import io.feige.client.FeigeException;
import io.feige.client.Mail;
import io.feige.client.Mailbox;
import io.feige.client.MailboxState;
import io.feige.client.Subscription;
import io.feige.client.internal.consume.DeliveredFrame;
import io.feige.client.internal.consume.FrameMessage;
import io.feige.client.internal.route.PairLink;
import io.feige.client.internal.route.Requests.Repeat;
import io.feige.protocol.command.AckMail;
import io.feige.protocol.command.DeliveredBatch;
import io.feige.protocol.command.ListMailboxes;
import io.feige.protocol.command.ListSubscribers;
import io.feige.protocol.command.MailAcked;
import io.feige.protocol.command.MailSubscribed;
import io.feige.protocol.command.MailboxList;
import io.feige.protocol.command.ReadMailbox;
import io.feige.protocol.command.SubscribeMail;
import io.feige.protocol.command.SubscriberList;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.model.MailAck;
import io.feige.protocol.model.Selection;
import io.feige.protocol.model.Subscriber;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A place in a mailbox. Each question begins where the answer before ended, so that nothing is left
 * out or comes twice when the pair moves to another node. Where the mailbox was deleted, or its
 * owner belongs to another pair now, it begins with what is not acked there.
 */
final class EngineMailbox implements Mailbox {
  private static final long PAUSE_NANOS = 5_000_000;

  /** So long a question waits at the broker; then it is asked again. */
  private static final long MOST_WAIT_MILLIS = 15_000;

  private final String topic;
  private final String identity;
  private final Owners owners;
  private final int maxReadBytes;
  private final long timeoutMillis;
  private final long mostWaitMillis;
  private String pair = "";
  private long from;

  EngineMailbox(
      String topic, String identity, Owners owners, int maxReadBytes, long timeoutMillis) {
    this.topic = topic;
    this.identity = identity;
    this.owners = owners;
    this.maxReadBytes = maxReadBytes;
    this.timeoutMillis = timeoutMillis;
    this.mostWaitMillis = Math.min(MOST_WAIT_MILLIS, timeoutMillis / 2);
  }

  @Override
  public String topic() {
    return topic;
  }

  @Override
  public String identity() {
    return identity;
  }

  @Override
  public List<Mail> read(int max, Duration wait) {
    EngineMailboxes.checkAtLeastOne("max", max);
    long days = Math.min(365, wait.toDays());
    long waitNanos = days == 365 ? TimeUnit.DAYS.toNanos(365) : wait.toNanos();
    long begun = System.nanoTime();
    long deadline = begun + waitNanos;
    while (true) {
      long now = System.nanoTime();
      long leftMillis = Math.max(0, (deadline - now) / 1_000_000);
      Answer answer;
      try {
        answer = ask(max, (int) Math.min(leftMillis, mostWaitMillis));
      } catch (FeigeException e) {
        if (Thread.currentThread().isInterrupted()) {
          return List.of();
        }
        throw e;
      }
      if (!answer.mail().isEmpty() || (leftMillis == 0 && !answer.isMore())) {
        return answer.mail();
      }
      if (answer.isMore() && now - Math.max(begun, deadline) > timeoutMillis * 1_000_000) {
        throw FeigeException.of(
            ErrorCode.NO_ANSWER, "What comes next in the mailbox of " + identity + ".");
      }
    }
  }

  /**
   * What came.
   *
   * @param isMore whether there is something that did not come: it has to be fetched first, or the
   *     place was one of a mailbox that has gone
   */
  private record Answer(List<Mail> mail, boolean isMore) {}

  private Answer ask(int max, int waitMillis) {
    return owners.at(topic, identity, link -> ask(link, max, waitMillis));
  }

  private Answer ask(PairLink link, int max, int waitMillis) {
    if (!pair.equals(link.pair())) {
      from = pair.isEmpty() ? from : 0;
      pair = link.pair();
    }
    ReadMailbox question = new ReadMailbox(topic, 0, identity, from, max, maxReadBytes, waitMillis);
    var answer =
        link.requests().call(question, io.feige.protocol.command.Mail.class, Repeat.READ_ONLY);
    List<Mail> came = new ArrayList<>();
    long sequence = answer.first();
    for (DeliveredBatch delivered : answer.deliveries()) {
      DeliveredFrame frame = DeliveredFrame.open(topic, link.pair(), delivered.frame().nioBuffer());
      for (Selection part : delivered.selections()) {
        for (int i = part.first(); i < part.first() + part.count(); i++) {
          came.add(new Mail(sequence++, new FrameMessage(frame, i)));
        }
      }
    }
    if (!came.isEmpty()) {
      from = answer.next();
      return new Answer(came, false);
    }
    if (from > answer.end() + 1) {
      from = 0;
      return new Answer(came, true);
    }
    boolean isMore = answer.next() <= answer.end();
    if (isMore) {
      LockSupport.parkNanos(PAUSE_NANOS);
    }
    return new Answer(came, isMore);
  }

  @Override
  public void seek(long sequence) {
    EngineMailboxes.checkAtLeastOne("sequence", sequence);
    from = sequence;
  }

  @Override
  public void seek(String inPair, long sequence) {
    seek(sequence);
    pair = inPair;
  }

  @Override
  public void ack(long upTo) {
    owners.call(topic, identity, ackOf(upTo), MailAcked.class, Repeat.HARMLESS);
  }

  @Override
  public CompletableFuture<Void> ackAsync(long upTo) {
    return owners
        .ask(topic, identity, ackOf(upTo), MailAcked.class, Repeat.HARMLESS)
        .thenAccept(unused -> {});
  }

  private AckMail ackOf(long upTo) {
    return new AckMail(topic, 0, List.of(new MailAck(identity, upTo)));
  }

  @Override
  public void change(List<Subscription> added, List<String> removed) {
    SubscribeMail subscribe = EngineMailboxes.change(topic, identity, added, removed);
    owners.call(topic, identity, subscribe, MailSubscribed.class, Repeat.HARMLESS);
  }

  @Override
  public List<Subscription> subscriptions() {
    List<Subscription> all = new ArrayList<>();
    String after = "";
    do {
      ListSubscribers question =
          new ListSubscribers(topic, identity, "", after, ListSubscribers.MAX_LIMIT);
      SubscriberList page =
          owners.call(topic, identity, question, SubscriberList.class, Repeat.READ_ONLY);
      for (Subscriber each : page.subscribers()) {
        all.add(new Subscription(each.subscription().filter(), each.subscription().tag()));
      }
      after = page.next();
    } while (!after.isEmpty());
    return all;
  }

  @Override
  public MailboxState state() {
    ListMailboxes question = new ListMailboxes(topic, identity, "", 1);
    return owners.at(
        topic,
        identity,
        link -> {
          MailboxList found = link.requests().call(question, MailboxList.class, Repeat.READ_ONLY);
          return found.mailboxes().isEmpty()
              ? new MailboxState(identity, link.pair(), 0, 0, 0, 0)
              : EngineMailboxes.state(link.pair(), found.mailboxes().get(0));
        });
  }
}

package io.feige.client.testing;

import io.feige.client.FeigeException;
import io.feige.client.Mail;
import io.feige.client.Mailbox;
import io.feige.client.MailboxPage;
import io.feige.client.MailboxState;
import io.feige.client.Mailboxes;
import io.feige.client.Subscription;
import io.feige.client.internal.mail.EngineMailboxes;
import io.feige.protocol.command.SubscribeMail;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.model.Range;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** The mailboxes of a topic, straight from it. */
final class MemoryMailboxes implements Mailboxes {
  private final MemoryBroker broker;
  private final String topic;

  MemoryMailboxes(MemoryBroker broker, String topic) {
    this.broker = broker;
    this.topic = topic;
  }

  private MemoryMail mail() {
    return present().mail();
  }

  private MemoryTopic present() {
    MemoryTopic present = broker.topics().get(topic);
    if (present == null) {
      throw FeigeException.of(ErrorCode.TOPIC_NOT_FOUND, "Topic " + topic + ".");
    }
    if (present.spec().mailboxCap() == 0) {
      throw FeigeException.of(ErrorCode.INVALID_ARGUMENT, "Topic " + topic + " has no mailboxes.");
    }
    return present;
  }

  @Override
  public String topic() {
    return topic;
  }

  @Override
  public Mailbox open(String identity, int maxReadBytes) {
    EngineMailboxes.checkAtLeastOne("maxReadBytes", maxReadBytes);
    return new Opened(EngineMailboxes.check(identity));
  }

  @Override
  public MailboxPage list(String after, int limit) {
    Range.require("limit", limit, 1, MailboxPage.MAX_LIMIT);
    return broker.ask(() -> {
      List<MailboxState> all = mail().states();
      List<MailboxState> page =
          all.stream().filter(each -> each.identity().compareTo(after) > 0).limit(limit).toList();
      boolean isMore =
          !page.isEmpty() && !page.get(page.size() - 1).equals(all.get(all.size() - 1));
      return new MailboxPage(
          all.size(),
          page,
          isMore ? Optional.of(page.get(page.size() - 1).identity()) : Optional.empty());
    });
  }

  @Override
  public List<String> subscribers(String filter, String after, int limit) {
    Range.require("limit", limit, 1, MailboxPage.MAX_LIMIT);
    return broker.ask(() ->
        mail().subscribers(EngineMailboxes.checkFilter(filter)).stream()
            .filter(each -> each.compareTo(after) > 0)
            .limit(limit)
            .toList());
  }

  @Override
  public void delete(String identity) {
    Boolean unused =
        broker.ask(() -> {
          mail().delete(EngineMailboxes.check(identity));
          return true;
        });
  }

  /** A place in a mailbox. */
  private final class Opened implements Mailbox {
    private final String identity;
    private long from;

    Opened(String identity) {
      this.identity = identity;
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
      List<Mail> came = new ArrayList<>();
      broker.await(
          () -> {
            came.addAll(mail().read(identity, from, max));
            return !came.isEmpty();
          },
          wait);
      if (!came.isEmpty()) {
        from = came.get(came.size() - 1).sequence() + 1;
      }
      return came;
    }

    @Override
    public void seek(long sequence) {
      EngineMailboxes.checkAtLeastOne("sequence", sequence);
      from = sequence;
    }

    @Override
    public void seek(String pair, long sequence) {
      seek(sequence);
      if (!pair.equals(state().pair())) {
        from = 0;
      }
    }

    @Override
    public void ack(long upTo) {
      Boolean unused =
          broker.ask(() -> {
            mail().ack(identity, upTo);
            return true;
          });
    }

    @Override
    public CompletableFuture<Void> ackAsync(long upTo) {
      ack(upTo);
      return CompletableFuture.completedFuture(null);
    }

    @Override
    public void change(List<Subscription> added, List<String> removed) {
      SubscribeMail asked = EngineMailboxes.change(topic, identity, added, removed);
      Boolean unused =
          broker.ask(() -> {
            if (!added.isEmpty()) {
              MemoryMail.requireChannels(present().spec());
            }
            mail().change(asked);
            return true;
          });
    }

    @Override
    public List<Subscription> subscriptions() {
      return broker.ask(() -> mail().subscriptions(identity));
    }

    @Override
    public MailboxState state() {
      return broker.ask(() -> mail().state(identity));
    }
  }
}

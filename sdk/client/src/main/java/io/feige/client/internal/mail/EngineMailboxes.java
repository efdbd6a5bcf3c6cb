package io.feige.client.internal.mail;

import io.feige.client.Mailbox;
import io.feige.client.MailboxPage;
import io.feige.client.MailboxState;
import io.feige.client.Mailboxes;
import io.feige.client.Subscription;
import io.feige.client.internal.route.PairLink;
import io.feige.client.internal.route.Requests.Repeat;
import io.feige.protocol.command.DeleteMailbox;
import io.feige.protocol.command.ListMailboxes;
import io.feige.protocol.command.ListSubscribers;
import io.feige.protocol.command.MailboxDeleted;
import io.feige.protocol.command.MailboxList;
import io.feige.protocol.command.SubscribeMail;
import io.feige.protocol.command.SubscriberList;
import io.feige.protocol.model.ChannelRule;
import io.feige.protocol.model.IdentityRule;
import io.feige.protocol.model.MailSubscription;
import io.feige.protocol.model.MailboxDescription;
import io.feige.protocol.model.Range;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** The mailboxes of a topic, each in the pair that its owner's place on the ring says. */
public final class EngineMailboxes implements Mailboxes {
  private final Owners owners;
  private final long timeoutMillis;
  private final String topic;

  /** Mailboxes of these owners, each question within the timeout. */
  public EngineMailboxes(Owners owners, long timeoutMillis, String topic) {
    this.owners = owners;
    this.timeoutMillis = timeoutMillis;
    this.topic = topic;
  }

  @Override
  public String topic() {
    return topic;
  }

  @Override
  public Mailbox open(String identity, int maxReadBytes) {
    checkAtLeastOne("maxReadBytes", maxReadBytes);
    return new EngineMailbox(topic, check(identity), owners, maxReadBytes, timeoutMillis);
  }

  /** The identity, if somebody may be called so. */
  public static String check(String identity) {
    String problem = IdentityRule.problem(identity);
    if (problem != null) {
      throw new IllegalArgumentException(problem);
    }
    return identity;
  }

  /** Refuses a number below 1. */
  public static void checkAtLeastOne(String what, long number) {
    if (number < 1) {
      throw new IllegalArgumentException(what + " must be 1 or more, not " + number);
    }
  }

  /** The filter, if it is one. */
  public static String checkFilter(String filter) {
    String problem = ChannelRule.problemOfFilter(filter);
    if (problem != null) {
      throw new IllegalArgumentException(problem);
    }
    return filter;
  }

  /** The request for changes of subscriptions, if they are as they should be. */
  public static SubscribeMail change(
      String topic, String identity, List<Subscription> added, List<String> removed) {
    List<MailSubscription> checked = new ArrayList<>();
    for (Subscription each : added) {
      checked.add(new MailSubscription(checkFilter(each.filter()), each.tag()));
    }
    removed.forEach(EngineMailboxes::checkFilter);
    return new SubscribeMail(topic, 0, identity, checked, removed);
  }

  @Override
  public List<String> subscribers(String filter, String after, int limit) {
    Range.require("limit", limit, 1, MailboxPage.MAX_LIMIT);
    List<String> found = new ArrayList<>();
    String behind = after;
    do {
      ListSubscribers question =
          new ListSubscribers(topic, "", checkFilter(filter), behind, limit - found.size());
      SubscriberList page = owners.askOnly(topic, question, SubscriberList.class);
      page.subscribers().forEach(each -> found.add(each.identity()));
      behind = page.next();
    } while (!behind.isEmpty() && found.size() < limit);
    return found;
  }

  @Override
  public MailboxPage list(String after, int limit) {
    ListMailboxes question = new ListMailboxes(topic, "", after, limit);
    List<PairLink> links = owners.all(topic);
    List<CompletableFuture<MailboxList>> asked = new ArrayList<>();
    for (PairLink link : links) {
      asked.add(link.requests().ask(question, MailboxList.class, Repeat.READ_ONLY));
    }
    List<MailboxState> found = new ArrayList<>();
    long total = 0;
    boolean isMore = false;
    for (int i = 0; i < links.size(); i++) {
      PairLink link = links.get(i);
      MailboxList part = link.requests().await(asked.get(i), Repeat.READ_ONLY);
      part.mailboxes().forEach(mailbox -> found.add(state(link.pair(), mailbox)));
      total += part.total();
      isMore |= !part.next().isEmpty();
    }
    found.sort(Comparator.comparing(MailboxState::identity));
    isMore |= found.size() > limit;
    List<MailboxState> page = found.subList(0, Math.min(limit, found.size()));
    Optional<String> next =
        isMore && !page.isEmpty()
            ? Optional.of(page.get(page.size() - 1).identity())
            : Optional.empty();
    return new MailboxPage(total, page, next);
  }

  static MailboxState state(String pair, MailboxDescription mailbox) {
    return new MailboxState(
        mailbox.identity(),
        pair,
        mailbox.held(),
        mailbox.acked(),
        mailbox.end(),
        mailbox.dropped());
  }

  @Override
  public void delete(String identity) {
    DeleteMailbox delete = new DeleteMailbox(topic, check(identity));
    owners.call(topic, identity, delete, MailboxDeleted.class, Repeat.HARMLESS);
  }
}

package io.feige.proxy.session;

import io.feige.access.HttpCredentials;
import io.feige.client.Durability;
import io.feige.client.FeigeException;
import io.feige.client.Message;
import io.feige.proxy.answer.Json;
import io.feige.proxy.answer.Problem;
import io.feige.proxy.answer.Socket;
import io.feige.proxy.caller.Caller;
import io.feige.proxy.caller.Who;
import io.feige.proxy.log.ProxyLogId;
import io.feige.proxy.session.Operation.Ack;
import io.feige.proxy.session.Operation.Channels;
import io.feige.proxy.session.Operation.Credit;
import io.feige.proxy.session.Operation.Drain;
import io.feige.proxy.session.Operation.Login;
import io.feige.proxy.session.Operation.Publish;
import io.feige.proxy.session.Operation.Reply;
import io.feige.proxy.session.Operation.Settle;
import io.feige.proxy.session.Operation.Subscribe;
import io.feige.proxy.session.Operation.Unsubscribe;
import io.feige.proxy.session.Operation.Work;
import io.feige.proxy.verb.ChannelsIn;
import io.feige.proxy.verb.ReceiptJson;
import io.feige.proxy.verb.Values;
import io.feige.proxy.verb.Verdicts;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection of WebSocket. Operations are begun in the order in which they come, and each is
 * answered when it is done: what is published waits for nothing that was published before.
 */
final class Session implements Socket.Listener {
  private static final Logger LOG = LoggerFactory.getLogger(Session.class);

  /** RFC 6455, section 7.4.1: service restart, which the registry there has added. */
  private static final int RESTART = 1012;

  private static final int MOST_SUBSCRIPTIONS = 100;

  /** Operations that were begun and are not answered yet. */
  private static final int MOST_IN_HAND = 1_000;

  private static final Executor BESIDE =
      task -> Thread.ofVirtual().name("feige-operation").start(task);

  private final Sessions sessions;
  private final Socket.Peer peer;

  /** A few; most sessions have one. Replaced when one comes or goes, and never changed. */
  private volatile List<Subscription> subscriptions = List.of();

  private volatile Who who;
  private volatile boolean isLeaving;
  private int inHand;
  private CompletableFuture<Void> changes = CompletableFuture.completedFuture(null);

  Session(Sessions sessions, Who who, Socket.Peer peer) {
    this.sessions = sessions;
    this.who = who;
    this.peer = peer;
  }

  void welcome() {
    peer.answer(Told.welcome(sessions.mostBytes(), peer.beat().toMillis()).json());
  }

  @Override
  public void take(byte[] text) {
    sessions.operated();
    Long id = null;
    try {
      Operation operation = Json.read(text, Operation.class);
      id = operation.id();
      requireStay();
      carryOut(operation);
    } catch (Problem problem) {
      fail(id == null ? Json.wholeNumber(text, "id") : id, problem);
    } catch (FeigeException e) {
      fail(id, Problem.of(e));
    } catch (RuntimeException e) {
      LOG.error("{} operation {} of a session met a fault", ProxyLogId.INTERNAL_FAULT, id, e);
      fail(id, Problem.internal());
    }
  }

  private void requireStay() {
    if (isLeaving) {
      throw Problem.stopping();
    }
  }

  private void fail(@Nullable Long id, Problem problem) {
    peer.answer(Told.failed(id, problem).json());
  }

  private void carryOut(Operation operation) {
    switch (operation) {
      case Login login -> logIn(login);
      case Publish publish -> publish(publish);
      case Subscribe subscribe -> subscribe(subscribe);
      case Credit credit ->
          subscription(credit.subscription()).credit().add(credit.add() == null ? 0 : credit.add());
      case Settle settle -> settle(settle);
      case Ack ack -> ack(ack);
      case Channels channels -> change(channels);
      case Work work -> work(work);
      case Reply reply -> reply(reply);
      case Drain drain -> {
        worker(drain.subscription()).drain();
        peer.answer(Told.done(drain.id()).json());
      }
      case Unsubscribe unsubscribe -> {
        subscription(unsubscribe.subscription()).end();
        peer.answer(Told.done(unsubscribe.id()).json());
      }
    }
  }

  private void logIn(Login login) {
    if (!subscriptions.isEmpty()) {
      throw Problem.badRequest("log in before you subscribe");
    }
    Who claimed = new Who(credentials(login), who.from());
    boolean isIn = sessions.callers().with(claimed, _ -> true);
    if (isIn) {
      who = claimed;
      peer.answer(Told.done(login.id()).json());
    }
  }

  private static HttpCredentials credentials(Login login) {
    if (login.token() != null && login.user() == null && login.password() == null) {
      return HttpCredentials.ofToken(login.token());
    }
    if (login.token() == null && login.user() != null && login.password() != null) {
      return HttpCredentials.ofUser(login.user(), login.password());
    }
    throw Problem.badRequest("there must be either user and password, or token");
  }

  private void publish(Publish publish) {
    String topic = name("topic", publish.topic());
    Durability durability =
        publish.durability() == null
            ? Durability.REPLICATED
            : Values.constant("durability", publish.durability(), Durability.class);
    Message message = message(publish);
    begin(
        publish.id(),
        caller ->
            caller.beginPublishing(topic, durability, producer -> producer.publishAsync(message)),
        receipt -> Told.published(publish.id(), ReceiptJson.of(message, receipt)));
  }

  /** Others need not wait for it. */
  private <T> void begin(
      @Nullable Long id, Function<Caller, CompletableFuture<T>> work, Function<T, Told> done) {
    admit(1);
    CompletableFuture<T> begun;
    try {
      begun = sessions.callers().begin(who, work);
    } catch (RuntimeException e) {
      isDone(1);
      throw e;
    }
    var _ =
        begun.whenComplete((result, failure) -> {
          Told told = failure == null ? done.apply(result) : Told.failed(id, problem(failure));
          peer.answer(told.json());
          isDone(1);
        });
  }

  /** Waits until so many more may be in hand. */
  private synchronized void admit(int count) {
    try {
      while (inHand + count > MOST_IN_HAND && !isLeaving) {
        wait();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw Problem.stopping();
    }
    requireStay();
    inHand += count;
  }

  private synchronized void isDone(int count) {
    inHand -= count;
    notifyAll();
  }

  private synchronized void awaitAllDone() throws InterruptedException {
    while (inHand > 0) {
      wait();
    }
  }

  /** Nothing more is begun; false: it was so already. */
  private synchronized boolean beginLeaving() {
    boolean isFirst = !isLeaving;
    isLeaving = true;
    notifyAll();
    return isFirst;
  }

  private static Message message(Publish publish) {
    if (publish.message() == null) {
      throw Problem.badRequest("message is missing");
    }
    try {
      return publish.message().message();
    } catch (IllegalArgumentException e) {
      throw Problem.badRequest(String.valueOf(e.getMessage()));
    }
  }

  private static Problem problem(Throwable failure) {
    Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
    if (cause instanceof FeigeException refused) {
      return Problem.of(refused);
    }
    if (cause instanceof Problem problem) {
      return problem;
    }
    LOG.error("{} a session met a fault", ProxyLogId.INTERNAL_FAULT, cause);
    return Problem.internal();
  }

  private void settle(Settle settle) {
    Caller.Pulling name =
        Caller.Pulling.toSettle(name("topic", settle.topic()), name("group", settle.group()));
    Verdicts verdicts = Verdicts.of(new Verdicts.SettleIn(settle.verdicts()));
    int count = Math.clamp(verdicts.count(), 1, MOST_IN_HAND);
    admit(count);
    // Others need not wait for what waits there.
    BESIDE.execute(() ->
        carryOut(
            settle.id(),
            count,
            caller -> Told.settled(settle.id(), caller.consuming(name, verdicts::carryOut))));
  }

  private void ack(Ack ack) {
    String topic = name("topic", ack.topic());
    String identity = identity(ack.mailbox());
    long upTo = Values.sequence("upTo", ack.upTo());
    begin(
        ack.id(),
        caller -> caller.mailbox(topic, identity).ackAsync(upTo).thenApply(_ -> true),
        _ -> Told.done(ack.id()));
  }

  /** One after the other: what is added and then removed is not there. */
  private void change(Channels channels) {
    String topic = name("topic", channels.topic());
    String identity = identity(channels.mailbox());
    ChannelsIn change = channels.change();
    admit(1);
    changes =
        changes.thenRunAsync(
            () ->
                carryOut(
                    channels.id(),
                    1,
                    caller -> {
                      change.carryOut(caller.mailbox(topic, identity));
                      return Told.done(channels.id());
                    }),
            BESIDE);
  }

  private static String identity(@Nullable String mailbox) {
    return Values.identity(mailbox == null ? "" : mailbox);
  }

  /** On a thread of its own, because it waits. */
  private void carryOut(@Nullable Long id, int count, Function<Caller, Told> work) {
    try {
      peer.answer(sessions.callers().with(who, work).json());
    } catch (RuntimeException e) {
      fail(id, problem(e));
    } finally {
      isDone(count);
    }
  }

  private void subscribe(Subscribe subscribe) {
    long id = newName(subscribe.id());
    begin(id, subscription(subscribe, name("topic", subscribe.topic())));
  }

  private void work(Work work) {
    long id = newName(work.id());
    begin(id, new WorkSubscription(work, id, sessions, who, peer));
  }

  private void reply(Reply reply) {
    WorkSubscription worker = worker(reply.subscription());
    long job = reply.job() == null ? 0 : reply.job();
    try {
      worker.reply(job, reply.reply());
    } catch (IllegalArgumentException e) {
      throw refused(worker, job, Problem.badRequest(String.valueOf(e.getMessage())));
    } catch (Problem e) {
      throw refused(worker, job, e);
    }
  }

  /** The worker is done with it: what it wanted to say makes no sense, so who asked hears that. */
  private static Problem refused(WorkSubscription worker, long job, Problem problem) {
    worker.fail(job, String.valueOf(problem.getMessage()));
    return problem;
  }

  private WorkSubscription worker(@Nullable Long id) {
    if (subscription(id) instanceof WorkSubscription worker) {
      return worker;
    }
    throw Problem.badRequest("the subscription " + id + " is no worker");
  }

  private long newName(@Nullable Long id) {
    if (id == null) {
      throw Problem.badRequest("a subscription needs an id");
    }
    if (subscriptions.stream().anyMatch(known -> known.id() == id)) {
      throw Problem.badRequest("there is a subscription " + id + " already");
    }
    if (subscriptions.size() >= MOST_SUBSCRIPTIONS) {
      throw Problem.badRequest(
          "there may be " + MOST_SUBSCRIPTIONS + " subscriptions in a session");
    }
    return id;
  }

  private void begin(long id, Subscription subscription) {
    String places = subscription.prepare();
    // Told before the first message.
    peer.answer(Told.begun(id, places).json());
    add(subscription);
    sessions.subscribed(1);
    subscription.start(() -> {
      remove(subscription);
      sessions.subscribed(-1);
    });
    if (isLeaving) {
      subscription.end();
    }
  }

  private synchronized void add(Subscription begun) {
    List<Subscription> more = new ArrayList<>(subscriptions);
    more.add(begun);
    subscriptions = List.copyOf(more);
  }

  private synchronized void remove(Subscription ended) {
    subscriptions = subscriptions.stream().filter(each -> !each.equals(ended)).toList();
  }

  private Subscription subscription(Subscribe asked, String topic) {
    if (asked.group() != null) {
      return new GroupSubscription(asked, topic, sessions, who, peer);
    }
    return asked.mailbox() == null
        ? TopicSubscription.of(asked, topic, sessions, who, peer)
        : new MailSubscription(asked, topic, sessions, who, peer);
  }

  private Subscription subscription(@Nullable Long id) {
    return subscriptions.stream()
        .filter(known -> id != null && known.id() == id)
        .findAny()
        .orElseThrow(() -> Problem.badRequest("there is no subscription " + id));
  }

  private static String name(String what, @Nullable String name) {
    return Values.name(what, name == null ? "" : name);
  }

  @Override
  public boolean isStranger() {
    return !who.shown().isPresent() && sessions.callers().mustLogIn();
  }

  @Override
  public Socket.Seen seen() {
    long behind = subscriptions.stream().mapToLong(Subscription::behind).sum();
    return new Socket.Seen(who.shown().user(), subscriptions.size(), behind);
  }

  @Override
  public void notice(String text) {
    peer.answer(Told.notice(text).json());
  }

  @Override
  public void leave() {
    if (!beginLeaving()) {
      return;
    }
    peer.answer(Told.of(Told.Event.LEAVE).json());
    subscriptions.forEach(Subscription::end);
    var _ = Thread.ofVirtual().name("feige-leave").start(this::closeWhenDone);
  }

  private void closeWhenDone() {
    try {
      awaitAllDone();
      peer.close(RESTART, "this proxy is stopping");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void gone() {
    var _ = beginLeaving();
    subscriptions.forEach(Subscription::end);
    sessions.closed();
  }
}

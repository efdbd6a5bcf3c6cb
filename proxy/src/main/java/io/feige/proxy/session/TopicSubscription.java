package io.feige.proxy.session;

import io.feige.client.FeigeException;
import io.feige.client.ReceivedMessage;
import io.feige.proxy.answer.Json;
import io.feige.proxy.answer.Problem;
import io.feige.proxy.answer.Socket;
import io.feige.proxy.answer.TextFrame;
import io.feige.proxy.broadcast.Broadcast;
import io.feige.proxy.broadcast.Listener;
import io.feige.proxy.broadcast.SharedMessage;
import io.feige.proxy.caller.Caller;
import io.feige.proxy.caller.Who;
import io.feige.proxy.log.ProxyLogId;
import io.feige.proxy.session.Operation.Subscribe;
import io.feige.proxy.verb.Follower;
import io.feige.proxy.verb.MessageJson;
import io.feige.proxy.verb.Places;
import io.feige.proxy.verb.Starts;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Everything of a topic. It listens to what is read for all, and has neither a thread nor a reader
 * then. Where it cannot (it begins further back, has no credit, or its connection is slow), a
 * thread waits until it can, and reads for it alone what is not kept any more.
 */
final class TopicSubscription implements Subscription, Listener {
  private static final Logger LOG = LoggerFactory.getLogger(TopicSubscription.class);
  private static final int SERVER_FAULT = 500;

  /** After so long it is looked again whether there is room for a message. */
  private static final long AGAIN_MILLIS = 250;

  private final long id;
  private final String from;
  private final @Nullable String after;
  private final Sessions sessions;
  private final Who who;
  private final Socket.Peer peer;
  private final Credit credit;
  private volatile String topic;
  private @Nullable Broadcast broadcast;
  private @Nullable Thread catchingUp;
  private @Nullable Runnable whenOver;
  private boolean isListening;
  private volatile boolean isWithoutRoom;
  private volatile boolean isOver;

  /** Behind what it was told last. */
  private volatile String at = "";

  /**
   * Not yet.
   *
   * @throws Problem something is asked for that makes no sense
   */
  TopicSubscription(Subscribe asked, String topic, Sessions sessions, Who who, Socket.Peer peer) {
    this.id = asked.id() == null ? 0 : asked.id();
    this.from = asked.from() == null ? Starts.LATEST : asked.from();
    this.after = asked.after();
    this.topic = topic;
    this.sessions = sessions;
    this.who = who;
    this.peer = peer;
    this.credit = new Credit(asked.credit());
    if (asked.start() != null || asked.leaseMillis() != null) {
      throw Problem.badRequest("start and leaseMillis are for a group");
    }
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
  public String prepare() {
    String last = after;
    if (last != null) {
      at = sessions.broadcasts().resume(who, last).toString();
    } else if (from.equals(Starts.LATEST)) {
      broadcast = sessions.broadcasts().of(who, topic);
      at = broadcast.places();
    } else {
      at =
          sessions
              .callers()
              .with(who, caller -> Starts.begin(caller.client(), topic, from))
              .toString();
    }
    return at;
  }

  @Override
  public void start(Runnable over) {
    topic = sessions.following().enter(topic);
    if (!begin(over)) {
      leave(over);
    }
  }

  private void leave(Runnable over) {
    sessions.following().leave(topic);
    over.run();
  }

  /** False: it is over already. */
  private synchronized boolean begin(Runnable over) {
    whenOver = over;
    if (isOver) {
      return false;
    }
    if (broadcast != null) {
      broadcast.attach();
    }
    if (!join()) {
      catchUp();
    }
    return true;
  }

  @Override
  public void end() {
    Runnable over = finish();
    if (over != null) {
      leave(over);
    }
  }

  /** What is to be run then; null: nothing, or it was over before. */
  private synchronized @Nullable Runnable finish() {
    if (isOver) {
      return null;
    }
    isOver = true;
    if (whenOver != null && broadcast != null) {
      broadcast.detach(this);
    }
    if (catchingUp != null) {
      catchingUp.interrupt();
    }
    return whenOver;
  }

  private void end(Problem why) {
    if (!isOver) {
      end();
      peer.answer(Told.ended(id, why).json());
    }
  }

  /** Where it is; nowhere yet, if the pairs that it knew are gone. */
  private Places own() {
    return at.isEmpty() ? Places.of(Map.of()) : Places.parse(at);
  }

  /** Listens from now on, if what it has missed is kept. */
  private synchronized boolean join() {
    if (!isOver && !isListening && broadcast != null) {
      isListening = broadcast.join(own(), this);
    }
    return isListening;
  }

  /** Listens no more. */
  private synchronized void fallBehind() {
    isListening = false;
    catchUp();
  }

  private synchronized void catchUp() {
    if (!isOver) {
      catchingUp = Thread.ofVirtual().name("feige-subscription").start(this::untilItListens);
    }
  }

  private void untilItListens() {
    try {
      boolean isToGoOn = true;
      while (isToGoOn) {
        credit.awaitAny();
        peer.awaitTaking();
        if (isWithoutRoom) {
          isWithoutRoom = false;
          Thread.sleep(AGAIN_MILLIS);
        }
        Optional<Problem> why = isIn() ? Optional.empty() : follow();
        why.ifPresent(this::end);
        isToGoOn = why.isEmpty() && isBehind();
      }
    } catch (InterruptedException over) {
      // The session does not want it, or has gone.
    } catch (Problem problem) {
      end(problem);
    } catch (FeigeException e) {
      end(Problem.of(e));
    } catch (RuntimeException e) {
      LOG.error("{} a subscription to {} met a fault", ProxyLogId.INTERNAL_FAULT, topic, e);
      end(Problem.internal());
    } finally {
      forgetThread();
    }
  }

  /** Whether this thread is still the one that has to see to it. */
  private synchronized boolean isBehind() {
    return !isOver && !isListening && Thread.currentThread().equals(catchingUp);
  }

  private synchronized void forgetThread() {
    if (Thread.currentThread().equals(catchingUp)) {
      catchingUp = null;
    }
  }

  /** Joins what is read for all, or what is begun for all. */
  private boolean isIn() {
    Broadcast known = known();
    if (known == null || known.isOver()) {
      known = sessions.broadcasts().of(who, topic);
    }
    return isIn(known);
  }

  private synchronized @Nullable Broadcast known() {
    return broadcast;
  }

  private synchronized boolean isIn(Broadcast now) {
    if (!now.equals(broadcast) && !isOver) {
      if (broadcast != null) {
        broadcast.detach(this);
      }
      broadcast = now;
      now.attach();
    }
    return join();
  }

  private Optional<Problem> follow() {
    if (!peer.begin()) {
      return Optional.of(Problem.busy("read on their own: limits.requests is reached"));
    }
    try {
      return sessions.callers().with(who, this::follow);
    } finally {
      peer.end();
    }
  }

  private Optional<Problem> follow(Caller caller) {
    return new Follower(topic, own(), new Alone()).follow(caller.client());
  }

  /** As long as it is read for alone. Without credit it ends, and begins again where it was. */
  private final class Alone implements Follower.Out {
    private boolean isFull;

    @Override
    public void goesOn(Places places) {
      // The session has its own sign of life.
    }

    @Override
    public void came(ReceivedMessage message, Places places) {
      isFull = isFull || isOver || !peer.isTaking();
      if (!isFull) {
        String text = Json.text(MessageJson.of(message));
        isFull = !tell(places.toString(), frame(places.toString(), text));
      }
    }

    @Override
    public boolean flush() {
      return !isFull && !join();
    }
  }

  private byte[] frame(String places, String message) {
    String text =
        "{\"event\":\"message\",\"subscription\":"
            + id
            + ",\"places\":\""
            + places
            + "\",\"message\":"
            + message
            + "}";
    return TextFrame.of(text.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public long behind() {
    Broadcast known = known();
    return known == null ? 0 : known.behind(own());
  }

  @Override
  public Executor lane() {
    return peer.lane();
  }

  @Override
  public boolean isGone() {
    return isOver;
  }

  @Override
  public synchronized boolean joins(List<SharedMessage> missed) {
    Places own = own();
    for (SharedMessage message : missed) {
      own.put(message.pair(), message.offset() + 1);
      String places = own.toString();
      if (!hears(places, frame(places, message.json()))) {
        return false;
      }
    }
    return !isOver;
  }

  @Override
  public synchronized boolean hears(SharedMessage message) {
    String places = message.places();
    return hears(places, message.frame(id, _ -> frame(places, message.json())));
  }

  private boolean hears(String places, byte[] frame) {
    if (isOver || !isListening) {
      return false;
    }
    if (peer.isTaking() && tell(places, frame)) {
      return true;
    }
    fallBehind();
    return false;
  }

  /** False: there is no credit, or no room; then it was not told. */
  private boolean tell(String places, byte[] frame) {
    if (!credit.take()) {
      return false;
    }
    if (!peer.offer(frame)) {
      credit.giveBack(1);
      isWithoutRoom = true;
      return false;
    }
    at = places;
    sessions.told();
    return true;
  }

  @Override
  public void isOver(Problem why) {
    if (why.status() < SERVER_FAULT) {
      end(why);
      return;
    }
    goOn();
  }

  /** Elsewhere, if it has listened. */
  private synchronized void goOn() {
    if (isListening && !isOver) {
      fallBehind();
    }
  }
}

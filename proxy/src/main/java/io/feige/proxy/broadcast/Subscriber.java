package io.feige.proxy.broadcast;

import io.feige.client.FeigeException;
import io.feige.client.ReceivedMessage;
import io.feige.proxy.answer.Outlet;
import io.feige.proxy.answer.Problem;
import io.feige.proxy.caller.Caller;
import io.feige.proxy.caller.Who;
import io.feige.proxy.log.ProxyLogId;
import io.feige.proxy.verb.Follower;
import io.feige.proxy.verb.MessageForm;
import io.feige.proxy.verb.Places;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One who is told everything of a topic, whatever protocol it speaks. It listens to what is read
 * for all, and has neither a thread nor a reader then. Where it cannot (it begins further back, has
 * no credit, or its connection is slow), a thread waits until it can, and reads for it alone what
 * is not kept any more.
 */
public abstract class Subscriber implements Listener {
  private static final Logger LOG = LoggerFactory.getLogger(Subscriber.class);
  private static final int SERVER_FAULT = 500;

  /** After so long it is looked again whether there is room for a message. */
  private static final long AGAIN_MILLIS = 250;

  private final Subscribers shared;
  private final Who who;
  private final MessageForm form;
  private volatile String topic;
  private @Nullable Broadcast broadcast;
  private @Nullable Thread catchingUp;
  private @Nullable Runnable whenOver;
  private boolean isListening;
  private volatile boolean isWithoutRoom;
  private volatile boolean isOver;

  /** Behind what it was told last. */
  private volatile String at;

  /** Not yet. */
  protected Subscriber(Subscribers shared, Beginning beginning) {
    this.shared = shared;
    this.who = beginning.who();
    this.topic = beginning.topic();
    this.form = beginning.form();
    this.at = beginning.places();
    this.broadcast = beginning.broadcast();
  }

  /** Where it is told. */
  protected abstract Outlet outlet();

  /** Takes credit for a message, if there is any. */
  protected abstract boolean takeCredit();

  /** The message for which it was taken was not told. */
  protected abstract void giveCreditBack();

  /** Waits until there is credit. */
  protected abstract void awaitCredit() throws InterruptedException;

  /** A message for this one alone, as the client reads it. */
  protected abstract byte[] written(String places, String json);

  /** The same for all who are told it alike, not a copy. */
  protected abstract byte[] written(SharedMessage message);

  /** A message was told. */
  protected abstract void told();

  /** It is over, and not because the client wanted it. */
  protected abstract void ended(Problem why);

  /** Behind what it was told last; where it begins, if that is nothing. */
  protected final String places() {
    return at;
  }

  /**
   * From now on messages may come.
   *
   * @param over is run once, when no more will come
   */
  public final void start(Runnable over) {
    topic = shared.following().enter(topic);
    if (!begin(over)) {
      leave(over);
    }
  }

  private void leave(Runnable over) {
    shared.following().leave(topic);
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

  /** No more messages. */
  public final void end() {
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
      ended(why);
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
      catchingUp = Thread.ofVirtual().name("feige-subscriber").start(this::untilItListens);
    }
  }

  private void untilItListens() {
    try {
      boolean isToGoOn = true;
      while (isToGoOn) {
        awaitCredit();
        outlet().awaitTaking();
        if (isWithoutRoom) {
          isWithoutRoom = false;
          Thread.sleep(AGAIN_MILLIS);
        }
        Optional<Problem> why = isIn() ? Optional.empty() : follow();
        why.ifPresent(this::end);
        isToGoOn = why.isEmpty() && isBehind();
      }
    } catch (InterruptedException over) {
      // The client does not want it, or has gone.
    } catch (Problem problem) {
      end(problem);
    } catch (FeigeException e) {
      end(Problem.of(e));
    } catch (RuntimeException e) {
      LOG.error("{} a subscriber of {} met a fault", ProxyLogId.INTERNAL_FAULT, topic, e);
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
      known = shared.broadcasts().of(who, topic, form);
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
    if (!outlet().begin()) {
      return Optional.of(Problem.busy("read on their own: limits.requests is reached"));
    }
    try {
      return shared.callers().with(who, this::follow);
    } finally {
      outlet().end();
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
      Subscriber.this.goesOn(places.toString());
    }

    @Override
    public void came(ReceivedMessage message, Places places) {
      isFull = isFull || isOver || !outlet().isTaking();
      if (!isFull) {
        String now = places.toString();
        isFull = !tell(now, written(now, form.text(message)));
      }
    }

    @Override
    public boolean flush() {
      outlet().flush();
      return !isFull && !join();
    }
  }

  /** Messages of the broadcast that it was not told yet. */
  public final long behind() {
    Broadcast known = known();
    return known == null ? 0 : known.behind(own());
  }

  @Override
  public final Executor lane() {
    return outlet().lane();
  }

  @Override
  public final boolean isGone() {
    return isOver;
  }

  @Override
  public final synchronized boolean joins(List<SharedMessage> missed) {
    Places own = own();
    boolean stays = true;
    for (int i = 0; stays && i < missed.size(); i++) {
      SharedMessage message = missed.get(i);
      own.put(message.pair(), message.behind());
      String places = own.toString();
      stays = canHear() && tell(places, written(places, message.json()));
    }
    return heard(stays);
  }

  @Override
  public final synchronized boolean hears(List<SharedMessage> messages) {
    boolean stays = true;
    for (int i = 0; stays && i < messages.size(); i++) {
      SharedMessage message = messages.get(i);
      stays = canHear() && tell(message.places(), written(message));
    }
    return heard(stays);
  }

  private boolean canHear() {
    return isListening && !isOver && outlet().isTaking();
  }

  /** Whether it goes on listening. */
  private boolean heard(boolean all) {
    outlet().flush();
    if (!all && isListening && !isOver) {
      fallBehind();
    }
    return all && !isOver;
  }

  /** False: there is no credit, or no room; then it was not told. */
  private boolean tell(String places, byte[] bytes) {
    if (!takeCredit()) {
      return false;
    }
    if (!outlet().offer(bytes)) {
      giveCreditBack();
      isWithoutRoom = true;
      return false;
    }
    at = places;
    told();
    return true;
  }

  @Override
  public final void isOver(Problem why) {
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

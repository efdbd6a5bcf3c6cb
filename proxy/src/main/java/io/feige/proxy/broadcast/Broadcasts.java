package io.feige.proxy.broadcast;

import io.feige.access.HttpCredentials;
import io.feige.client.FeigeException;
import io.feige.proxy.answer.Problem;
import io.feige.proxy.caller.Callers;
import io.feige.proxy.caller.Who;
import io.feige.proxy.log.ProxyLogId;
import io.feige.proxy.verb.Follower;
import io.feige.proxy.verb.MessageForm;
import io.feige.proxy.verb.Places;
import io.feige.proxy.verb.Starts;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All broadcasts of a proxy: one for each topic, each form of its messages, and each of those who
 * follow it, because the cluster lets everybody read what it may. Any thread.
 */
public final class Broadcasts implements BroadcastSource {
  private static final Logger LOG = LoggerFactory.getLogger(Broadcasts.class);

  /** Messages of each pair that are read again when a broadcast begins. */
  private static final int AGAIN = 1_000;

  private static final long REACH_NANOS = 2_000_000_000L;

  private final Callers callers;
  private final AtomicLong keptBytes = new AtomicLong();
  private final Map<Key, CompletableFuture<Broadcast>> all = new ConcurrentHashMap<>();

  private record Key(HttpCredentials shown, String topic, MessageForm form) {}

  /** None yet. */
  public Broadcasts(Callers callers) {
    this.callers = callers;
  }

  /** How many there are. */
  public int count() {
    return all.size();
  }

  @Override
  public Broadcast of(Who who, String topic, MessageForm form) {
    Key key = new Key(who.shown(), topic, form);
    CompletableFuture<Broadcast> mine = new CompletableFuture<>();
    CompletableFuture<Broadcast> known = all.putIfAbsent(key, mine);
    if (known != null) {
      // Who has come before says nothing of who comes now.
      var _ = callers.with(who, _ -> true);
      return joined(known);
    }
    try {
      Broadcast begun = begin(key, who, mine);
      mine.complete(begun);
      return begun;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      Problem over = Problem.busy("follow this topic");
      all.remove(key, mine);
      mine.completeExceptionally(over);
      throw over;
    } catch (RuntimeException | Error e) {
      all.remove(key, mine);
      mine.completeExceptionally(e);
      throw e;
    }
  }

  @Override
  public Places resume(Who who, String last) {
    return callers.with(who, caller -> Starts.resume(caller.client(), last));
  }

  private static Broadcast joined(CompletableFuture<Broadcast> known) {
    try {
      return known.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof Problem problem) {
        throw problem;
      }
      if (e.getCause() instanceof FeigeException refused) {
        throw refused;
      }
      throw e;
    }
  }

  /** Begins a little before the end, so that who comes back from elsewhere can join. */
  private Broadcast begin(Key key, Who who, CompletableFuture<Broadcast> place)
      throws InterruptedException {
    Starts.Latest latest =
        callers.with(who, caller -> Starts.latest(caller.client(), key.topic, AGAIN));
    Broadcast broadcast = new Broadcast(latest.before(), key.form, keptBytes);
    follow(key, who, latest.before(), broadcast, place);
    broadcast.awaitReached(latest.end(), REACH_NANOS);
    return broadcast;
  }

  private void follow(
      Key key, Who who, Places start, Broadcast broadcast, CompletableFuture<Broadcast> place) {
    var _ =
        Thread.ofVirtual()
            .name("feige-broadcast")
            .start(() -> {
              Optional<Problem> why = Optional.empty();
              try {
                Follower follower = new Follower(key.topic, start, broadcast);
                why = callers.with(who, caller -> follower.follow(caller.client()));
              } catch (Problem problem) {
                why = Optional.of(problem);
              } catch (FeigeException e) {
                why = Optional.of(Problem.of(e));
              } catch (RuntimeException e) {
                LOG.error("{} a broadcast met a fault", ProxyLogId.INTERNAL_FAULT, e);
                why = Optional.of(Problem.internal());
              } finally {
                all.remove(key, place);
                // Who has come meanwhile comes again, and finds another one.
                broadcast.end(why.orElseGet(() -> Problem.busy("follow this topic")));
              }
            });
  }
}

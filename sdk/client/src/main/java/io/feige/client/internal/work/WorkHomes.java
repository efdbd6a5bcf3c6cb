package io.feige.client.internal.work;

import io.feige.client.FeigeException;
import io.feige.client.internal.base.SharedThreads;
import io.feige.client.internal.route.PairLink;
import io.feige.client.internal.route.Pairs;
import io.feige.client.internal.route.TopicHomes;
import io.feige.protocol.error.ErrorCode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;

/** Which pair has a topic of work. Any thread. */
public final class WorkHomes {
  private final Pairs pairs;
  private final TopicHomes homes;
  private final long timeoutMillis;

  /** Who waits for a look that is under way: one thread looks for all who want the same topic. */
  private final Map<String, List<Waiter>> looking = new HashMap<>();

  private record Waiter(Consumer<PairLink> found, Consumer<FeigeException> failed) {}

  /** Among these pairs, for which is waited so long. */
  public WorkHomes(Pairs pairs, TopicHomes homes, long timeoutMillis) {
    this.pairs = pairs;
    this.homes = homes;
    this.timeoutMillis = timeoutMillis;
  }

  /**
   * Finds the link to the pair of a topic. If no pair alone has it, it is the one that would have
   * it: its node says what is wrong.
   *
   * @param found told on the loop
   * @param failed told on the loop, such as when no pair can be reached
   */
  void find(String topic, Consumer<PairLink> found, Consumer<FeigeException> failed) {
    List<PairLink> known = pairs.all();
    if (known.size() == 1) {
      pairs.loop().execute(() -> found.accept(known.get(0)));
      return;
    }
    if (!isFirst(topic, new Waiter(found, failed))) {
      return;
    }
    try {
      SharedThreads.workers().execute(() -> look(topic));
    } catch (RejectedExecutionException | OutOfMemoryError e) {
      tell(topic, each -> each.failed.accept(noThread()));
    }
  }

  private static FeigeException noThread() {
    return FeigeException.of(ErrorCode.MEMORY_LIMIT, "There is no thread.");
  }

  private boolean isFirst(String topic, Waiter waiter) {
    synchronized (looking) {
      List<Waiter> others = looking.get(topic);
      List<Waiter> all = others == null ? new ArrayList<>() : others;
      all.add(waiter);
      looking.put(topic, all);
      return others == null;
    }
  }

  private void tell(String topic, Consumer<Waiter> what) {
    List<Waiter> all;
    synchronized (looking) {
      all = Objects.requireNonNullElse(looking.remove(topic), List.of());
    }
    pairs.loop().execute(() -> all.forEach(what));
  }

  private void look(String topic) {
    try {
      PairLink home = linkTo(topic);
      tell(topic, each -> each.found.accept(home));
    } catch (FeigeException e) {
      tell(topic, each -> each.failed.accept(e));
    }
  }

  private PairLink linkTo(String topic) {
    List<PairLink> links = pairs.await(timeoutMillis);
    String home = links.size() == 1 ? links.get(0).pair() : home(topic);
    return links.stream()
        .filter(link -> link.pair().equals(home))
        .findFirst()
        .orElseThrow(
            () -> FeigeException.of(ErrorCode.NO_SUCH_PAIR, "No pair is called " + home + "."));
  }

  private String home(String topic) {
    return homes
        .of(topic)
        .orElseGet(() -> {
          homes.forget(topic);
          return homes.ofNew(topic);
        });
  }

  /** It was not where it was looked for. */
  void forget(String topic) {
    homes.forget(topic);
  }
}

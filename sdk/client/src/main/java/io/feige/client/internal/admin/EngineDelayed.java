package io.feige.client.internal.admin;

import io.feige.client.Delayed;
import io.feige.client.DelayedMessage;
import io.feige.client.FeigeException;
import io.feige.client.internal.route.PairLink;
import io.feige.client.internal.route.Pairs;
import io.feige.client.internal.route.Requests.Repeat;
import io.feige.protocol.command.CancelDelayed;
import io.feige.protocol.command.DelayedCancelled;
import io.feige.protocol.command.DelayedList;
import io.feige.protocol.command.ListDelayed;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.model.DelayedEntry;
import io.feige.protocol.model.DelayedId;
import io.feige.protocol.model.DelayedPlace;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Operations on messages that wait for their time, at every pair. */
public final class EngineDelayed implements Delayed {
  /** As pairs have them, and among those that are due at the same time by name of the pair. */
  private static final Comparator<Found> ORDER =
      Comparator.<Found>comparingLong(found -> found.entry().dueMillis())
          .thenComparing(Found::pair)
          .thenComparingLong(found -> found.entry().id())
          .thenComparingInt(found -> found.entry().index());

  private final PairCalls calls;

  private record Found(String pair, DelayedEntry entry) {}

  /** Operations over these links, each within the timeout. */
  public EngineDelayed(Pairs pairs, long timeoutMillis) {
    this.calls = new PairCalls(pairs, timeoutMillis);
  }

  @Override
  public List<DelayedMessage> list(String topic, int limit) {
    return list(topic, limit, pair -> DelayedPlace.START);
  }

  @Override
  public List<DelayedMessage> listAfter(DelayedMessage last, int limit) {
    DelayedId id = parse(last.id());
    long due = last.dueAt().toEpochMilli();
    return list(last.topic(), limit, pair -> after(due, id, pair));
  }

  /** Where a pair's messages begin that come after one, in the order of all pairs together. */
  private static DelayedPlace after(long due, DelayedId id, String pair) {
    int order = pair.compareTo(id.pair());
    if (order == 0) {
      return new DelayedPlace(due, id.batch(), id.index() + 1);
    }
    return new DelayedPlace(order < 0 ? due + 1 : due, 0, 0);
  }

  private List<DelayedMessage> list(String topic, int limit, Function<String, DelayedPlace> begin) {
    checkLimit(limit);
    return calls
        .askEach(link -> found(topic, limit, link, begin.apply(link.pair())))
        .exceptMissing(ErrorCode.TOPIC_NOT_FOUND)
        .all()
        .values()
        .stream()
        .flatMap(Collection::stream)
        .sorted(ORDER)
        .limit(limit)
        .map(found -> message(topic, found))
        .toList();
  }

  /** Reads the id of a message, and refuses what is none. */
  public static DelayedId parse(String id) {
    DelayedId parsed = DelayedId.parse(id);
    if (parsed == null) {
      throw FeigeException.of(
          ErrorCode.INVALID_ARGUMENT,
          "The id of a delayed message is such as pair-1/4711.0, not '" + id + "'.");
    }
    return parsed;
  }

  /** Refuses a limit out of range. */
  public static void checkLimit(int limit) {
    if (limit < 1 || limit > MAX_LIMIT) {
      throw FeigeException.of(
          ErrorCode.INVALID_ARGUMENT,
          "The limit of a list is 1 to " + MAX_LIMIT + ", not " + limit + ".");
    }
  }

  private static List<Found> found(String topic, int limit, PairLink link, DelayedPlace begin) {
    List<Found> found = new ArrayList<>();
    DelayedPlace place = begin;
    do {
      int wanted = Math.min(limit - found.size(), ListDelayed.MAX_LIMIT);
      DelayedList page =
          link.requests()
              .call(new ListDelayed(topic, wanted, place), DelayedList.class, Repeat.READ_ONLY);
      page.messages().forEach(entry -> found.add(new Found(link.pair(), entry)));
      place = page.next();
    } while (found.size() < limit && !place.equals(DelayedPlace.START));
    return found;
  }

  private static DelayedMessage message(String topic, Found found) {
    DelayedEntry entry = found.entry();
    return new DelayedMessage(
        new DelayedId(found.pair(), entry.id(), entry.index()).toString(),
        topic,
        Instant.ofEpochMilli(entry.dueMillis()),
        Instant.ofEpochMilli(entry.publishedMillis()),
        Optional.ofNullable(entry.key()),
        entry.bodyLength());
  }

  @Override
  public void cancel(String topic, String id) {
    DelayedId message = parse(id);
    CancelDelayed request = new CancelDelayed(topic, message.batch(), message.index());
    DelayedCancelled unused =
        calls
            .link(message.pair())
            .requests()
            .call(request, DelayedCancelled.class, Repeat.NOT_WITHOUT_ASKING);
  }
}

package io.feige.client.internal.mail;

import io.feige.client.FeigeException;
import io.feige.client.internal.route.PairLink;
import io.feige.client.internal.route.Pairs;
import io.feige.client.internal.route.Requests.Repeat;
import io.feige.client.internal.route.Ring;
import io.feige.client.internal.route.TopicHomes;
import io.feige.protocol.Utf8;
import io.feige.protocol.batch.KeyHash;
import io.feige.protocol.command.Request;
import io.feige.protocol.command.Result;
import io.feige.protocol.error.ErrorCode;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Which pair has the mailboxes of whom: the one that has the topic, or else the one that the
 * owner's place on the ring says.
 */
public final class Owners {
  private final Pairs pairs;
  private final TopicHomes homes;
  private final long timeoutMillis;
  private volatile Known known = new Known(List.of());

  /** The pairs, and their ring. */
  private record Known(List<PairLink> links, Ring ring) {
    Known(List<PairLink> links) {
      this(links, Ring.of(links.stream().map(PairLink::pair).toList()));
    }
  }

  /** Of these pairs, for which is waited so long. */
  public Owners(Pairs pairs, TopicHomes homes, long timeoutMillis) {
    this.pairs = pairs;
    this.homes = homes;
    this.timeoutMillis = timeoutMillis;
  }

  /** The pairs that have mailboxes of a topic. Waits until they are known. */
  List<PairLink> all(String topic) {
    List<PairLink> links = pairs.await(timeoutMillis);
    return links.size() == 1 ? links : home(topic, links).map(List::of).orElse(links);
  }

  private Optional<PairLink> home(String topic, List<PairLink> links) {
    return homes
        .of(topic)
        .flatMap(home -> links.stream().filter(link -> link.pair().equals(home)).findFirst());
  }

  /** The pair of an owner. Waits until the pairs are known. */
  private PairLink of(String topic, String identity) {
    List<PairLink> links = all(topic);
    if (links.size() == 1) {
      return links.get(0);
    }
    Known now = known;
    if (!now.links().equals(links)) {
      now = new Known(links);
      known = now;
    }
    return links.get(now.ring().owner(KeyHash.of(Utf8.encode(identity))));
  }

  /**
   * Asks the pair that has all of a topic.
   *
   * @throws FeigeException NO_CHANNELS: several have a part of it
   */
  <R extends Result> R askOnly(String topic, Request question, Class<R> kind) {
    return wherever(
        topic,
        () -> {
          List<PairLink> links = all(topic);
          if (links.size() > 1) {
            throw FeigeException.of(ErrorCode.NO_CHANNELS, "Topic " + topic + ".");
          }
          return links.get(0).requests().call(question, kind, Repeat.READ_ONLY);
        });
  }

  /** Asks the pair of an owner and waits for the answer. */
  <R extends Result> R call(
      String topic, String identity, Request question, Class<R> kind, Repeat repeat) {
    return at(topic, identity, link -> link.requests().call(question, kind, repeat));
  }

  /** Asks the pair of an owner what takes more than its answer. */
  <R> R at(String topic, String identity, Function<PairLink, R> question) {
    return wherever(topic, () -> question.apply(of(topic, identity)));
  }

  /** The same without waiting. */
  <R extends Result> CompletableFuture<R> ask(
      String topic, String identity, Request question, Class<R> kind, Repeat repeat) {
    CompletableFuture<R> asked = of(topic, identity).requests().ask(question, kind, repeat);
    return asked.whenComplete((answer, failure) -> {
      if (failure instanceof FeigeException refused && isNotThere(refused)) {
        homes.forget(topic);
      }
    });
  }

  /** Where the topic is not where it was, it is asked once more. */
  private <R> R wherever(String topic, Supplier<R> question) {
    try {
      return question.get();
    } catch (FeigeException e) {
      if (!isNotThere(e)) {
        throw e;
      }
      homes.forget(topic);
      return question.get();
    }
  }

  private static boolean isNotThere(FeigeException failure) {
    return failure.code() == ErrorCode.TOPIC_NOT_FOUND;
  }
}

package io.feige.client.internal.admin;

import io.feige.client.FeigeException;
import io.feige.client.internal.route.PairLink;
import io.feige.client.internal.route.Pairs;
import io.feige.client.internal.route.Requests;
import io.feige.protocol.command.Request;
import io.feige.protocol.command.Result;
import io.feige.protocol.error.ErrorCode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Asks every pair the same and puts the answers together. Any thread but the loop. */
final class PairCalls {
  private final Pairs pairs;
  private final long timeoutMillis;

  PairCalls(Pairs pairs, long timeoutMillis) {
    this.pairs = pairs;
    this.timeoutMillis = timeoutMillis;
  }

  /** The pairs, once they are known. */
  List<PairLink> links() {
    return pairs.await(timeoutMillis);
  }

  /** The link to a pair. */
  PairLink link(String pair) {
    List<PairLink> links = links();
    for (PairLink link : links) {
      if (link.pair().equals(pair)) {
        return link;
      }
    }
    String names = links.stream().map(PairLink::pair).collect(Collectors.joining(", "));
    String known = links.isEmpty() ? "no pair is known." : "known are " + names + ".";
    throw FeigeException.of(ErrorCode.NO_SUCH_PAIR, "No pair is called " + pair + "; " + known);
  }

  /** Asks all pairs at the same time. */
  <R extends Result> Answers<R> askAll(Request request, Class<R> kind, Requests.Repeat repeat) {
    return askAll(pair -> request, kind, repeat);
  }

  /** The same with a question for each pair, by its name. */
  <R extends Result> Answers<R> askAll(
      Function<String, Request> request, Class<R> kind, Requests.Repeat repeat) {
    List<PairLink> links = links();
    List<CompletableFuture<R>> asked = new ArrayList<>();
    for (PairLink link : links) {
      asked.add(link.requests().ask(request.apply(link.pair()), kind, repeat));
    }
    Answers<R> answers = new Answers<>();
    for (int i = 0; i < links.size(); i++) {
      PairLink link = links.get(i);
      try {
        answers.results.put(link.pair(), link.requests().await(asked.get(i), repeat));
      } catch (FeigeException e) {
        answers.failures.put(link.pair(), e);
      }
    }
    return answers;
  }

  /** Asks one pair after the other what may take several questions, each in its own words. */
  <R> Answers<R> askEach(Function<PairLink, R> question) {
    Answers<R> answers = new Answers<>();
    for (PairLink link : links()) {
      try {
        answers.results.put(link.pair(), question.apply(link));
      } catch (FeigeException e) {
        answers.failures.put(link.pair(), e);
      }
    }
    return answers;
  }

  /**
   * Asks all pairs for a list that comes page by page.
   *
   * @param next asks for the page after one; empty: that was the last
   */
  <R extends Result> Answers<List<R>> askAllPages(
      Request first, Class<R> kind, Function<R, Optional<Request>> next) {
    Answers<R> firstPages = askAll(first, kind, Requests.Repeat.READ_ONLY);
    Answers<List<R>> lists = new Answers<>();
    lists.failures.putAll(firstPages.failures);
    firstPages.results.forEach((pair, page) -> {
      try {
        lists.results.put(pair, pagesFrom(page, link(pair).requests(), kind, next));
      } catch (FeigeException e) {
        lists.failures.put(pair, e);
      }
    });
    return lists;
  }

  private static <R extends Result> List<R> pagesFrom(
      R first, Requests requests, Class<R> kind, Function<R, Optional<Request>> next) {
    List<R> pages = new ArrayList<>();
    pages.add(first);
    Optional<Request> following = next.apply(first);
    while (following.isPresent()) {
      R page = requests.call(following.get(), kind, Requests.Repeat.READ_ONLY);
      pages.add(page);
      following = next.apply(page);
    }
    return pages;
  }

  /** What each pair said. */
  static final class Answers<R> {
    private final Map<String, R> results = new LinkedHashMap<>();
    private final Map<String, FeigeException> failures = new LinkedHashMap<>();

    /** Leaves out the pairs that have none of what was asked about, unless no pair has it. */
    Answers<R> exceptMissing(ErrorCode... missing) {
      if (!results.isEmpty()) {
        failures.values().removeIf(failure -> List.of(missing).contains(failure.code()));
      }
      return this;
    }

    /**
     * The answers to a question, by name of the pair.
     *
     * @throws FeigeException if a pair did not answer, saying which
     */
    Map<String, R> all() {
      for (Map.Entry<String, FeigeException> failed : failures.entrySet()) {
        FeigeException failure = failed.getValue();
        throw results.isEmpty()
            ? failure
            : FeigeException.of(
                failure.code(), "No answer from " + failed.getKey() + ". " + failure.getMessage());
      }
      return results;
    }

    /**
     * The answers to what was to be done at every pair, by name of the pair.
     *
     * @throws FeigeException if a pair failed, saying which, and which did not
     */
    Map<String, R> everywhere() {
      if (failures.isEmpty()) {
        return results;
      }
      FeigeException failure = failures.values().iterator().next();
      if (results.isEmpty()) {
        throw failure;
      }
      throw FeigeException.unknown(
          failure.code(),
          "Not done at "
              + String.join(", ", failures.keySet())
              + ", done at "
              + String.join(", ", results.keySet())
              + ". "
              + failure.getMessage());
    }
  }
}

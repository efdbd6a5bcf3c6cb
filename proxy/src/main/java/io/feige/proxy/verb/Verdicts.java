package io.feige.proxy.verb;

import io.feige.client.Consumer;
import io.feige.client.FeigeException;
import io.feige.client.Settlement;
import io.feige.proxy.answer.Problem;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What becomes of messages that were pulled, each named by its id. */
public final class Verdicts {
  private static final int MOST = 10_000;
  private static final Duration LONGEST_DELAY = Duration.ofDays(24);
  private static final Duration LONGEST_LEASE = Duration.ofDays(1);

  private final List<Asked> asked;

  private Verdicts(List<Asked> asked) {
    this.asked = asked;
  }

  /** What a caller says of deliveries. */
  public record SettleIn(@Nullable List<@Nullable VerdictIn> verdicts) {}

  /**
   * What it says of one.
   *
   * @param id of the message as it was pulled
   * @param verdict a {@link Verb}
   * @param delayMillis of a nack; null: the topic's back-off
   * @param reason of a reject, or of a nack if it was the last attempt; null: none
   * @param leaseMillis of an extend: the lease ends so long from now
   */
  public record VerdictIn(
      @Nullable String id,
      @Nullable String verdict,
      @Nullable Long delayMillis,
      @Nullable String reason,
      @Nullable Long leaseMillis) {}

  /** What can be said. */
  private enum Verb {
    /** Done. */
    ACK,
    /** Again later. */
    NACK,
    /** Never again. */
    REJECT,
    /** Not yet. */
    EXTEND,
    /** Not me. */
    RELEASE
  }

  /**
   * What came of it.
   *
   * @param settled so many
   * @param failed the others
   */
  public record SettleOut(int settled, List<FailedOut> failed) {
    /** Takes a copy of the list. */
    public SettleOut {
      failed = List.copyOf(failed);
    }
  }

  /** One that was not settled, and why. */
  public record FailedOut(String id, Map<String, Object> problem) {
    /** Takes a copy of the words. */
    public FailedOut {
      problem = Map.copyOf(problem);
    }
  }

  private record Asked(String id, Function<Settlement, CompletableFuture<Void>> verdict) {}

  private record Sent(String id, CompletableFuture<Void> outcome) {}

  /**
   * Reads them.
   *
   * @throws Problem there are too many, or one says too little or too much
   */
  public static Verdicts of(SettleIn in) {
    List<@Nullable VerdictIn> all = in.verdicts();
    if (all == null) {
      throw Problem.badRequest("verdicts is missing");
    }
    if (all.size() > MOST) {
      throw Problem.badRequest("there may be " + MOST + " verdicts at a time, not " + all.size());
    }
    List<Asked> asked = new ArrayList<>(all.size());
    for (VerdictIn verdict : all) {
      try {
        asked.add(asked(verdict));
      } catch (Problem e) {
        throw Problem.badRequest("verdict " + asked.size() + ": " + e.getMessage());
      }
    }
    return new Verdicts(asked);
  }

  /** How many there are. */
  public int count() {
    return asked.size();
  }

  /**
   * Tries all of them; what fails is told with its id.
   *
   * @throws FeigeException this caller may not settle here at all
   */
  public SettleOut carryOut(Consumer consumer) {
    List<Sent> sent = asked.stream().map(verdict -> send(consumer, verdict)).toList();
    List<FailedOut> failed = new ArrayList<>();
    for (Sent verdict : sent) {
      try {
        verdict.outcome().join();
      } catch (CompletionException e) {
        if (e.getCause() instanceof FeigeException refused && Rights.areMissing(refused)) {
          throw refused;
        }
        failed.add(new FailedOut(verdict.id(), words(e)));
      }
    }
    return new SettleOut(asked.size() - failed.size(), failed);
  }

  private static Sent send(Consumer consumer, Asked asked) {
    try {
      Settlement settlement = consumer.settlement(asked.id());
      return new Sent(asked.id(), asked.verdict().apply(settlement));
    } catch (IllegalArgumentException | FeigeException e) {
      return new Sent(asked.id(), CompletableFuture.failedFuture(e));
    }
  }

  private static Map<String, Object> words(CompletionException e) {
    return switch (e.getCause()) {
      case FeigeException refused -> Problem.of(refused).words();
      case IllegalArgumentException noHandle ->
          Problem.badRequest(String.valueOf(noHandle.getMessage())).words();
      case null, default -> throw e;
    };
  }

  private static Asked asked(@Nullable VerdictIn in) {
    if (in == null) {
      throw Problem.badRequest("it is null");
    }
    String id = required("id", in.id());
    String reason = in.reason() == null ? "" : in.reason();
    Verb verb = Values.constant("verdict", required("verdict", in.verdict()), Verb.class);
    only(verb, Verb.NACK, "delayMillis", in.delayMillis());
    if (verb != Verb.NACK) {
      only(verb, Verb.REJECT, "reason", in.reason());
    }
    only(verb, Verb.EXTEND, "leaseMillis", in.leaseMillis());
    return new Asked(
        id,
        switch (verb) {
          case ACK -> Settlement::ackAsync;
          case NACK -> nack(in.delayMillis(), reason);
          case REJECT -> given -> given.rejectAsync(reason);
          case EXTEND -> {
            long millis = required("leaseMillis", in.leaseMillis());
            Duration lease = Values.millis("leaseMillis", millis, LONGEST_LEASE);
            yield given -> given.extendAsync(lease);
          }
          case RELEASE -> Settlement::releaseAsync;
        });
  }

  private static Function<Settlement, CompletableFuture<Void>> nack(
      @Nullable Long delayMillis, String reason) {
    if (delayMillis == null) {
      return given -> given.nackAsync(reason);
    }
    Duration delay = Values.millis("delayMillis", delayMillis, LONGEST_DELAY);
    return given -> given.nackAsync(delay, reason);
  }

  private static <T> T required(String field, @Nullable T value) {
    if (value == null) {
      throw Problem.badRequest(field + " is missing");
    }
    return value;
  }

  /** What a verdict does not know was meant for another one. */
  private static void only(Verb verb, Verb owner, String field, @Nullable Object value) {
    if (value != null && verb != owner) {
      throw Problem.badRequest(field + " is for " + owner + " alone, and not for " + verb);
    }
  }
}

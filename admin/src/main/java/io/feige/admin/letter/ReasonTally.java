package io.feige.admin.letter;

import io.feige.client.DeadLetter;
import io.feige.client.LetterId;
import io.feige.client.ReceivedMessage;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Counts letters by the group that gave them up, and by the reason; reasons that differ in numbers
 * and ids only are one.
 */
public final class ReasonTally {
  /** Letters with any further reason are counted together. */
  private static final int MAX_REASONS = 1_000;

  private final Map<Why, Reason> reasons = new LinkedHashMap<>();

  private record Why(String group, String reason) {}

  /**
   * Letters that are there for the same reason; as JSON, too.
   *
   * @param group which group gave them up; empty if none did
   * @param reason why, with # where they differ in numbers or ids; without a group, empty for
   *     messages that were published to this topic, and {@code (other reasons)} for those beyond
   *     the first thousand reasons
   * @param letters how many there are
   * @param first when the first of them was given up
   * @param last when the last of them was given up
   * @param example the id of one of them
   */
  public record Reason(
      String group, String reason, long letters, String first, String last, String example) {
    private static Reason of(ReceivedMessage letter, Why why) {
      boolean isOwn = !why.group().isEmpty();
      String reason = isOwn ? letter.deadLetter().map(DeadLetter::reason).orElse("") : why.reason();
      String at = letter.storedAt().toString();
      String id = LetterId.of(letter).toString();
      return new Reason(why.group(), reason, 1, at, at, id);
    }

    private Reason and(ReceivedMessage letter) {
      Instant at = letter.storedAt();
      String other = letter.deadLetter().map(DeadLetter::reason).orElse(reason);
      return new Reason(
          group,
          reason.equals(other) ? reason : LetterFilter.shape(reason),
          letters + 1,
          at.isBefore(Instant.parse(first)) ? at.toString() : first,
          at.isAfter(Instant.parse(last)) ? at.toString() : last,
          example);
    }
  }

  /** Counts a letter. */
  public void add(ReceivedMessage letter) {
    Why of =
        letter
            .deadLetter()
            .map(origin -> new Why(origin.group(), LetterFilter.shape(origin.reason())))
            .orElse(new Why("", ""));
    boolean isToldApart = reasons.containsKey(of) || reasons.size() < MAX_REASONS;
    Why why = isToldApart ? of : new Why("", "(other reasons)");
    reasons.merge(why, Reason.of(letter, why), (before, one) -> before.and(letter));
  }

  /** The most frequent first. */
  public List<Reason> reasons() {
    return reasons.values().stream()
        .sorted(Comparator.comparingLong(Reason::letters).reversed())
        .toList();
  }
}

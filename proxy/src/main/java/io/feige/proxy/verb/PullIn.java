package io.feige.proxy.verb;

import io.feige.client.GroupStart;
import io.feige.proxy.answer.Json;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What is pulled. What is null is as usual.
 *
 * @param max so many messages at most
 * @param waitMillis how long the first one is waited for
 * @param leaseMillis how long they are kept from others
 * @param start where the group begins if it does not exist yet
 */
public record PullIn(
    @Nullable Long max,
    @Nullable Long waitMillis,
    @Nullable Long leaseMillis,
    @Nullable String start) {
  private static final PullIn USUAL = new PullIn(null, null, null, null);
  private static final Duration USUAL_WAIT = Duration.ofSeconds(5);
  private static final Duration LONGEST_LEASE = Duration.ofDays(1);

  /**
   * Reads a body; an empty one says nothing.
   *
   * @throws io.feige.proxy.answer.Problem it is something else
   */
  public static PullIn of(byte[] body) {
    return body.length == 0 ? USUAL : Json.read(body, PullIn.class);
  }

  /** How many messages are wanted. */
  public int most(int usual, int most) {
    return max == null ? usual : Values.count("max", max, most);
  }

  /** How long the first one is waited for. */
  public Duration patience() {
    return waitMillis == null ? USUAL_WAIT : Values.patience(waitMillis);
  }

  /** How long they are kept from others; zero: as the topic says. */
  public Duration lease() {
    return leaseMillis == null
        ? Duration.ZERO
        : Values.millis("leaseMillis", leaseMillis, LONGEST_LEASE);
  }

  /** Where the group begins if it does not exist yet. */
  public GroupStart begin() {
    return start == null ? GroupStart.EARLIEST : Values.constant("start", start, GroupStart.class);
  }
}

package io.feige.perf.peers.load;

import java.util.List;
import java.util.stream.Stream;

/**
 * What a broker is given to do.
 *
 * @param name such as {@code batched-128}
 * @param size bytes of a body
 * @param senders threads that send, each with a connection of its own
 * @param rate messages a second; 0 where they are sent as fast as they are confirmed
 */
public record Work(String name, Kind kind, int size, int senders, int rate) {
  /** How messages are sent, and what is timed. */
  public enum Kind {
    /** Without waiting, up to a window; how many are confirmed. */
    BATCHED,
    /** Each thread waits for each message; how many are confirmed, and how long each takes. */
    WAITING,
    /** At a rate, whatever the broker does; how long each takes until it is received. */
    RATE,
    /** A backlog is sent first; how many are received a second. */
    CATCH_UP
  }

  /** All there are, in the order of the report. */
  public static final List<Work> ALL =
      List.of(
          new Work("batched-128", Kind.BATCHED, 128, 1, 0),
          new Work("batched-1k", Kind.BATCHED, 1024, 1, 0),
          new Work("batched-64k", Kind.BATCHED, 64 << 10, 1, 0),
          new Work("waiting-1", Kind.WAITING, 128, 1, 0),
          new Work("waiting-16", Kind.WAITING, 128, 16, 0),
          new Work("waiting-256", Kind.WAITING, 128, 256, 0),
          new Work("rate-1000-128", Kind.RATE, 128, 1, 1000),
          new Work("rate-5000-128", Kind.RATE, 128, 1, 5000),
          new Work("rate-1000", Kind.RATE, 1024, 1, 1000),
          new Work("rate-5000", Kind.RATE, 1024, 1, 5000),
          new Work("rate-20000", Kind.RATE, 1024, 1, 20_000),
          new Work("rate-50000", Kind.RATE, 1024, 1, 50_000),
          new Work("catch-up", Kind.CATCH_UP, 1024, 1, 0));

  /** The main ones. */
  public static final List<Work> SHORT =
      List.of("batched-128", "batched-1k", "waiting-16", "rate-5000").stream()
          .map(Work::named)
          .toList();

  /** Not of a campaign, but when it is asked for by name: what small devices send. */
  private static final Work OF_DEVICES = new Work("rate-20000-128", Kind.RATE, 128, 1, 20_000);

  /**
   * That of a name.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static Work named(String name) {
    return Stream.concat(ALL.stream(), Stream.of(OF_DEVICES))
        .filter(work -> work.name.equals(name))
        .findFirst()
        .orElseThrow(() ->
            new IllegalArgumentException(
                "there is no work '"
                    + name
                    + "'; there are "
                    + String.join(", ", ALL.stream().map(Work::name).toList())));
  }
}

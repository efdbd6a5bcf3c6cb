package io.feige.broker.server.net;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Who is read next on an event loop. In each round of the loop a user is served for {@value
 * #TURN_NANOS} ns, over however many connections; what takes longer than that is paid back in the
 * rounds that follow, as deficit round robin does it (Shreedhar and Varghese, 1995). A connection
 * that is no user's has turns of its own, and so has a proxy's, which asks for many users. Only on
 * the loop.
 */
final class Turns {
  /** So long a user is served at a time. */
  static final long TURN_NANOS = 500_000;

  /** Who was not served for so long owes nothing. */
  static final long QUIET_NANOS = 1_000_000;

  private final Consumer<Runnable> nextRound;
  private final Map<String, Turn> ofUsers = new HashMap<>();
  private final Set<Turn> waiting = new LinkedHashSet<>();

  /**
   * Nobody is connected.
   *
   * @param nextRound runs a task when all connections of the loop have been read once more
   */
  Turns(Consumer<Runnable> nextRound) {
    this.nextRound = nextRound;
  }

  /**
   * The turns of a connection.
   *
   * @param user who shares them with all its connections; empty: nobody
   */
  Turn join(String user) {
    Turn turn = user.isEmpty() ? new Turn("") : ofUsers.computeIfAbsent(user, Turn::new);
    turn.connections++;
    return turn;
  }

  /** A connection is not on this loop any more. */
  void leave(Turn turn) {
    turn.connections--;
    if (turn.connections == 0) {
      ofUsers.remove(turn.user, turn);
    }
  }

  private void round() {
    for (Turn turn : List.copyOf(waiting)) {
      turn.served = Math.max(0, turn.served - TURN_NANOS);
      turn.letNextGo();
      if (turn.connectionsThatWait.isEmpty()) {
        waiting.remove(turn);
      }
    }
    if (!waiting.isEmpty()) {
      nextRound.accept(this::round);
    }
  }

  /** The turns of a user, or of a connection. */
  final class Turn {
    private final String user;
    private final Queue<Runnable> connectionsThatWait = new ArrayDeque<>();
    private int connections;
    private long served;
    private long servedUntil;

    private Turn(String user) {
      this.user = user;
    }

    /** A connection was served; times as {@link System#nanoTime}. */
    void served(long from, long until) {
      if (from - servedUntil > QUIET_NANOS && connectionsThatWait.isEmpty()) {
        served = 0;
      }
      served += until - from;
      servedUntil = until;
    }

    /** Whether it is somebody else's turn. */
    boolean isOver(long now) {
      boolean isQuiet = now - servedUntil > QUIET_NANOS && connectionsThatWait.isEmpty();
      return !isQuiet && served >= TURN_NANOS;
    }

    /** A connection has more to be served than its turn permits. */
    void await(Runnable goOn) {
      connectionsThatWait.add(goOn);
      if (waiting.add(this) && waiting.size() == 1) {
        nextRound.accept(Turns.this::round);
      }
    }

    /** A connection has nothing more now: another one of the user may go on. */
    void letNextGo() {
      Runnable next = served < TURN_NANOS ? connectionsThatWait.poll() : null;
      if (next != null) {
        next.run();
      }
    }
  }
}

package io.feige.broker.core.replica;

import io.feige.protocol.link.LinkMessage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Connections between the two nodes of a play: in order, delayed, cut, and ending at each side. */
final class PlayNet {
  private static final class Line {
    private final long[] session = new long[2];
    private final int[] process = new int[2];
    private final boolean[] isOpen = {true, true};
    private final long[] lastArrival = new long[2];
  }

  private final PairPlay play;
  private final Map<Long, Line> lines = new HashMap<>();
  private final boolean[] isCutFrom = new boolean[2];
  private long lastSession;

  PlayNet(PairPlay play) {
    this.play = play;
  }

  void cut(int from, boolean isCut) {
    isCutFrom[from] = isCut;
  }

  void dial(int from) {
    int to = 1 - from;
    int process = play.node(from).process();
    play.later(
        0,
        3,
        () ->
            play.node(from)
                .run(
                    process,
                    () -> {
                      boolean isThere = play.node(to).isRunning() && !isCutFrom[0] && !isCutFrom[1];
                      if (isThere) {
                        open(from, to);
                      } else {
                        play.node(from).decide(new ReplicaEvent.LinkClosed(0));
                      }
                    }));
  }

  private void open(int from, int to) {
    Line line = new Line();
    for (int side : new int[] {from, to}) {
      line.session[side] = ++lastSession;
      line.process[side] = play.node(side).process();
      lines.put(line.session[side], line);
    }
    play.node(to).decide(new ReplicaEvent.LinkOpened(line.session[to], false));
    play.node(from).decide(new ReplicaEvent.LinkOpened(line.session[from], true));
  }

  void send(int from, long session, LinkMessage message) {
    Line line = lines.get(session);
    if (line == null || !line.isOpen[from]) {
      return;
    }
    long delay = play.chance(3) ? play.upTo(400) * 1_000_000L : play.upTo(2_000) * 1_000L;
    line.lastArrival[from] = Math.max(line.lastArrival[from], play.nowNanos() + delay);
    play.at(line.lastArrival[from], () -> arrive(from, line, message));
  }

  private void arrive(int from, Line line, LinkMessage message) {
    int to = 1 - from;
    if (!line.isOpen[to]) {
      return;
    }
    if (isCutFrom[from]) {
      // The bytes are lost, so nothing can follow them: sooner or later both sides notice.
      breakLine(line);
      return;
    }
    play.node(to)
        .run(
            line.process[to],
            () -> {
              if (line.isOpen[to]) {
                play.node(to).receive(play.node(from), line.session[to], message);
              }
            });
  }

  private void breakLine(Line line) {
    for (int side = 0; side < 2; side++) {
      long session = line.session[side];
      int at = side;
      play.later(0, 3_000, () -> close(at, session, true));
    }
  }

  /** One side ends a connection, or notices that it has ended; the other notices later. */
  void close(int side, long session, boolean isTold) {
    Line line = lines.get(session);
    if (line == null || !line.isOpen[side]) {
      return;
    }
    line.isOpen[side] = false;
    if (isTold) {
      PlayNode node = play.node(side);
      node.run(line.process[side], () -> node.decide(new ReplicaEvent.LinkClosed(session)));
    }
    int other = 1 - side;
    boolean isHidden = isCutFrom[side];
    play.later(0, isHidden ? 3_000 : 5, () -> close(other, line.session[other], true));
  }

  void closeAll(int side) {
    List<Long> open = new ArrayList<>();
    lines.forEach((session, line) -> {
      if (line.session[side] == session && line.isOpen[side]) {
        open.add(session);
      }
    });
    open.forEach(session -> close(side, session, false));
  }
}

package io.feige.client.internal.read;

import io.feige.client.FeigeException;
import io.feige.client.StartFrom;
import io.feige.client.internal.route.Engine;
import io.feige.client.internal.route.PairLink;
import io.feige.client.internal.route.PairsListener;
import io.feige.protocol.error.ErrorCode;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads ahead in each pair of a reader: in all, or in the one that was named. On the loop, except
 * {@link #pairs}.
 */
final class ReadLanes implements PairsListener, ReadAhead.Watcher {
  private final Engine engine;
  private final String topic;
  private final String pair;
  private final ReadShelf shelf;
  private StartFrom start;
  private volatile List<ReadAhead> all = List.of();

  /**
   * Reads nothing yet.
   *
   * @param pair the only one to read; empty for all
   */
  ReadLanes(Engine engine, String topic, String pair, StartFrom start, ReadShelf shelf) {
    this.engine = engine;
    this.topic = topic;
    this.pair = pair;
    this.start = start;
    this.shelf = shelf;
  }

  void start() {
    engine.pairs().add(this);
  }

  void stop() {
    engine.pairs().remove(this);
    all.forEach(ReadAhead::stop);
  }

  void run() {
    all.forEach(ReadAhead::run);
  }

  /** What was refused is asked again. */
  void runAgain() {
    all.forEach(ReadAhead::runAgain);
  }

  /** The pairs that are read. Any thread. */
  List<String> pairs() {
    return all.stream().map(lane -> lane.link().pair()).toList();
  }

  @Override
  public void changed(List<PairLink> links) {
    if (pair.isEmpty() && start.kind() == StartFrom.Kind.OFFSET && links.size() > 1) {
      shelf.fail(
          FeigeException.of(
              ErrorCode.INVALID_ARGUMENT,
              "An offset is a place in one pair, and there are " + links.size() + ": name one."));
      return;
    }
    List<ReadAhead> added = new ArrayList<>();
    for (PairLink link : links) {
      boolean isWanted = pair.isEmpty() || pair.equals(link.pair());
      if (isWanted && all.stream().noneMatch(lane -> lane.link() == link)) {
        added.add(new ReadAhead(link, topic, start, shelf, this));
      }
    }
    if (!pair.isEmpty() && all.isEmpty() && added.isEmpty()) {
      shelf.fail(FeigeException.of(ErrorCode.NO_SUCH_PAIR, "No pair is called " + pair + "."));
    }
    List<ReadAhead> together = new ArrayList<>(all);
    together.addAll(added);
    all = List.copyOf(together);
    if (start.kind() == StartFrom.Kind.LATEST) {
      start = StartFrom.earliest(); // All of what a pair holds that comes later is new.
    }
    added.forEach(ReadAhead::start);
  }

  @Override
  public void refused(FeigeException failure) {
    shelf.fail(failure);
  }

  @Override
  public boolean refused(ReadAhead by, FeigeException failure) {
    boolean isForAll = failure.code() != ErrorCode.TOPIC_REPLACED;
    if (isForAll && all.stream().anyMatch(lane -> !lane.isRefused())) {
      return false;
    }
    shelf.fail(failure);
    return true;
  }
}

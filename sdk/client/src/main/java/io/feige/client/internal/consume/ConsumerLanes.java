package io.feige.client.internal.consume;

import io.feige.client.FeigeException;
import io.feige.client.internal.base.ConsumerSpec;
import io.feige.client.internal.route.Engine;
import io.feige.client.internal.route.PairLink;
import io.feige.client.internal.route.PairsListener;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A consumer at all pairs: one lane for each, all filling one buffer. On the loop, except {@link
 * #all}.
 *
 * <p>A pair that refuses for good, because the topic was never created there for example, is told
 * to the caller only if no other pair has anything to give; else it is asked again later.
 */
final class ConsumerLanes implements PairsListener, Puller.Watcher {
  private static final Logger LOG = LoggerFactory.getLogger(ConsumerLanes.class);

  private final Engine engine;
  private final ConsumerSpec spec;
  private final DeliveryBuffer buffer;
  private final Sweep sweep;
  private volatile List<ConsumerLane> all = List.of();
  private boolean isClosed;

  ConsumerLanes(Engine engine, ConsumerSpec spec, DeliveryBuffer buffer) {
    this.engine = engine;
    this.spec = spec;
    this.buffer = buffer;
    this.sweep = new Sweep(engine.loop(), buffer, this::run);
  }

  void start() {
    engine.pairs().add(this);
  }

  /** Any thread. */
  List<ConsumerLane> all() {
    return all;
  }

  /** Sends the pulls and claims that are wanted. */
  void run() {
    for (ConsumerLane lane : all) {
      lane.puller().run();
    }
    for (ToClaim next = buffer.nextClaim(); next != null; next = buffer.nextClaim()) {
      claim(next);
    }
  }

  private void claim(ToClaim next) {
    var unused =
        next.claim()
            .port()
            .claims()
            .ask(next.claim(), next.verdicts())
            .thenAccept(gone ->
                gone.ifPresentOrElse(
                    ranges -> buffer.claimed(next, ranges).giveBack(), () -> claimLost(next)));
  }

  /** The same activation can be asked again; what another one gave out is nobody's here. */
  private void claimLost(ToClaim lost) {
    if (isClosed || lost.claim().port().claims().isOver(lost.claim())) {
      buffer.claimed(lost, lost.all()).giveBack();
    } else {
      buffer.claimLost(lost).giveBack();
    }
  }

  /** Gives back what is here and ends the pulls. */
  void stopPulling() {
    isClosed = true;
    buffer.close();
    for (ConsumerLane lane : all) {
      lane.puller().close();
    }
  }

  boolean hasOutstandingPulls() {
    return all.stream().anyMatch(lane -> lane.puller().hasOutstanding());
  }

  void close(FeigeException why) {
    engine.pairs().remove(this);
    for (ConsumerLane lane : all) {
      lane.close(why);
    }
  }

  @Override
  public void changed(List<PairLink> links) {
    if (isClosed) {
      return;
    }
    List<ConsumerLane> added = new ArrayList<>();
    for (PairLink link : links) {
      if (all.stream().noneMatch(lane -> lane.link() == link)) {
        added.add(new ConsumerLane(engine, spec, link, buffer, this));
      }
    }
    List<ConsumerLane> together = new ArrayList<>(all);
    together.addAll(added);
    all = List.copyOf(together);
    added.forEach(ConsumerLane::start);
  }

  @Override
  public void refused(FeigeException failure) {
    buffer.fail(failure);
  }

  @Override
  public void leaseIs(long nanos) {
    sweep.leaseIs(nanos);
  }

  @Override
  public void changed() {
    sweep.ensure();
  }

  @Override
  public boolean refused(Puller by, Ask ask, FeigeException failure) {
    for (ConsumerLane lane : all) {
      if (!lane.puller().isRefused()) {
        LOG.debug("group {} goes on without a pair: {}", spec.group(), failure.getMessage());
        return false;
      }
    }
    buffer.fail(ask, failure);
    return true;
  }
}

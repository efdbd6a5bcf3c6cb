package io.feige.client.internal.publish;

import io.feige.client.FeigeException;
import io.feige.client.Producer;
import io.feige.client.ProducerPolicy;
import io.feige.client.internal.net.ClientLoop;
import io.feige.client.internal.route.Engine;
import io.feige.client.internal.route.PairLink;
import io.feige.client.internal.route.Pairs;
import io.feige.client.internal.route.PairsListener;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Makes producers over the engine's links. */
public final class Producers {
  private Producers() {}

  /**
   * A producer that sends to all pairs of the cluster as they become known.
   *
   * @param whenClosed told when it was closed
   */
  public static Producer over(
      Engine engine, String topic, ProducerPolicy policy, Consumer<Producer> whenClosed) {
    EngineProducer.Shared shared =
        new EngineProducer.Shared(
            engine.memory(),
            engine.callbacks(),
            engine.settings().closeTimeoutMillis(),
            new UnfinishedBatches());
    Pairs pairs = engine.pairs();
    Wiring wiring = new Wiring(topic, policy, pairs);
    EngineProducer producer =
        new EngineProducer(
            topic,
            policy,
            new EngineLoop(engine.loop()),
            shared,
            pairs::unknownBecause,
            closed -> {
              engine.loop().execute(wiring::stop);
              whenClosed.accept(closed);
            });
    engine.loop().execute(() -> wiring.start(producer));
    return producer;
  }

  private record EngineLoop(ClientLoop loop) implements LoopPort {
    @Override
    public void execute(Runnable task) {
      loop.execute(task);
    }

    @Override
    public void schedule(Runnable task, long delayNanos) {
      loop.afterNanos(delayNanos, task);
    }

    @Override
    public long nanoTime() {
      return System.nanoTime();
    }
  }

  /** Gives a producer a lane for each pair. On the loop. */
  private static final class Wiring implements PairsListener {
    private final String topic;
    private final ProducerPolicy policy;
    private final Pairs pairs;
    private final List<LinkBatchPort> ports = new ArrayList<>();
    private java.util.Optional<EngineProducer> producer = java.util.Optional.empty();

    Wiring(String topic, ProducerPolicy policy, Pairs pairs) {
      this.topic = topic;
      this.policy = policy;
      this.pairs = pairs;
    }

    void start(EngineProducer made) {
      producer = java.util.Optional.of(made);
      pairs.add(this);
    }

    void stop() {
      pairs.remove(this);
      ports.forEach(LinkBatchPort::detach);
    }

    @Override
    public void changed(List<PairLink> links) {
      producer.ifPresent(made -> {
        List<LinkBatchPort> added = new ArrayList<>();
        for (PairLink link : links) {
          if (ports.stream().noneMatch(port -> port.link() == link)) {
            added.add(new LinkBatchPort(link, topic, policy.durability()));
          }
        }
        ports.addAll(added);
        List<Lane> lanes = made.lanes().add(added);
        made.placed();
        for (int i = 0; i < added.size(); i++) {
          added.get(i).attach(made.lanes(), lanes.get(i));
        }
      });
    }

    @Override
    public void refused(FeigeException failure) {
      producer.ifPresent(made -> made.refusedForGood(failure));
    }
  }
}

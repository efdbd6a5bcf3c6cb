package io.feige.client.internal.publish;

import io.feige.client.Durability;
import io.feige.client.FeigeException;
import io.feige.client.internal.net.AnswerHandler;
import io.feige.client.internal.net.ClientLoop;
import io.feige.client.internal.net.Connection;
import io.feige.client.internal.net.LinkListener;
import io.feige.client.internal.net.NodeLink;
import io.feige.protocol.command.Publish;
import io.feige.protocol.command.Published;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.command.Result;
import io.netty.buffer.Unpooled;
import org.jspecify.annotations.Nullable;

/** The batches' way to the node, over a link. */
final class LinkBatchPort implements BatchPort, LinkListener {
  /** Any epoch: a batch sent again is recognized by its sequence, whoever is active. */
  private static final long ANY_EPOCH = 0;

  private final NodeLink link;
  private final ClientLoop loop;
  private final String topic;
  private final io.feige.protocol.model.Durability durability;
  private @Nullable EngineProducer producer;

  LinkBatchPort(NodeLink link, String topic, Durability durability) {
    this.link = link;
    this.loop = link.loop();
    this.topic = topic;
    this.durability = io.feige.protocol.model.Durability.valueOf(durability.name());
  }

  /** From now on the producer hears of connections. */
  void attach(EngineProducer attached) {
    loop.execute(() -> {
      producer = attached;
      link.add(this);
    });
  }

  void detach() {
    loop.execute(() -> link.remove(this));
  }

  @Override
  public void connected(Connection connection) {
    EngineProducer attached = producer;
    if (attached != null) {
      attached.accumulator().limitBatches(connection.maxBatchBytes());
      attached.sender().connected();
    }
  }

  @Override
  public void disconnected() {}

  @Override
  public void refused(FeigeException failure) {
    EngineProducer attached = producer;
    if (attached != null) {
      attached.sender().refusedForGood(failure);
    }
  }

  @Override
  public boolean isUp() {
    return link.connection() != null;
  }

  @Override
  public void publish(PendingBatch batch, long resolvedBelow, Answers answers) {
    Connection connection = link.connection();
    if (connection == null) {
      answers.lost(batch);
      return;
    }
    Publish request =
        new Publish(
            topic, ANY_EPOCH, durability, resolvedBelow, Unpooled.wrappedBuffer(batch.bytes()));
    connection.send(request, new Answered(batch, answers));
  }

  @Override
  public void reroute() {
    link.reroute();
  }

  @Override
  public String downBecause() {
    return isUp() ? "The node did not answer." : link.downBecause();
  }

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

  private record Answered(PendingBatch batch, Answers answers) implements AnswerHandler {
    @Override
    public void answered(Result result) {
      Published published = (Published) result;
      answers.confirmed(
          batch,
          new PublishOutcome.Confirmed(
              published.epoch(),
              published.offset(),
              published.position(),
              published.storedAtMillis(),
              Durability.valueOf(published.durability().name()),
              published.duplicate()));
    }

    @Override
    public void refused(Refusal refusal) {
      answers.refused(
          batch, new PublishRefusal(refusal.code(), refusal.message(), refusal.retryAfterMillis()));
    }

    @Override
    public void lost() {
      answers.lost(batch);
    }
  }
}

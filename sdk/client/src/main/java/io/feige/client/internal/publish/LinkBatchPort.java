package io.feige.client.internal.publish;

import io.feige.client.Durability;
import io.feige.client.FeigeException;
import io.feige.client.internal.net.AnswerHandler;
import io.feige.client.internal.net.ClientLoop;
import io.feige.client.internal.net.Connection;
import io.feige.client.internal.route.LinkListener;
import io.feige.client.internal.route.PairLink;
import io.feige.protocol.command.Publish;
import io.feige.protocol.command.Published;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.command.Result;
import io.netty.buffer.Unpooled;
import org.jspecify.annotations.Nullable;

/** The batches' way to a pair, over its link. */
final class LinkBatchPort implements BatchPort, LinkListener {
  private final PairLink link;
  private final ClientLoop loop;
  private final String topic;
  private final io.feige.protocol.model.Durability durability;
  private @Nullable ProducerLanes lanes;
  private @Nullable Lane lane;

  LinkBatchPort(PairLink link, String topic, Durability durability) {
    this.link = link;
    this.loop = link.loop();
    this.topic = topic;
    this.durability = io.feige.protocol.model.Durability.valueOf(durability.name());
  }

  PairLink link() {
    return link;
  }

  /** From now on the lane hears of connections. */
  void attach(ProducerLanes all, Lane own) {
    lanes = all;
    lane = own;
    link.add(this);
  }

  void detach() {
    link.remove(this);
  }

  @Override
  public void connected(Connection connection) {
    Lane own = lane;
    if (own != null) {
      own.accumulator().limitBatches(connection.maxBatchBytes());
      own.sender().connected();
      wayChanged(own);
    }
  }

  @Override
  public void disconnected() {
    Lane own = lane;
    if (own != null) {
      wayChanged(own);
    }
  }

  @Override
  public void superseded() {
    disconnected();
  }

  @Override
  public void acceptsChanged() {
    ProducerLanes all = lanes;
    if (all != null) {
      all.place();
    }
  }

  @Override
  public void refused(FeigeException failure) {
    Lane own = lane;
    if (own != null) {
      own.sender().refusedForGood(failure);
    }
  }

  @Override
  public String pair() {
    return link.pair();
  }

  @Override
  public boolean isUp() {
    return link.connection() != null;
  }

  @Override
  public boolean acceptsPublishes() {
    return link.acceptsPublishes();
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
            topic,
            link.servedEpoch(),
            durability,
            resolvedBelow,
            Unpooled.wrappedBuffer(batch.bytes()));
    connection.send(request, new Answered(connection, batch, answers));
  }

  @Override
  public void reroute(PublishRefusal refusal) {
    link.refused(
        new Refusal(
            refusal.code(), refusal.detail(), refusal.hint(), (int) refusal.retryAfterMillis()));
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
  public long seconds() {
    return System.currentTimeMillis() / 1000;
  }

  @Override
  public long nanoTime() {
    return System.nanoTime();
  }

  private void wayChanged(Lane own) {
    ProducerLanes all = lanes;
    if (all != null) {
      all.wayChanged(own);
    }
  }

  private final class Answered implements AnswerHandler {
    private final Connection connection;
    private final PendingBatch batch;
    private final Answers answers;

    Answered(Connection connection, PendingBatch batch, Answers answers) {
      this.connection = connection;
      this.batch = batch;
      this.answers = answers;
    }

    @Override
    public void answered(Result result) {
      Published published = (Published) result;
      link.saw(connection, published.epoch());
      answers.confirmed(
          batch,
          new PublishOutcome.Confirmed(
              link.pair(),
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
          batch,
          new PublishRefusal(
              refusal.code(), refusal.message(), refusal.hint(), refusal.retryAfterMillis()));
    }

    @Override
    public void lost() {
      answers.lost(batch);
    }

    @Override
    public Matter matter() {
      return Matter.BATCH;
    }
  }
}

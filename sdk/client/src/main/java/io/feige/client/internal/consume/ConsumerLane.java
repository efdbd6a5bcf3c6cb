package io.feige.client.internal.consume;

import io.feige.client.FeigeException;
import io.feige.client.internal.base.ConsumerSpec;
import io.feige.client.internal.net.Connection;
import io.feige.client.internal.route.Engine;
import io.feige.client.internal.route.LinkListener;
import io.feige.client.internal.route.PairLink;

/**
 * A consumer at one pair: its pulls there, and the verdicts on what came from there. Verdicts that
 * have no outcome when the pair moves to another node go there first, before the pulls, so that
 * what is acked is not delivered again. On the loop, except the verdicts.
 */
final class ConsumerLane implements LinkListener {
  private final PairLink link;
  private final DeliveryBuffer buffer;
  private final Settling settling;
  private final SettleSender sender;
  private final ClaimSender claims;
  private final Puller puller;
  private final Claim.Port port;

  ConsumerLane(
      Engine engine,
      ConsumerSpec spec,
      PairLink link,
      DeliveryBuffer buffer,
      Puller.Watcher watcher) {
    this.link = link;
    this.buffer = buffer;
    Source source = new Source(spec.topic(), link.pair());
    this.sender = new SettleSender(spec, link, source.roundTrip(), engine.callbacks());
    SettleSender sends = sender;
    this.settling =
        new Settling(
            engine.memory(),
            engine.settings().requestTimeoutMillis(),
            () -> link.loop().execute(sends::run),
            () -> link.loop().execute(sends::runInHaste));
    sender.attach(settling);
    this.claims = new ClaimSender(spec, link, source.roundTrip(), sends::runInHaste);
    this.port = new Claim.Port(spec.group(), settling, claims);
    this.puller = new Puller(spec, link, source, buffer, port, watcher);
  }

  PairLink link() {
    return link;
  }

  Settling settling() {
    return settling;
  }

  /** Where deliveries of this pair are settled. */
  Claim.Port port() {
    return port;
  }

  Puller puller() {
    return puller;
  }

  void start() {
    link.add(this);
  }

  /** Fails what has no outcome, and hears nothing more. */
  void close(FeigeException why) {
    settling.close(why);
    sender.failAll(why);
    claims.close();
    link.remove(this);
  }

  @Override
  public void connected(Connection connection) {
    sender.connected();
    puller.connected();
    claims.connected();
  }

  @Override
  public void disconnected() {
    puller.disconnected();
  }

  @Override
  public void superseded() {
    puller.superseded();
    claims.giveUp();
  }

  @Override
  public void refused(FeigeException failure) {
    sender.failAll(failure);
    buffer.fail(failure);
  }
}

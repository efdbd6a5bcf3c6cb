package io.feige.admin.alert;

import io.feige.admin.address.AdminAddress;
import io.feige.admin.controller.ControllerLoop;
import io.feige.admin.event.EventSink;
import io.feige.admin.history.Look;
import io.feige.admin.proxies.ProxySight;
import io.feige.broker.core.controller.port.ClusterView;
import io.feige.tls.Encryption;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Looks every second what is wrong. Pairs and nodes are looked at by the leading Admin only. */
public final class AlertWatch implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(AlertWatch.class);
  private static final long EVERY_MILLIS = 1_000;

  /**
   * What is looked at.
   *
   * @param admins those that live
   * @param isStoreThere whether ZooKeeper answers
   * @param encryption has this Admin's certificate
   * @param certificateEnds when those of the nodes that are connected expire, by node
   * @param look what the nodes have said last
   * @param proxies those that this Admin hears of while it leads
   */
  public record Sources(
      ControllerLoop controller,
      Supplier<List<AdminAddress>> admins,
      BooleanSupplier isStoreThere,
      Encryption encryption,
      Supplier<Map<String, Instant>> certificateEnds,
      Supplier<Look> look,
      Supplier<List<ProxySight>> proxies) {}

  private final String admin;
  private final Sources sources;
  private final Alerts alerts;
  private final Thread thread = new Thread(this::watch, "feige-alerts");
  private volatile List<Alert> now = List.of();

  private AlertWatch(String admin, Sources sources, EventSink events) {
    this.admin = admin;
    this.sources = sources;
    this.alerts = new Alerts(events);
  }

  /**
   * Begins to look.
   *
   * @param admin the name of this one
   * @param events is told of alerts that begin and end
   */
  public static AlertWatch start(String admin, Sources sources, EventSink events) {
    AlertWatch watch = new AlertWatch(admin, sources, events);
    watch.thread.setDaemon(true);
    watch.thread.start();
    return watch;
  }

  /** What is wrong now, the worst and oldest first. Any thread. */
  public List<Alert> now() {
    return now;
  }

  @Override
  public void close() {
    thread.interrupt();
  }

  private void watch() {
    while (!Thread.currentThread().isInterrupted()) {
      try {
        ClusterView view = sources.controller().viewIfLeading();
        if (sources.controller().leaderEpoch() == 0) {
          alerts.forgetAllBut(admin);
        }
        NodeSight sight = new NodeSight(sources.certificateEnds().get(), sources.look().get());
        List<ProxySight> proxies = sources.proxies().get();
        now = alerts.look(AlertRules.find(view, sight, proxies, own(), Instant.now()), millis());
        Thread.sleep(EVERY_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      } catch (RuntimeException e) {
        LOG.error("alerts cannot be looked for", e);
        pause();
      }
    }
  }

  private static void pause() {
    try {
      Thread.sleep(EVERY_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private AlertRules.Own own() {
    boolean hasLeader =
        sources.controller().leaderEpoch() > 0
            || AdminAddress.leader(sources.admins().get()).isPresent();
    Optional<Instant> end =
        sources.encryption().certificate().map(own -> own.getNotAfter().toInstant());
    return new AlertRules.Own(admin, sources.isStoreThere().getAsBoolean(), hasLeader, end);
  }

  private static long millis() {
    return System.currentTimeMillis();
  }
}

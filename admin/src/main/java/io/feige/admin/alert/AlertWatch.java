package io.feige.admin.alert;

import io.feige.admin.address.AdminAddress;
import io.feige.admin.controller.ControllerLoop;
import io.feige.admin.event.EventSink;
import io.feige.broker.core.controller.ClusterView;
import io.feige.tls.Encryption;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Looks every second what is wrong. Pairs and nodes are looked at by the leading Admin only. */
public final class AlertWatch implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(AlertWatch.class);
  private static final long EVERY_MILLIS = 1_000;

  private final String admin;
  private final ControllerLoop controller;
  private final Supplier<List<AdminAddress>> admins;
  private final BooleanSupplier isStoreThere;
  private final Encryption encryption;
  private final Alerts alerts;
  private final Thread thread = new Thread(this::watch, "feige-alerts");
  private volatile List<Alert> now = List.of();

  private AlertWatch(
      String admin,
      ControllerLoop controller,
      Supplier<List<AdminAddress>> admins,
      BooleanSupplier isStoreThere,
      Encryption encryption,
      EventSink events) {
    this.admin = admin;
    this.controller = controller;
    this.admins = admins;
    this.isStoreThere = isStoreThere;
    this.encryption = encryption;
    this.alerts = new Alerts(events);
  }

  /**
   * Begins to look.
   *
   * @param admin the name of this one
   * @param admins those that live
   * @param isStoreThere whether ZooKeeper answers
   * @param events is told of alerts that begin and end
   */
  public static AlertWatch start(
      String admin,
      ControllerLoop controller,
      Supplier<List<AdminAddress>> admins,
      BooleanSupplier isStoreThere,
      Encryption encryption,
      EventSink events) {
    AlertWatch watch = new AlertWatch(admin, controller, admins, isStoreThere, encryption, events);
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
        ClusterView view = controller.viewIfLeading();
        if (controller.leaderEpoch() == 0) {
          alerts.forgetAllBut(admin);
        }
        now = alerts.look(AlertRules.find(view, own(), Instant.now()), millis());
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
        controller.leaderEpoch() > 0 || AdminAddress.leader(admins.get()).isPresent();
    Optional<Instant> end = encryption.certificate().map(own -> own.getNotAfter().toInstant());
    return new AlertRules.Own(admin, isStoreThere.getAsBoolean(), hasLeader, end);
  }

  private static long millis() {
    return System.currentTimeMillis();
  }
}

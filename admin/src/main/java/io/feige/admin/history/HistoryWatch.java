package io.feige.admin.history;

import io.feige.access.Identity;
import io.feige.admin.client.UserClients;
import io.feige.admin.controller.ControllerLoop;
import io.feige.admin.log.AdminLogId;
import io.feige.broker.core.controller.port.ClusterView;
import io.feige.client.FeigeClient;
import io.feige.client.GroupDescription;
import io.feige.client.NodeVitals;
import io.feige.client.TopicDescription;
import io.feige.client.Vitals;
import java.io.IOException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks every ten seconds how the cluster is, and keeps it; topics and groups less often where they
 * are many ({@link LookTurns}). What cannot be had leaves a gap. Each Admin does it for itself, so
 * a new leader has charts of what was before; what a pair's standby lacks, the leading one knows
 * alone.
 */
public final class HistoryWatch implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(HistoryWatch.class);
  private static final double MICROS_PER_MILLI = 1_000;
  private static final long STEP_MILLIS = TimeUnit.SECONDS.toMillis(History.STEP_SECONDS);

  private final History history;
  private final UserClients clients;
  private final Identity itself;
  private final ControllerLoop controller;
  private final Consumer<Look> looks;
  private final Thread thread = new Thread(this::watch, "feige-history");
  private final LookTurns turns = new LookTurns();
  private Sample last = Sample.NOTHING;
  private Look lastLook = Look.NOTHING;

  private HistoryWatch(
      History history,
      UserClients clients,
      Identity itself,
      ControllerLoop controller,
      Consumer<Look> looks) {
    this.history = history;
    this.clients = clients;
    this.itself = itself;
    this.controller = controller;
    this.looks = looks;
  }

  /**
   * Begins.
   *
   * @param itself as whom this Admin asks
   * @param controller sees pairs, where this Admin leads
   * @param looks is told what may be wrong
   */
  public static HistoryWatch start(
      History history,
      UserClients clients,
      Identity itself,
      ControllerLoop controller,
      Consumer<Look> looks) {
    HistoryWatch watch = new HistoryWatch(history, clients, itself, controller, looks);
    watch.thread.setDaemon(true);
    watch.thread.start();
    return watch;
  }

  @Override
  public void close() {
    thread.interrupt();
    try {
      thread.join(STEP_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void watch() {
    try {
      while (true) {
        Thread.sleep(STEP_MILLIS - System.currentTimeMillis() % STEP_MILLIS);
        try {
          look(TimeUnit.MILLISECONDS.toSeconds(System.currentTimeMillis()));
        } catch (RuntimeException e) {
          // Nodes may be away or refuse; the next look is soon.
          last = Sample.NOTHING;
          turns.failed();
          LOG.debug("figures cannot be had", e);
        }
        try {
          lookAtNodes(TimeUnit.MILLISECONDS.toSeconds(System.currentTimeMillis()));
        } catch (RuntimeException e) {
          LOG.debug("what nodes are like cannot be had", e);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void look(long second) throws InterruptedException {
    ClusterView view = controller.viewIfLeading();
    keep(lags(view), second);
    if (!turns.isDue(second)) {
      return;
    }
    Sample now = clients.ask(itself, this::ask).orElse(Sample.NOTHING);
    long[] steps = turns.looked(now.size(), second);
    if (now != Sample.NOTHING) {
      Map<Figure, Map<String, Double>> figures = now.since(last);
      Map<Subject, float[]> ofSubjects = now.ofSubjects(last);
      for (long step : steps) {
        keep(figures, step);
        keepOf(ofSubjects, step);
      }
    }
    last = now;
  }

  private Sample ask(FeigeClient client) {
    List<GroupDescription> groups = client.groups().list();
    List<TopicDescription> topics = client.topics().list();
    tell(lastLook.withGroups(Instant.now(), topics, groups));
    return Sample.of(topics, groups, System.nanoTime());
  }

  /** By itself: it is of most use where a pair is not served, and groups cannot be had. */
  private void lookAtNodes(long second) throws InterruptedException {
    // Who does not lead tells nobody of nodes.
    if (!controller.viewIfLeading().nodes().isEmpty()) {
      clients
          .ask(itself, FeigeClient::vitals)
          .ifPresent(vitals -> {
            tell(lastLook.withNodes(Instant.now(), vitals));
            keep(slowest(vitals), second);
            keepOfNodes(ofNodes(vitals), second);
          });
    }
  }

  /** Nothing where nothing was confirmed. */
  static Map<Figure, Map<String, Double>> slowest(Vitals vitals) {
    Map<String, Double> slowest = new TreeMap<>();
    vitals.nodes().stream()
        .flatMapToLong(node -> node.usage().confirmP99Micros().stream())
        .max()
        .ifPresent(micros -> slowest.put("", micros / MICROS_PER_MILLI));
    return Map.of(Figure.CONFIRM_P99, slowest);
  }

  private static Map<Subject, float[]> ofNodes(Vitals vitals) {
    Map<Subject, float[]> figures = new HashMap<>();
    for (NodeVitals node : vitals.nodes()) {
      OptionalLong micros = node.usage().confirmP99Micros();
      double millis = micros.isPresent() ? micros.getAsLong() / MICROS_PER_MILLI : Double.NaN;
      var _ =
          figures.put(
              Subject.node(node.nodeId()),
              new float[] {(float) millis, node.usage().connections()});
    }
    return figures;
  }

  private void tell(Look look) {
    lastLook = look;
    looks.accept(look);
  }

  private static Map<Figure, Map<String, Double>> lags(ClusterView view) {
    Map<String, Double> standbys = new TreeMap<>();
    Map<String, Double> stores = new TreeMap<>();
    for (ClusterView.PairView pair : view.pairs()) {
      String name = pair.state().pair();
      if (pair.lagBytes() >= 0) {
        standbys.put(name, (double) pair.lagBytes());
      }
      if (pair.storeLag().bytes() >= 0) {
        stores.put(name, (double) pair.storeLag().bytes());
      }
    }
    return Map.of(Figure.LAG, standbys, Figure.STORE_LAG, stores);
  }

  private void keepOf(Map<Subject, float[]> figures, long second) {
    try {
      history.write(figures, second);
    } catch (IOException e) {
      unwritable(e);
    }
  }

  private void keepOfNodes(Map<Subject, float[]> figures, long second) {
    try {
      history.writeNodes(figures, second);
    } catch (IOException e) {
      unwritable(e);
    }
  }

  private static void unwritable(IOException e) {
    LOG.warn("{} figures cannot be kept: {}", AdminLogId.HISTORY_UNWRITABLE, e.toString());
  }

  private void keep(Map<Figure, Map<String, Double>> figures, long second) {
    try {
      for (Map.Entry<Figure, Map<String, Double>> figure : figures.entrySet()) {
        for (Map.Entry<String, Double> pair : figure.getValue().entrySet()) {
          history.write(figure.getKey(), pair.getKey(), second, pair.getValue());
        }
      }
    } catch (IOException e) {
      unwritable(e);
    }
  }
}

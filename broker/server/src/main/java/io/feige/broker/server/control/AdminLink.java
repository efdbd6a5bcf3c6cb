package io.feige.broker.server.control;

import io.feige.broker.server.net.Dialling;
import io.feige.broker.server.net.HostPort;
import io.feige.broker.server.ops.LogId;
import io.feige.broker.server.ops.RateLimitedLog;
import io.feige.protocol.ProtocolVersion;
import io.feige.protocol.command.Beat;
import io.feige.protocol.command.Hello;
import io.feige.protocol.command.NodeReport;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.model.ClientKind;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoop;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps this node led by an Admin: dials one after the other until one leads, answers its beats,
 * and looks for another when it falls silent or loses the lead. Nothing else depends on it: without
 * an Admin, pairs stay as they are and serve.
 *
 * <p>Owns the one connection that is open or being made, and the highest leader epoch that was
 * obeyed in this process; no lower one is obeyed after it, so a former leader that does not know it
 * yet changes nothing here. State only on the loop.
 */
public final class AdminLink implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(AdminLink.class);
  private static final Duration SILENCE = Duration.ofSeconds(2);
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(1);
  private static final long SETTLED_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final AdminLinkSetup setup;
  private final LedNode node;
  private final EventLoop loop;
  private final AdminTurns turns;
  private final long silenceNanos;
  private final RateLimitedLog refusals = RateLimitedLog.of(LOG, LogId.ADMIN_REFUSES);
  private final RateLimitedLog nobodyLeads = RateLimitedLog.of(LOG, LogId.NO_ADMIN_LEADS);
  private @Nullable AdminConnection connection;
  private long highestLeaderEpoch;
  private boolean isReportDue;
  private boolean isClosed;
  private volatile String leader = "";

  private AdminLink(AdminLinkSetup setup, LedNode node, Duration silence) {
    this.silenceNanos = silence.toNanos();
    this.setup = setup;
    this.node = node;
    this.loop = setup.loop();
    this.turns = new AdminTurns(setup.admins(), new SplittableRandom());
  }

  /** Begins to look for an Admin that leads; any thread. */
  public static AdminLink start(AdminLinkSetup setup, LedNode node) {
    return start(setup, node, SILENCE);
  }

  /** The same; an Admin of which nothing is heard for so long is left. */
  static AdminLink start(AdminLinkSetup setup, LedNode node, Duration silence) {
    AdminLink link = new AdminLink(setup, node, silence);
    link.loop.execute(link::dialNext);
    return link;
  }

  /**
   * Lets the leading Admin know at once how the node is, once for all calls of one turn of the
   * loop. Without one it does nothing: an Admin is told of everything before it leads. Any thread.
   */
  public void reportNow() {
    onLoop(() -> {
      if (!isReportDue) {
        isReportDue = true;
        loop.execute(this::sendReport);
      }
    });
  }

  /** The Admin that leads this node, for status and logs; empty: none. Any thread. */
  public String leader() {
    return leader;
  }

  /** Hangs up for good; any thread. */
  @Override
  public void close() {
    loop.execute(() -> {
      isClosed = true;
      AdminConnection open = connection;
      if (open != null) {
        open.end("this node stops");
      }
    });
  }

  Hello hello(ClientKind kind) {
    return new Hello(
        ProtocolVersion.MIN,
        ProtocolVersion.MAX,
        kind,
        setup.software(),
        "",
        "cluster",
        setup.secret());
  }

  boolean isCurrent(Beat beat) {
    return beat.leaderEpoch() >= highestLeaderEpoch;
  }

  /** Says to whom it is not which leader epoch this node has obeyed. */
  Refusal stale() {
    String obeyed = Long.toString(highestLeaderEpoch);
    return new Refusal(
        ErrorCode.STALE_EPOCH,
        "this node has obeyed an Admin of leader epoch " + obeyed,
        obeyed,
        0);
  }

  void led(AdminConnection by, long leaderEpoch) {
    leader = by.toString();
    LOG.info("{} Admin {} leads this node, leader epoch {}", LogId.ADMIN_LEADS, by, leaderEpoch);
  }

  void obey(Beat beat, Consumer<NodeReport> then) {
    highestLeaderEpoch = beat.leaderEpoch();
    setup.access().hear(beat.access());
    CompletableFuture<NodeReport> report = node.obey(beat);
    if (report.isDone()) {
      // It says all there is, so none is due behind it.
      isReportDue = false;
    }
    take(report, then);
  }

  void report(Consumer<NodeReport> then) {
    isReportDue = false;
    take(node.report(), then);
  }

  private void take(CompletableFuture<NodeReport> report, Consumer<NodeReport> then) {
    var _ =
        report
            // Always as a task: one that is complete at once must not overtake an earlier one.
            .thenAccept(
                made -> loop.execute(() -> then.accept(made.holding(setup.access().mark()))))
            .exceptionally(cause -> {
              LOG.error("{} a report to Admin met a fault", LogId.INTERNAL_FAULT, cause);
              onLoop(this::hangUp);
              return null;
            });
  }

  private void hangUp() {
    AdminConnection open = connection;
    if (open != null) {
      open.end("a report to it met a fault");
    }
  }

  private void onLoop(Runnable task) {
    if (loop.inEventLoop()) {
      task.run();
    } else {
      loop.execute(task);
    }
  }

  void refused(AdminConnection by, Refusal refusal) {
    HostPort hinted = hostPort(refusal.hint());
    if (hinted != null) {
      turns.hint(hinted);
    } else if (refusal.code() == ErrorCode.NOT_AUTHENTICATED
        || refusal.code() == ErrorCode.NOT_AUTHORIZED
        || refusal.code() == ErrorCode.UNSUPPORTED_VERSION) {
      refusals.warn("Admin " + by, refusal.code() + " " + refusal.message());
    }
  }

  void ended(AdminConnection ended, String why) {
    if (!ended.equals(connection)) {
      return;
    }
    connection = null;
    leader = "";
    if (ended.wasLedFor(SETTLED_NANOS)) {
      turns.settled();
    }
    if (isClosed) {
      return;
    }
    if (ended.wasLed()) {
      LOG.warn("{} lost Admin {}: {}; traffic goes on", LogId.ADMIN_LOST, ended, why);
    } else {
      turns.failed();
      if (turns.isEverybodyTried()) {
        nobodyLeads.warn("Admin " + ended, why + "; no Admin leads this node, traffic goes on");
      }
    }
    dialNext();
  }

  private void dialNext() {
    if (!isClosed) {
      AdminTurns.Turn turn = turns.next();
      var _ = loop.schedule(() -> dial(turn.admin()), turn.delayMillis(), TimeUnit.MILLISECONDS);
    }
  }

  private void dial(HostPort admin) {
    if (isClosed) {
      return;
    }
    AdminConnection made = new AdminConnection(admin, this, loop, silenceNanos);
    connection = made;
    ChannelFuture connected =
        Dialling.from(loop, CONNECT_TIMEOUT)
            .handler(new Pipeline(made, admin))
            .connect(admin.host(), admin.port());
    made.begun(connected.channel());
    connected.addListener(future -> {
      Throwable cause = future.cause();
      if (cause != null) {
        // Where the system gave no socket, this is not the loop.
        loop.execute(() -> made.end(String.valueOf(cause.getMessage())));
      }
    });
  }

  private final class Pipeline extends ChannelInitializer<Channel> {
    private final AdminConnection made;
    private final HostPort admin;

    private Pipeline(AdminConnection made, HostPort admin) {
      this.made = made;
      this.admin = admin;
    }

    @Override
    protected void initChannel(Channel channel) {
      channel.pipeline().addLast(made);
      setup.encryption().dial(channel, admin.host(), admin.port());
    }
  }

  private void sendReport() {
    boolean isDue = isReportDue;
    isReportDue = false;
    AdminConnection open = connection;
    if (isDue && open != null && open.isWelcome()) {
      report(open::tell);
    }
  }

  private static @Nullable HostPort hostPort(String hint) {
    if (hint.isEmpty()) {
      return null;
    }
    try {
      HostPort parsed = HostPort.parse(hint, 0);
      return parsed.port() > 0 && parsed.port() <= 65_535 ? parsed : null;
    } catch (NumberFormatException e) {
      return null;
    }
  }
}

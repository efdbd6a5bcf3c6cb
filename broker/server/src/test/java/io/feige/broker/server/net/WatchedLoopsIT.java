package io.feige.broker.server.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.feige.broker.server.ops.HealthReport;
import io.feige.broker.server.ops.LogId;
import io.feige.broker.server.ops.Supervisor;
import io.netty.channel.EventLoop;
import io.netty.channel.IoHandle;
import io.netty.channel.IoHandler;
import io.netty.channel.IoHandlerContext;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.IoRegistration;
import io.netty.channel.nio.NioIoHandler;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

/** Threads of connections and pair that meet an error, and everybody can see it. */
final class WatchedLoopsIT {
  private final Supervisor supervisor = new Supervisor();
  private final ListAppender<ILoggingEvent> log = new ListAppender<>();
  private final Logger logger = (Logger) LoggerFactory.getLogger(Supervisor.class);
  private volatile String victim = "none";
  private final NetLoops loops =
      NetLoops.start(1, 1, supervisor, mortal(NioIoHandler.newFactory()));

  @BeforeEach
  void listen() {
    log.start();
    logger.addAppender(log);
  }

  @AfterEach
  void close() {
    logger.detachAppender(log);
    loops.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"feige-pair-", "feige-net-"})
  void aLoopThatDiesAtItsOwnWorkIsSeenInHealthAndLog(String prefix) {
    EventLoop loop =
        prefix.equals("feige-pair-") ? loops.controlLoop() : loops.connectionLoops().next();
    victim = prefix;
    loop.execute(() -> {});

    await().until(loop::isTerminated);
    // The supervisor is told before Netty is.
    HealthReport health = supervisor.over(HealthReport.WELL);
    assertThat(health.alive()).isFalse();
    assertThat(health.reason()).contains("thread " + prefix).contains("killed on purpose");
    assertThat(lines()).anyMatch(line -> line.startsWith(LogId.THREAD_DIED + " thread " + prefix));
  }

  @Test
  void aLoopThatStopsInOrderIsNotMissed() {
    loops.controlLoop().execute(() -> {});
    loops.close();
    assertThat(supervisor.over(HealthReport.WELL)).isEqualTo(HealthReport.WELL);
  }

  @Test
  void aTaskThatMeetsAnErrorIsSeenAndTheLoopGoesOn() {
    loops.controlLoop().execute(WatchedLoopsIT::fail);
    await().until(() -> !supervisor.over(HealthReport.WELL).alive());
    assertThat(supervisor.over(HealthReport.WELL).reason())
        .contains("feige-pair-")
        .contains("killed on purpose");
    assertThat(loops.controlLoop().submit(() -> 7).awaitUninterruptibly().getNow()).isEqualTo(7);
  }

  @Test
  void aTimerThatMeetsAnErrorGoesOnAndIsSeen() {
    AtomicInteger turns = new AtomicInteger();
    Runnable failing =
        () -> {
          turns.incrementAndGet();
          fail();
        };
    var _ = loops.controlLoop().scheduleWithFixedDelay(failing, 1, 1, TimeUnit.MILLISECONDS);
    await().until(() -> turns.get() > 3);
    assertThat(supervisor.over(HealthReport.WELL).alive()).isFalse();
  }

  @Test
  void aTaskForLaterThatMeetsAnErrorIsSeen() {
    var _ = loops.controlLoop().schedule(WatchedLoopsIT::fail, 1, TimeUnit.MILLISECONDS);
    await().until(() -> !supervisor.over(HealthReport.WELL).alive());
  }

  /** The appender's own lock is held while a line is added. */
  private List<String> lines() {
    synchronized (log) {
      return log.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
    }
  }

  private static void fail() {
    throw new AssertionError("killed on purpose");
  }

  /** Works as the other one does, on threads that are not to die. */
  private IoHandlerFactory mortal(IoHandlerFactory real) {
    return executor -> new Mortal(real.newHandler(executor));
  }

  private final class Mortal implements IoHandler {
    private final IoHandler real;

    Mortal(IoHandler real) {
      this.real = real;
    }

    @Override
    public void initialize() {
      real.initialize();
    }

    @Override
    public int run(IoHandlerContext context) {
      if (Thread.currentThread().getName().startsWith(victim)) {
        fail();
      }
      return real.run(context);
    }

    @Override
    public void prepareToDestroy() {
      real.prepareToDestroy();
    }

    @Override
    public void destroy() {
      real.destroy();
    }

    @Override
    public IoRegistration register(IoHandle handle) throws Exception {
      return real.register(handle);
    }

    @Override
    public void wakeup() {
      real.wakeup();
    }

    @Override
    public boolean isCompatible(Class<? extends IoHandle> type) {
      return real.isCompatible(type);
    }
  }
}

package io.feige.tls;

import io.netty.channel.Channel;
import io.netty.channel.ChannelConfig;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoop;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Who has connected to a port and has not shown yet who he is: so many, and when it matters not for
 * long. A handler of the port's own channel, before the one that takes connections in.
 *
 * <p>While there are as many as may be, the port accepts nobody and the kernel holds whoever comes.
 * It goes on as soon as one of them is known or has gone. When one has had its time it goes on,
 * too, and whoever comes next takes its place; so nobody is put out for whom nobody waits, and who
 * connects and is silent cannot keep others out. Time in which a stranger waits for threads of this
 * side, which shake hands with others, is not its own. While more had to go than became known,
 * those who have said nothing at all have less time: there may be thousands of them in the kernel's
 * queue, and an honest one behind them.
 *
 * <p>Owned by the loop of the port's channel; what any thread may call says so.
 */
public final class Strangers extends ChannelInboundHandlerAdapter {
  /** Beyond the limit for a moment: one read accepts several, and who is put out has to go. */
  static final int MORE_AT_MOST = 32;

  /** Netty accepts up to so many before anybody hears of the first of them. */
  private static final int ONE_READ = 16;

  private static final long LOOK_MILLIS = 50;

  /**
   * How long a stranger has its place although others wait.
   *
   * @param usual for each, from when it connected or this side last did something for it
   * @param ofSilent for those who have said nothing, while more have to go than become known
   */
  public record Patience(Duration usual, Duration ofSilent) {
    /** Where the one who dials speaks first, and so at once: 2 s, and 100 ms. */
    public static final Patience WITH_DIALLERS =
        new Patience(Duration.ofSeconds(2), Duration.ofMillis(100));
  }

  private static final class Stranger {
    private final long since;
    private boolean isPutOut;

    private Stranger(long since) {
      this.since = since;
    }
  }

  private final int most;
  private final long usualNanos;
  private final long ofSilentNanos;
  private final Consumer<Channel> putOut;
  private final Map<Channel, Stranger> strangers = new LinkedHashMap<>();
  private @Nullable Channel port;
  private boolean isPaused;
  private boolean isLooking;
  private final Pressure pressure;
  private int leaving;
  private volatile int count;
  private final AtomicLong evicted = new AtomicLong();

  /**
   * The strangers of one port.
   *
   * @param most so many at a time, and up to {@value #MORE_AT_MOST} more for a moment
   * @param putOut hears who had to make room, on the loop and before the connection ends
   */
  public Strangers(int most, Patience patience, Consumer<Channel> putOut) {
    this.most = most;
    this.usualNanos = patience.usual.toNanos();
    this.ofSilentNanos = patience.ofSilent.toNanos();
    this.pressure = new Pressure(usualNanos, System.nanoTime());
    this.putOut = putOut;
  }

  /** How many there are. Any thread. */
  public int count() {
    return count;
  }

  /** How many had to make room for others since the port was bound. Any thread. */
  public long evicted() {
    return evicted.get();
  }

  /** It has shown who it is. Any thread; who has gone, or was never a stranger, is ignored. */
  public void known(Channel channel) {
    known(channel, () -> {});
  }

  /**
   * The same.
   *
   * @param then runs on the loop of the port, when the channel is not put out any more
   */
  public void known(Channel channel, Runnable then) {
    onLoop(() -> {
      if (strangers.containsKey(channel)) {
        pressure.known(System.nanoTime());
      }
      leave(channel);
      then.run();
    });
  }

  @Override
  public void handlerAdded(ChannelHandlerContext context) {
    port = context.channel();
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    Channel newcomer = (Channel) message;
    long now = System.nanoTime();
    if (strangers.size() >= most) {
      Channel late = late(now);
      if (late != null) {
        evict(late, now);
      }
    }
    strangers.put(newcomer, new Stranger(now));
    var unused = newcomer.closeFuture().addListener(f -> onLoop(() -> leave(newcomer)));
    judge();
    context.fireChannelRead(message);
  }

  private void leave(Channel channel) {
    Stranger stranger = strangers.remove(channel);
    if (stranger != null) {
      leaving -= stranger.isPutOut ? 1 : 0;
      judge();
    }
  }

  private void evict(Channel late, long now) {
    Stranger stranger = strangers.get(late);
    if (stranger != null) {
      stranger.isPutOut = true;
      leaving++;
    }
    pressure.evicted(now);
    evicted.incrementAndGet();
    putOut.accept(late);
    // It counts until it has gone: until then it has its memory.
    var unused = late.close();
  }

  /** Who has had his time, the first to come first; null: nobody. */
  private @Nullable Channel late(long now) {
    long shortest = pressure.isThere(now) ? ofSilentNanos : usualNanos;
    for (Map.Entry<Channel, Stranger> each : strangers.entrySet()) {
      long since = each.getValue().since;
      if (now - since <= shortest) {
        return null;
      }
      Channel channel = each.getKey();
      long patience = HandshakeWork.hasBegun(channel) ? usualNanos : shortest;
      boolean isLate = now - HandshakeWork.itsTurnSince(channel, since, now) > patience;
      if (isLate && !each.getValue().isPutOut) {
        return channel;
      }
    }
    return null;
  }

  /** One read may have taken in more than there were places for. */
  private void putOutWhoIsTooMany() {
    long now = System.nanoTime();
    while (strangers.size() - leaving > most) {
      Channel late = late(now);
      if (late == null) {
        return;
      }
      evict(late, now);
    }
  }

  private void judge() {
    int size = strangers.size();
    count = size;
    boolean hasRoom =
        size < most || (size + ONE_READ <= most + MORE_AT_MOST && late(System.nanoTime()) != null);
    Channel channel = port;
    if (channel == null || !channel.isOpen()) {
      return;
    }
    ChannelConfig config = channel.config();
    if (hasRoom && isPaused) {
      isPaused = false;
      var unused = config.setAutoRead(true);
    } else if (!hasRoom) {
      isPaused = true;
      // Netty goes on by itself a second after the system refused to accept.
      if (config.isAutoRead()) {
        var unused = config.setAutoRead(false);
      }
      lookAgain(channel);
    }
  }

  /** Nobody tells that a stranger's time is over. */
  private void lookAgain(Channel channel) {
    if (isPaused && !isLooking && channel.isOpen()) {
      isLooking = true;
      var unused =
          channel.eventLoop().schedule(() -> look(channel), LOOK_MILLIS, TimeUnit.MILLISECONDS);
    }
  }

  private void look(Channel channel) {
    isLooking = false;
    putOutWhoIsTooMany();
    judge();
    lookAgain(channel);
  }

  private void onLoop(Runnable task) {
    Channel channel = port;
    if (channel == null) {
      return;
    }
    EventLoop loop = channel.eventLoop();
    if (loop.inEventLoop()) {
      task.run();
    } else {
      try {
        loop.execute(task);
      } catch (RejectedExecutionException e) {
        // The process ends, and with it all of them.
        return;
      }
    }
  }
}

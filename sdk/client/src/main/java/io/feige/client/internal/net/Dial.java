package io.feige.client.internal.net;

import io.feige.client.internal.base.ClientSettings;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.command.Welcome;
import io.feige.tls.Encryption;
import io.feige.tls.TlsException;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import java.net.InetSocketAddress;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One attempt to connect to a server, from the look-up of its name to its welcome, and afterwards
 * the word that the connection has ended. On the loop.
 *
 * <table>
 *   <caption>What becomes of it</caption>
 *   <tr><td>under way</td><td>welcome</td><td>connected; later closed</td></tr>
 *   <tr><td>under way</td><td>refused, no answer in time, cannot connect</td><td>failed: over</td></tr>
 *   <tr><td>under way</td><td>cancelled</td><td>over, nobody is told</td></tr>
 * </table>
 */
public final class Dial implements Handshake.End, Connection.Owner {
  /** Who wants the connection. */
  public interface End {
    /** Here it is. */
    void connected(Connection connection, Welcome welcome);

    /**
     * There is none.
     *
     * @param refusal the server's words, if it was reached and said no
     */
    void failed(String why, @Nullable Refusal refusal);

    /** The connection is gone; everything outstanding has been told. */
    void closed(Connection connection, String why);
  }

  private static final Logger LOG = LoggerFactory.getLogger(Dial.class);

  private static final String PERHAPS_TLS = "; perhaps it wants TLS (ca)";

  private final ClientSettings settings;
  private final Transport transport;
  private final InetSocketAddress address;
  private final String pair;
  private final Executor worker;
  private final End end;
  private @Nullable Channel channel;
  private @Nullable Connection made;
  private boolean isOver;
  private boolean isConnected;

  Dial(
      ClientSettings settings,
      Transport transport,
      InetSocketAddress address,
      String pair,
      Executor worker,
      End end) {
    this.settings = settings;
    this.transport = transport;
    this.address = address;
    this.pair = pair;
    this.worker = worker;
    this.end = end;
  }

  void begin() {
    ClientLoop loop = transport.loop();
    loop.afterMillis(settings.connectTimeoutMillis(), () -> fail("no answer in time", null));
    worker.execute(() -> {
      renewCertificates();
      InetSocketAddress resolved =
          new InetSocketAddress(address.getHostString(), address.getPort());
      loop.execute(() -> open(resolved));
    });
  }

  /** Gives up; nobody is told. What is connected already stays. */
  public void cancel() {
    if (!isConnected && !isOver) {
      isOver = true;
      closeMade("another attempt follows");
    }
  }

  @Override
  public void opened(Connection connection) {
    made = connection;
    if (isOver) {
      connection.close("too late");
    } else {
      Handshake.begin(connection, settings, pair, transport.loop(), worker, this);
    }
  }

  @Override
  public void welcomed(Welcome welcome) {
    Connection connection = made;
    if (isOver || connection == null) {
      closeMade("too late");
      return;
    }
    isOver = true;
    isConnected = true;
    new KeepAlive(
            connection,
            transport.loop(),
            welcome.idleTimeoutMillis(),
            settings.requestTimeoutMillis())
        .start();
    end.connected(connection, welcome);
  }

  @Override
  public void refused(Refusal refusal) {
    fail(refusal.code() + ", " + refusal.message(), refusal);
  }

  @Override
  public void closed(Connection connection, String why) {
    if (isConnected) {
      end.closed(connection, why);
    } else {
      boolean mayWantTls = settings.tls().isEmpty() && why.equals(Connection.HUNG_UP);
      fail(mayWantTls ? why + PERHAPS_TLS : why, null);
    }
  }

  // A file is read before each attempt to connect, which is rare.
  private void renewCertificates() {
    try {
      if (settings.tls().isPresent()) {
        boolean unused = settings.tls().get().refresh();
      }
    } catch (TlsException e) {
      LOG.warn("the certificates that were replaced cannot be used: {}", e.getMessage());
    }
  }

  private void open(InetSocketAddress resolved) {
    if (isOver) {
      return;
    }
    if (resolved.isUnresolved()) {
      fail("the name is not known", null);
      return;
    }
    ChannelFuture opened =
        transport
            .bootstrap(settings.connectTimeoutMillis())
            .handler(new Pipeline())
            .connect(resolved);
    channel = opened.channel();
    ChannelFuture unused =
        opened.addListener(done -> {
          if (!done.isSuccess()) {
            Throwable cause = done.cause();
            fail(String.valueOf(cause == null ? "cannot connect" : cause.getMessage()), null);
          }
        });
  }

  private void fail(String why, @Nullable Refusal refusal) {
    if (!isOver) {
      isOver = true;
      closeMade("another attempt follows");
      end.failed(address.getHostString() + ":" + address.getPort() + ": " + why, refusal);
    }
  }

  private void closeMade(String why) {
    Connection connection = made;
    Channel opening = channel;
    if (connection != null) {
      connection.close(why);
    } else if (opening != null) {
      // If the client is being closed, the loop may end before it hears of the connection.
      ChannelFuture unused = opening.close();
    }
  }

  private final class Pipeline extends ChannelInitializer<Channel> {
    @Override
    protected void initChannel(Channel channel) {
      transport.opened(channel);
      FrameReader reader = new FrameReader(WireCodec.MAX_HANDSHAKE_BYTES);
      channel.pipeline().addLast(reader, new Connection(channel, reader, Dial.this));
      Encryption encryption = settings.tls().map(Encryption::by).orElse(Encryption.NONE);
      encryption.dial(channel, address.getHostString(), address.getPort());
    }
  }
}

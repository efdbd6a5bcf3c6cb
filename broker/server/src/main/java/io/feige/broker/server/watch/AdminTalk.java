package io.feige.broker.server.watch;

import io.feige.protocol.ProtocolVersion;
import io.feige.protocol.codec.BlockingExchange;
import io.feige.protocol.command.Answer;
import io.feige.protocol.command.Hello;
import io.feige.protocol.command.Ping;
import io.feige.protocol.command.ProveDeath;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.command.Request;
import io.feige.protocol.command.Welcome;
import io.feige.protocol.model.ClientKind;
import io.feige.protocol.model.Secret;
import io.feige.tls.BlockingTls;
import io.feige.tls.TlsContext;
import io.feige.tls.TlsException;
import io.feige.tls.TlsFiles;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * A connection to the Admin that leads, kept open so that what is to be told goes out at once. It
 * looks for another when this one leads no more. For one thread, which waits for each answer.
 */
final class AdminTalk {
  private static final int CONNECT_MILLIS = 1_000;
  private static final int ANSWER_MILLIS = 1_000;
  private static final int MAX_ANSWER_BYTES = 1 << 16;

  private final WatchOrder order;
  private final Deque<String> turns;
  private @Nullable String hint;
  private @Nullable Socket socket;
  private @Nullable BlockingExchange exchange;
  private @Nullable TlsContext tls;

  AdminTalk(WatchOrder order) {
    this.order = order;
    this.turns = new ArrayDeque<>(order.admins());
  }

  /** Sees to it that there is a connection that answers; false: none for now. */
  boolean keep() {
    return asks(new Ping());
  }

  /** Says that the node's process has ended; false: nobody has heard it. */
  boolean prove(String proof) {
    return asks(new ProveDeath(order.node(), proof));
  }

  private boolean asks(Request request) {
    try {
      BlockingExchange open = exchange == null ? connect() : exchange;
      return !(open.ask(request) instanceof Refusal);
    } catch (IOException | TlsException | RuntimeException e) {
      // Whatever an Admin sends, the next one may do better.
      close();
      return false;
    }
  }

  private BlockingExchange connect() throws IOException, TlsException {
    String admin = next();
    int colon = admin.lastIndexOf(':');
    String host = admin.substring(0, colon).replaceAll("[\\[\\]]", "");
    InetSocketAddress to =
        new InetSocketAddress(host, Integer.parseInt(admin.substring(colon + 1)));
    Socket plain = new Socket();
    socket = plain;
    plain.setTcpNoDelay(true);
    plain.setSoTimeout(ANSWER_MILLIS);
    plain.connect(to, CONNECT_MILLIS);
    Socket open = order.tls().isPresent() ? encrypted(plain, to, order.tls().get()) : plain;
    socket = open;
    BlockingExchange begun =
        new BlockingExchange(open.getInputStream(), open.getOutputStream(), MAX_ANSWER_BYTES);
    Answer answer =
        begun.ask(
            new Hello(
                ProtocolVersion.MIN,
                ProtocolVersion.MAX,
                ClientKind.NODE,
                "feige-watch",
                "",
                "cluster",
                Secret.of(order.secret())));
    if (answer instanceof Refusal refusal) {
      hint = refusal.hint().isEmpty() ? null : refusal.hint();
    }
    if (!(answer instanceof Welcome welcome)) {
      throw new IOException("not welcome: " + answer);
    }
    begun.agreed(welcome.version());
    exchange = begun;
    return begun;
  }

  /** The one that is said to lead, once; else they take turns. */
  private String next() {
    String hinted = hint;
    hint = null;
    if (hinted != null) {
      return hinted;
    }
    String admin = turns.removeFirst();
    turns.addLast(admin);
    return admin;
  }

  private Socket encrypted(Socket socket, InetSocketAddress to, TlsFiles files)
      throws IOException, TlsException {
    TlsContext known = tls;
    if (known == null) {
      known = TlsContext.load(files);
      tls = known;
    } else {
      var _ = known.refresh(); // The files may have been replaced.
    }
    return BlockingTls.over(socket, to, known.platform());
  }

  private void close() {
    Socket open = socket;
    socket = null;
    exchange = null;
    if (open != null) {
      try {
        open.close();
      } catch (IOException gone) {
        // It is of no use any more.
      }
    }
  }
}

package io.feige.protocol.codec;

import io.feige.protocol.command.Answer;
import io.feige.protocol.command.Hello;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.command.Request;
import io.feige.protocol.command.Welcome;
import io.feige.protocol.error.ErrorCode;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * A connection to the Admin that leads, kept open. It looks for another one when this one leads no
 * more, or fails. For one thread, which waits for each answer.
 */
public final class LeaderTalk implements Closeable {
  private static final int MAX_ANSWER_BYTES = 1 << 16;

  /** Opens a connection. */
  @FunctionalInterface
  public interface Dialling {
    /**
     * A socket that is connected, with a limit for each read.
     *
     * @throws IOException if it cannot be had
     */
    Socket dial(InetSocketAddress to) throws IOException;
  }

  private final Deque<String> turns;
  private final Hello hello;
  private final Dialling dialling;
  private @Nullable String hint;
  private @Nullable Socket socket;
  private @Nullable BlockingExchange exchange;

  /**
   * Connects to nobody yet.
   *
   * @param admins host:port each, one at least; they are tried in turn
   * @param hello what each is greeted with
   */
  public LeaderTalk(Collection<String> admins, Hello hello, Dialling dialling) {
    this.turns = new ArrayDeque<>(admins);
    this.hello = hello;
    this.dialling = dialling;
  }

  /**
   * Asks the Admin that the connection leads to; without one, the next Admin. An answer of
   * NOT_LEADER, a refused handshake and a failure end the connection, so the next call tries
   * another Admin.
   *
   * @throws IOException if there is no answer, whatever the Admin did instead
   */
  public Answer ask(Request request) throws IOException {
    try {
      BlockingExchange open = exchange;
      if (open == null) {
        open = connect();
        Answer welcome = open.ask(hello);
        if (welcome instanceof Refusal refusal) {
          return sentAway(refusal);
        }
        if (!(welcome instanceof Welcome agreed)) {
          throw new IOException("HELLO was answered with " + welcome.getClass().getSimpleName());
        }
        open.agreed(agreed.version());
        exchange = open;
      }
      Answer answer = open.ask(request);
      return answer instanceof Refusal refusal && refusal.code() == ErrorCode.NOT_LEADER
          ? sentAway(refusal)
          : answer;
    } catch (IOException e) {
      close();
      throw e;
    } catch (RuntimeException e) {
      // Whatever an Admin sends, the next one may do better.
      close();
      throw new IOException(String.valueOf(e.getMessage()), e);
    }
  }

  private Refusal sentAway(Refusal refusal) {
    close();
    hint = refusal.hint().isEmpty() ? null : refusal.hint();
    return refusal;
  }

  private BlockingExchange connect() throws IOException {
    String admin = next();
    int colon = admin.lastIndexOf(':');
    String host = admin.substring(0, colon).replaceAll("[\\[\\]]", "");
    Socket open =
        dialling.dial(new InetSocketAddress(host, Integer.parseInt(admin.substring(colon + 1))));
    socket = open;
    return new BlockingExchange(open.getInputStream(), open.getOutputStream(), MAX_ANSWER_BYTES);
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

  /** Ends the connection; the next question opens another one. */
  @Override
  public void close() {
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

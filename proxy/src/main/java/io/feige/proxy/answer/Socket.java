package io.feige.proxy.answer;

import java.time.Duration;

/** The connection speaks WebSocket from now on. */
public record Socket(Opening opening) implements Answer {
  /** What is spoken over it: docs/websocket.md. */
  public static final String SUBPROTOCOL = "feige.v1.json";

  /** Begins what is spoken. */
  public interface Opening {
    /** The connection is there; nothing has come yet. */
    Listener open(Peer peer);
  }

  /** This side. */
  public interface Listener {
    /** A message has come: one at a time, on a thread that may wait. */
    void take(byte[] text);

    /** Whether it has to say who it is, and has not. Any thread. */
    boolean isStranger();

    /** How it stands. Any thread. */
    Seen seen();

    /** Tells it what an operator has to say. Any thread. */
    void notice(String text);

    /** The proxy is to stop: says so, and ends the connection when nothing is under way. */
    void leave();

    /** The connection is over. */
    void gone();
  }

  /**
   * How this side stands.
   *
   * @param user who has logged in with a password; empty: nobody, or with a token
   * @param behind messages that are there for it and that it was not told yet
   */
  public record Seen(String user, int subscriptions, long behind) {}

  /** The other side, which is offered whole frames; see {@link TextFrame}. Any thread. */
  public interface Peer extends Outlet {
    /**
     * Tells, and waits while what was told before is not taken.
     *
     * @param lost what is to be done if it does not leave this process
     * @throws InterruptedException it is gone, or is to go; it was not told
     */
    void tell(byte[] text, Runnable lost) throws InterruptedException;

    /** Tells without waiting: answers, of which there are no more than there was asked for. */
    void answer(byte[] text);

    /** How often it is told something at least. */
    Duration beat();

    /**
     * Ends the connection behind what was told.
     *
     * @param status of RFC 6455, section 7.4
     */
    void close(int status, String reason);
  }
}

package io.feige.proxy.front;

import io.feige.protocol.model.ProxySession;

/** A connection on which messages come by themselves, as operators see it. Any thread. */
public interface OpenSession {
  /** As much of a text as operators are shown. */
  static String cut(String text) {
    return text.substring(0, Math.min(text.length(), ProxySession.MAX_LENGTH));
  }

  /** Its number; a later one has a higher one. */
  long id();

  /** How it stands. */
  ProxySession describe();

  /**
   * Tells it what an operator has to say.
   *
   * @return false: it has not said who it is
   */
  boolean notice(String text);

  /** Ends it, because an operator wants it so. */
  void disconnect();
}

package io.feige.dist.process;

import java.io.IOException;

/** Signals that the JDK cannot send. */
public enum Signal {
  /** The process stands still, whatever it does. */
  STOP,
  /** It goes on as if nothing had been. */
  CONT;

  /** Sends it. A process that has ended meanwhile cannot be reached, and need not be. */
  public void send(long pid) throws IOException, InterruptedException {
    var _ = new ProcessBuilder("kill", "-" + name(), Long.toString(pid)).start().waitFor();
  }
}

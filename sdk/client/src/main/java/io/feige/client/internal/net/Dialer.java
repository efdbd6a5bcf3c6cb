package io.feige.client.internal.net;

import io.feige.client.internal.base.ClientSettings;
import java.net.InetSocketAddress;
import java.util.concurrent.Executor;

/** Makes connections, each by an attempt of its own. On the loop. */
public final class Dialer {
  private final ClientSettings settings;
  private final Transport transport;
  private final Executor worker;

  /**
   * A dialer.
   *
   * @param worker where names are looked up and passwords salted, because that can take long
   */
  public Dialer(ClientSettings settings, Transport transport, Executor worker) {
    this.settings = settings;
    this.transport = transport;
    this.worker = worker;
  }

  /** The loop that every connection lives on. */
  public ClientLoop loop() {
    return transport.loop();
  }

  /** What the client was built with. */
  public ClientSettings settings() {
    return settings;
  }

  /**
   * Begins an attempt to connect. It is over within the connect timeout.
   *
   * @param pair what the connection is for; empty: to ask for routes
   */
  public Dial dial(InetSocketAddress address, String pair, Dial.End end) {
    Dial dial = new Dial(settings, transport, address, pair, worker, end);
    dial.begin();
    return dial;
  }
}

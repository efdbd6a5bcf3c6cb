package io.feige.config;

import java.net.InetAddress;
import java.net.UnknownHostException;

/** Which addresses cannot be reached from another machine. */
public final class Loopback {
  private Loopback() {}

  /** Whether all that the host stands for is loopback; what cannot be resolved is not. */
  public static boolean contains(String host) {
    try {
      for (InetAddress address : InetAddress.getAllByName(host)) {
        if (!address.isLoopbackAddress()) {
          return false;
        }
      }
      return !host.isBlank();
    } catch (UnknownHostException e) {
      return false;
    }
  }
}

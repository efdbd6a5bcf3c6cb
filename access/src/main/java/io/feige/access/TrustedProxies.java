package io.feige.access;

import java.net.InetAddress;
import java.util.List;
import java.util.Optional;

/**
 * The reverse proxies that are trusted to say whom they ask for, in the header {@value #HEADER}.
 * Each adds behind what is there the address that it was called from, so what the last ones say
 * counts, and what callers have written themselves does not. Any thread.
 *
 * @param networks where they are
 */
public record TrustedProxies(List<Network> networks) {
  /** In which header they say it. */
  public static final String HEADER = "X-Forwarded-For";

  /** No proxy: only the address of the connection counts. */
  public static final TrustedProxies NONE = new TrustedProxies(List.of());

  /**
   * Addresses that begin alike.
   *
   * @param start one of them
   * @param bits how many bits they have in common
   */
  public record Network(InetAddress start, int bits) {
    private boolean has(InetAddress address) {
      byte[] mine = start.getAddress();
      byte[] other = address.getAddress();
      if (mine.length != other.length) {
        return false;
      }
      for (int bit = 0; bit < bits; bit++) {
        int mask = 0x80 >> bit % Byte.SIZE;
        if (((mine[bit / Byte.SIZE] ^ other[bit / Byte.SIZE]) & mask) != 0) {
          return false;
        }
      }
      return true;
    }
  }

  /** Takes a copy. */
  public TrustedProxies {
    networks = List.copyOf(networks);
  }

  /**
   * Proxies at these addresses, or in these networks ({@code 10.0.0.0/8}).
   *
   * @throws IllegalArgumentException naming what is neither
   */
  public static TrustedProxies of(List<String> texts) {
    return new TrustedProxies(texts.stream().map(TrustedProxies::network).toList());
  }

  private static Network network(String text) {
    int slash = text.indexOf('/');
    InetAddress start =
        literal(slash < 0 ? text : text.substring(0, slash)).orElseThrow(() -> noNetwork(text));
    int most = start.getAddress().length * Byte.SIZE;
    String bits = slash < 0 ? Integer.toString(most) : text.substring(slash + 1);
    if (!bits.matches("\\d{1,3}") || Integer.parseInt(bits) > most) {
      throw noNetwork(text);
    }
    return new Network(start, Integer.parseInt(bits));
  }

  private static IllegalArgumentException noNetwork(String text) {
    return new IllegalArgumentException(
        "'"
            + AccessException.shown(text)
            + "' is neither an address such as 10.0.0.7 nor a network");
  }

  /** Names are not looked up. */
  private static Optional<InetAddress> literal(String text) {
    try {
      return Optional.of(InetAddress.ofLiteral(text));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** Whether an address is that of one of them. */
  public boolean has(String address) {
    return !networks.isEmpty() && literal(address).filter(this::has).isPresent();
  }

  private boolean has(InetAddress address) {
    return networks.stream().anyMatch(network -> network.has(address));
  }

  /**
   * From where somebody calls.
   *
   * @param peer the address that the connection came from
   * @param said what the request has under {@link #HEADER}, in the order of its lines
   */
  public String caller(String peer, List<String> said) {
    if (networks.isEmpty()) {
      return peer;
    }
    String[] hops = String.join(",", said).split(",", -1);
    String caller = peer;
    for (int i = hops.length - 1; i >= 0 && has(caller); i--) {
      Optional<InetAddress> before = literal(hops[i].strip());
      if (before.isEmpty()) {
        break;
      }
      caller = before.get().getHostAddress();
    }
    return caller;
  }
}

package io.feige.admin.address;

/**
 * Where something listens.
 *
 * @param host a name or an address, IPv6 without brackets
 */
public record HostPort(String host, int port) {
  private static final int MAX_PORT = 65_535;

  /**
   * Reads {@code host}, {@code host:port} or {@code [address]:port}.
   *
   * @throws IllegalArgumentException if it is none of them
   */
  public static HostPort parse(String text, int defaultPort) {
    int bracket = text.indexOf(']');
    int colon = text.indexOf(':', Math.max(bracket, 0));
    String host = colon < 0 ? text : text.substring(0, colon);
    int port = colon < 0 ? defaultPort : port(text.substring(colon + 1));
    return new HostPort(bracket < 0 ? host : host.substring(1, bracket), port);
  }

  @Override
  public String toString() {
    return host.indexOf(':') < 0 ? host + ":" + port : "[" + host + "]:" + port;
  }

  private static int port(String text) {
    if (!text.matches("\\d{1,5}") || Integer.parseInt(text) > MAX_PORT) {
      throw new IllegalArgumentException("'" + text + "' is no port");
    }
    return Integer.parseInt(text);
  }
}

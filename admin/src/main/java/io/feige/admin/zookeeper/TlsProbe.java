package io.feige.admin.zookeeper;

import io.feige.tls.TlsFault;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.apache.zookeeper.client.ConnectStringParser;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds out why TLS with ZooKeeper does not come about, which its client tells in words that help
 * nobody: shakes hands with each server in its place.
 */
final class TlsProbe {
  private static final Logger LOG = LoggerFactory.getLogger(TlsProbe.class);
  private static final int MILLIS = 3_000;

  /** A word that every server answers, so that its judgement of our certificate is heard. */
  private static final byte[] WORD = "srvr".getBytes(StandardCharsets.US_ASCII);

  private final SSLContext context;

  TlsProbe(SSLContext context) {
    this.context = context;
  }

  /**
   * Shakes hands with all servers.
   *
   * @return what is wrong with TLS, as a sentence; empty: nothing, with one of them at least, or
   *     none can be reached
   */
  Optional<String> fault(String connectString) {
    Optional<String> fault = Optional.empty();
    for (InetSocketAddress server : new ConnectStringParser(connectString).getServerAddresses()) {
      try {
        shakeHands(server.getHostString(), server.getPort());
        return Optional.empty();
      } catch (SSLException e) {
        fault =
            Optional.of(
                "TLS with ZooKeeper at "
                    + server.getHostString()
                    + ":"
                    + server.getPort()
                    + " did not come about: "
                    + TlsFault.sentence(e));
      } catch (IOException e) {
        LOG.debug("{} cannot be reached", server, e);
      }
    }
    return fault;
  }

  private void shakeHands(String host, int port) throws IOException {
    try (Socket plain = new Socket()) {
      plain.connect(new InetSocketAddress(host, port), MILLIS);
      plain.setSoTimeout(MILLIS);
      try (SSLSocket socket =
          (SSLSocket) context.getSocketFactory().createSocket(plain, host, port, true)) {
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        socket.setSSLParameters(parameters);
        socket.startHandshake();
        socket.getOutputStream().write(WORD);
        var _ = socket.getInputStream().read();
      }
    }
  }
}

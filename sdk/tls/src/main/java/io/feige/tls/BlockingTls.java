package io.feige.tls;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/** TLS over plain sockets, for programs that need no event loop. */
public final class BlockingTls {
  private BlockingTls() {}

  /**
   * Shakes hands over a socket that is connected.
   *
   * @param socket closed with what is returned
   * @param to as it was configured: the other side must show a certificate for its host
   * @throws IOException if it does not, in a sentence, or the connection ends
   */
  public static Socket over(Socket socket, InetSocketAddress to, SSLContext context)
      throws IOException {
    SSLSocket wrapped =
        (SSLSocket)
            context.getSocketFactory().createSocket(socket, to.getHostString(), to.getPort(), true);
    SSLParameters parameters = context.getDefaultSSLParameters();
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
    wrapped.setSSLParameters(parameters);
    try {
      wrapped.startHandshake();
      return wrapped;
    } catch (SSLException untrusted) {
      throw new IOException(TlsFault.sentence(untrusted), untrusted);
    }
  }
}

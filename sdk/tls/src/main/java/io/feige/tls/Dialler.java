package io.feige.tls;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Opens sockets, with TLS over them where there are files for it, for programs that need no event
 * loop. Certificates that were replaced are used from the next socket on. For one thread.
 */
public final class Dialler {
  private final Optional<TlsFiles> files;
  private final int connectMillis;
  private final int answerMillis;
  private @Nullable TlsContext tls;

  /**
   * Opens nothing yet.
   *
   * @param files empty: nothing is encrypted
   * @param connectMillis limit of a connect
   * @param answerMillis limit of each read
   */
  public Dialler(Optional<TlsFiles> files, int connectMillis, int answerMillis) {
    this.files = files;
    this.connectMillis = connectMillis;
    this.answerMillis = answerMillis;
  }

  /**
   * A socket that is connected, and encrypted where it should be.
   *
   * @param to as it was configured: the other side must show a certificate for its host
   * @throws IOException if nobody answers, the other side is not trusted, or the files cannot be
   *     used
   */
  public Socket dial(InetSocketAddress to) throws IOException {
    Socket socket = new Socket();
    try {
      socket.setTcpNoDelay(true);
      socket.setSoTimeout(answerMillis);
      socket.connect(to, connectMillis);
      return files.isEmpty()
          ? socket
          : BlockingTls.over(socket, to, newest(files.get()).platform());
    } catch (TlsException unusable) {
      socket.close();
      throw new IOException(unusable.getMessage(), unusable);
    } catch (IOException | RuntimeException failed) {
      socket.close();
      throw failed;
    }
  }

  private TlsContext newest(TlsFiles from) throws TlsException {
    TlsContext known = tls;
    if (known == null) {
      known = TlsContext.load(from);
      tls = known;
    } else {
      known.refresh();
    }
    return known;
  }
}

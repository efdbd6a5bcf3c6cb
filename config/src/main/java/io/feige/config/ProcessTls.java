package io.feige.config;

import io.feige.tls.Encryption;
import io.feige.tls.ServerTls;
import io.feige.tls.TlsContext;
import io.feige.tls.TlsException;
import io.feige.tls.TlsFiles;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * TLS of a node or an Admin, as its settings want it. Says in the log what became of certificates
 * that were replaced.
 */
public final class ProcessTls implements AutoCloseable {
  /** The ids of the lines in the log. */
  public record LogIds(Object renewed, Object unusable, Object expires) {}

  private final Optional<ServerTls> server;

  private ProcessTls(Optional<ServerTls> server) {
    this.server = server;
  }

  /**
   * Reads and checks the certificates, if there are any, and keeps looking at them.
   *
   * @param renewed called when new ones hold; on a thread of its own, must not throw
   * @throws TlsException if they cannot be used
   */
  public static ProcessTls start(SecurityConfig security, LogIds ids, Runnable renewed)
      throws TlsException {
    TlsFiles files = security.tls().orElse(null);
    return new ProcessTls(
        files == null
            ? Optional.empty()
            : Optional.of(ServerTls.start(files, new News(ids, renewed))));
  }

  /** For the head of pipelines. */
  public Encryption encryption() {
    return server.map(ServerTls::encryption).orElse(Encryption.NONE);
  }

  /** Looks no more; connections that are open stay. */
  @Override
  public void close() {
    server.ifPresent(ServerTls::close);
  }

  private record News(LogIds ids, Runnable renewed) implements ServerTls.Listener {
    private static final Logger LOG = LoggerFactory.getLogger(ProcessTls.class);

    @Override
    public void renewed(TlsContext context) {
      LOG.info("{} new certificates hold for connections from now on: {}", ids.renewed(), context);
      renewed.run();
    }

    @Override
    public void refused(TlsException why) {
      LOG.error(
          "{} the certificates that were replaced cannot be used, so those before still hold: {}",
          ids.unusable(),
          why.getMessage());
    }

    @Override
    public void expiresSoon(TlsContext context) {
      LOG.warn("{} the certificate expires before long: {}", ids.expires(), context);
    }
  }
}

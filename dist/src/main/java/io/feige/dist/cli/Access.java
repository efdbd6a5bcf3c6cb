package io.feige.dist.cli;

import io.feige.client.FeigeClientBuilder;
import io.feige.tls.TlsContext;
import io.feige.tls.TlsException;
import io.feige.tls.TlsFiles;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/**
 * How servers are met.
 *
 * @param token what they are shown; empty: nothing
 * @param tls the certificates; empty: connections are not encrypted
 */
public record Access(String token, Optional<TlsFiles> tls) {
  /** Shows nothing and encrypts nothing. */
  public static final Access PLAIN = new Access("", Optional.empty());

  /** A client's settings with it. */
  public FeigeClientBuilder on(FeigeClientBuilder builder) {
    tls.ifPresent(files -> {
      var _ = files.ca().map(builder::ca).orElseGet(builder::tls);
      files.identity().ifPresent(own -> builder.certificate(own.chain(), own.key()));
    });
    return builder.token(token);
  }

  /**
   * The same for what is no client.
   *
   * @throws CliException if the files cannot be used
   */
  public Optional<SSLContext> platform() {
    try {
      return tls.isEmpty() ? Optional.empty() : Optional.of(TlsContext.load(tls.get()).platform());
    } catch (TlsException e) {
      throw new CliException(ExitCode.USAGE, e.getMessage() + ".", e);
    }
  }

  /** Without the token. */
  @Override
  public String toString() {
    return "Access[" + (token.isEmpty() ? "no token, " : "a token, ") + tls + "]";
  }
}

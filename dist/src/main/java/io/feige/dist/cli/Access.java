package io.feige.dist.cli;

import io.feige.client.FeigeClientBuilder;
import io.feige.tls.TlsContext;
import io.feige.tls.TlsException;
import io.feige.tls.TlsFiles;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/**
 * How servers are met.
 *
 * @param token what they are shown; empty: nothing, or the user's password
 * @param user with which name; empty: none
 * @param password of the user
 * @param tls the certificates; empty: connections are not encrypted
 */
public record Access(String token, String user, String password, Optional<TlsFiles> tls) {
  /** Shows nothing and encrypts nothing. */
  public static final Access PLAIN = Access.ofToken("", Optional.empty());

  /** Shows a token. */
  public static Access ofToken(String token, Optional<TlsFiles> tls) {
    return new Access(token, "", "", tls);
  }

  /** Comes as a user. */
  public static Access ofUser(String user, String password, Optional<TlsFiles> tls) {
    return new Access("", user, password, tls);
  }

  /** A client's settings with it. */
  public FeigeClientBuilder on(FeigeClientBuilder builder) {
    tls.ifPresent(files -> {
      var _ = files.ca().map(builder::ca).orElseGet(builder::tls);
      files.identity().ifPresent(own -> builder.certificate(own.chain(), own.key()));
    });
    return user.isEmpty() ? builder.token(token) : builder.user(user, password);
  }

  /** The header that shows it to a REST interface; empty: nothing is shown. */
  public Optional<String> authorization() {
    if (!user.isEmpty()) {
      byte[] both = (user + ":" + password).getBytes(StandardCharsets.UTF_8);
      return Optional.of("Basic " + Base64.getEncoder().encodeToString(both));
    }
    return token.isEmpty() ? Optional.empty() : Optional.of("Bearer " + token);
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

  /** Without the secrets. */
  @Override
  public String toString() {
    return "Access["
        + (user.isEmpty() ? "" : "user " + user + ", ")
        + (token.isEmpty() ? "no token, " : "a token, ")
        + tls
        + "]";
  }
}

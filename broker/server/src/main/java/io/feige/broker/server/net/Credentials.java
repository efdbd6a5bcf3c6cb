package io.feige.broker.server.net;

import io.feige.protocol.command.Hello;
import io.feige.protocol.model.Secret;

/** Who may speak to the node: with a token, whoever shows it; without one, whoever reaches it. */
final class Credentials {
  private static final String TOKEN_SCHEME = "token";

  private final Secret wanted;

  Credentials(String token) {
    this.wanted = Secret.of(token);
  }

  boolean permit(Hello hello) {
    // Secret compares in constant time, so the answer's delay tells nothing about the token.
    return wanted.length() == 0
        || (hello.scheme().equals(TOKEN_SCHEME) && wanted.equals(hello.secret()));
  }
}

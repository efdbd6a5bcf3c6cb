package io.feige.client.internal.base;

import io.feige.protocol.scram.SaltedPassword;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/** What a client shows to servers. Any thread. */
public final class Login {
  private static final Login NONE = new Login(Scheme.NONE, "", "");

  /** How it is shown. */
  public enum Scheme {
    /** Nothing is. */
    NONE,
    /** A secret, as it is. */
    TOKEN,
    /** A user's password, without sending it. */
    PASSWORD,
    /** The certificate that the connection has. */
    CERTIFICATE,
    /** The secret of the cluster, of which this is a process. */
    CLUSTER
  }

  private final Scheme scheme;
  private final String user;
  private final String secret;
  private final AtomicReference<Optional<SaltedPassword>> salted =
      new AtomicReference<>(Optional.empty());

  private Login(Scheme scheme, String user, String secret) {
    this.scheme = scheme;
    this.user = user;
    this.secret = secret;
  }

  /** Nothing. */
  public static Login none() {
    return NONE;
  }

  /** A token; nothing, if it is empty. */
  public static Login token(String token) {
    return token.isEmpty() ? NONE : new Login(Scheme.TOKEN, "", token);
  }

  /** A user's password. */
  public static Login password(String user, String password) {
    return new Login(Scheme.PASSWORD, user, password);
  }

  /** The certificate of the connection. */
  public static Login certificate() {
    return new Login(Scheme.CERTIFICATE, "", "");
  }

  /** The secret of the cluster, as an Admin of it. */
  public static Login cluster(String secret) {
    return new Login(Scheme.CLUSTER, "", secret);
  }

  /** How it is shown. */
  public Scheme scheme() {
    return scheme;
  }

  /** The user's name, of a password. */
  public String user() {
    return user;
  }

  /** The token, the password or the cluster's secret. */
  public String secret() {
    return secret;
  }

  /** What was made of the password for the latest challenge, because making it takes long. */
  public Optional<SaltedPassword> salted() {
    return salted.get();
  }

  /** Keeps what was made of the password. */
  public void salted(SaltedPassword made) {
    salted.set(Optional.of(made));
  }

  /** Without the secret. */
  @Override
  public String toString() {
    return scheme + " " + user;
  }
}

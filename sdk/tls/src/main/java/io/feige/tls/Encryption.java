package io.feige.tls;

import io.netty.channel.Channel;
import io.netty.handler.ssl.SslHandler;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.jspecify.annotations.Nullable;

/** TLS at the head of pipelines, or nothing where none is configured. Any thread. */
public final class Encryption {
  /** Nothing is encrypted. */
  public static final Encryption NONE = new Encryption(null);

  private final @Nullable TlsContext context;

  private Encryption(@Nullable TlsContext context) {
    this.context = context;
  }

  /** Everything is encrypted. */
  public static Encryption by(TlsContext context) {
    return new Encryption(context);
  }

  /** Whether anything is encrypted. */
  public boolean isOn() {
    return context != null;
  }

  /** For a connection that was accepted, before any other handler reads or writes. */
  public void accept(Channel channel, TlsContext.Callers callers) {
    if (context != null) {
      channel.pipeline().addFirst("tls", context.accept(channel, callers));
    }
  }

  /**
   * For a connection that is dialled, before any other handler reads or writes.
   *
   * @param host as it was configured: the other side must show a certificate for it
   */
  public void dial(Channel channel, String host, int port) {
    if (context != null) {
      channel.pipeline().addFirst("tls", context.dial(channel.alloc(), host, port));
    }
  }

  /** For libraries that know the Java platform's TLS only; empty: nothing is encrypted. */
  public Optional<SSLContext> platform() {
    return Optional.ofNullable(context).map(TlsContext::platform);
  }

  /** For libraries that read files only; empty: nothing is encrypted. */
  public Optional<PemText> pem() {
    return Optional.ofNullable(context).flatMap(TlsContext::pem);
  }

  /** What is shown to others at this moment; empty: nothing. */
  public Optional<X509Certificate> certificate() {
    return Optional.ofNullable(context).flatMap(TlsContext::certificate);
  }

  /** The certificate that the other side has shown and that was found good. On the loop. */
  public static Optional<X509Certificate> shownBy(Channel channel) {
    SslHandler tls = channel.pipeline().get(SslHandler.class);
    if (tls == null) {
      return Optional.empty();
    }
    try {
      Certificate[] chain = tls.engine().getSession().getPeerCertificates();
      return chain.length > 0 && chain[0] instanceof X509Certificate shown
          ? Optional.of(shown)
          : Optional.empty();
    } catch (SSLPeerUnverifiedException e) {
      return Optional.empty();
    }
  }
}

package io.feige.tls;

import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.OpenSsl;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslProvider;
import io.netty.handler.ssl.SupportedCipherSuiteFilter;
import io.netty.util.concurrent.ImmediateExecutor;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManager;

/**
 * TLS of one process, for all its ports and all that it dials: the newest certificates that {@link
 * #refresh} has found good. Connections that are open keep what they were made with. Any thread.
 *
 * <p>Versions 1.3 and 1.2, and of the latter only suites with forward secrecy and authenticated
 * encryption (RFC 9325). OpenSSL does the work where {@code netty-tcnative} is on the class path,
 * else the Java platform.
 */
public final class TlsContext {
  /**
   * System property that says who does the work: {@code jdk} or {@code openssl}. Without it OpenSSL
   * does, where {@code netty-tcnative} can be loaded.
   */
  public static final String ENGINE_PROPERTY = "feige.tls.engine";

  static final List<String> PROTOCOLS = List.of("TLSv1.3", "TLSv1.2");

  private static final List<String> SUITES =
      List.of(
          "TLS_AES_128_GCM_SHA256",
          "TLS_AES_256_GCM_SHA384",
          "TLS_CHACHA20_POLY1305_SHA256",
          "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256",
          "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256",
          "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384",
          "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384",
          "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256",
          "TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256");

  /** Whether whoever dials shows a certificate. */
  public enum Callers {
    /** Nobody is asked for one. */
    SHOW_NOTHING,
    /** Who shows one must show a good one. */
    MAY_SHOW,
    /** Without a good one there is no connection. */
    MUST_SHOW;

    private ClientAuth asked() {
      return switch (this) {
        case SHOW_NOTHING -> ClientAuth.NONE;
        case MAY_SHOW -> ClientAuth.OPTIONAL;
        case MUST_SHOW -> ClientAuth.REQUIRE;
      };
    }
  }

  /** Everything that is made of the same files; made anew, old session tickets end with it. */
  private record Newest(
      Material material,
      SSLContext platform,
      SslContext dialling,
      Map<Callers, SslContext> serving) {}

  private final TlsFiles files;
  private final SslProvider provider;
  private final Executor handshakes;
  private final SSLContext live;
  private volatile Newest newest;

  private TlsContext(TlsFiles files, SslProvider provider, Executor handshakes, Newest newest) {
    this.files = files;
    this.provider = provider;
    this.handshakes = handshakes;
    this.newest = newest;
    this.live = new LiveSslContext(() -> this.newest.platform());
  }

  /**
   * Reads and checks the files. The work of handshakes is done by the event loops themselves.
   *
   * @throws TlsException if they cannot be used
   */
  public static TlsContext load(TlsFiles files) throws TlsException {
    return load(files, ImmediateExecutor.INSTANCE);
  }

  /**
   * The same for a server: a millisecond of signing for each caller does not hold up its loops.
   *
   * @param handshakes where signatures are made and checked
   */
  public static TlsContext load(TlsFiles files, Executor handshakes) throws TlsException {
    return load(files, handshakes, provider());
  }

  /** Whether OpenSSL can be had. */
  public static boolean hasOpenSsl() {
    return OpenSsl.isAvailable();
  }

  private static SslProvider provider() throws TlsException {
    String wanted = System.getProperty(ENGINE_PROPERTY, hasOpenSsl() ? "openssl" : "jdk");
    return switch (wanted) {
      case "jdk" -> SslProvider.JDK;
      case "openssl" -> {
        if (!hasOpenSsl()) {
          throw new TlsException(ENGINE_PROPERTY + " is openssl, but netty-tcnative is not there");
        }
        yield SslProvider.OPENSSL;
      }
      default ->
          throw new TlsException(ENGINE_PROPERTY + " must be jdk or openssl, not '" + wanted + "'");
    };
  }

  static TlsContext load(TlsFiles files, Executor handshakes, SslProvider provider)
      throws TlsException {
    return new TlsContext(
        files, provider, handshakes, make(Material.of(Material.Source.read(files)), provider));
  }

  /** Who does the work: JDK or OPENSSL. */
  public String engine() {
    return provider.name();
  }

  /** What is shown to others, if anything. */
  public Optional<X509Certificate> certificate() {
    return newest.material().certificate();
  }

  /** The same as text, with key and authorities; empty: one of them was not configured. */
  public Optional<PemText> pem() {
    return newest.material().pem();
  }

  /**
   * The head of the pipeline of a connection that was accepted.
   *
   * @throws IllegalStateException if there is no certificate to show
   */
  SslHandler accept(Channel channel, Callers callers) {
    SslContext context = newest.serving().get(callers);
    if (context == null) {
      throw new IllegalStateException("a server needs a certificate");
    }
    // Only work on other threads can make the other side wait.
    boolean isOnLoop = handshakes == ImmediateExecutor.INSTANCE;
    return context.newHandler(
        channel.alloc(), isOnLoop ? handshakes : HandshakeWork.of(channel, handshakes));
  }

  /**
   * The head of the pipeline of a connection that is dialled.
   *
   * @param host as it was configured: the other side must show a certificate for it
   */
  public SslHandler dial(ByteBufAllocator buffers, String host, int port) {
    SslHandler handler = newest.dialling().newHandler(buffers, host, port, handshakes);
    SSLEngine engine = handler.engine();
    SSLParameters parameters = engine.getSSLParameters();
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
    engine.setSSLParameters(parameters);
    return handler;
  }

  /** The same for libraries that know the Java platform's TLS only. It stays the newest. */
  public SSLContext platform() {
    return live;
  }

  /**
   * Reads the files again. What has changed and is good holds for connections from now on. Blocks
   * for the files; not on an event loop.
   *
   * @return whether anything has changed
   * @throws TlsException if what is there now cannot be used; what was before still holds
   */
  public boolean refresh() throws TlsException {
    Material.Source source = Material.Source.read(files);
    if (source.equals(newest.material().source())) {
      return false;
    }
    newest = make(Material.of(source), provider);
    return true;
  }

  /** Whose certificate is shown, and how long it is valid. */
  @Override
  public String toString() {
    return certificate()
        .map(own ->
            own.getSubjectX500Principal().getName()
                + ", valid until "
                + own.getNotAfter().toInstant())
        .orElse("none of its own");
  }

  /** Those that may be used of what there is, the best first. */
  static String[] suites(String[] supported) {
    List<String> there = Arrays.asList(supported);
    return SUITES.stream().filter(there::contains).toArray(String[]::new);
  }

  private static Newest make(Material material, SslProvider provider) throws TlsException {
    try {
      Map<Callers, SslContext> serving = new EnumMap<>(Callers.class);
      SslContextBuilder dialling = restricted(SslContextBuilder.forClient(), material, provider);
      if (material.keys().isPresent()) {
        KeyManagerFactory keys = material.keys().get();
        dialling.keyManager(keys);
        for (Callers callers : Callers.values()) {
          SslContextBuilder builder =
              restricted(SslContextBuilder.forServer(keys), material, provider);
          serving.put(callers, builder.clientAuth(callers.asked()).build());
        }
      }
      SSLContext platform = SSLContext.getInstance("TLS");
      KeyManager[] keys =
          material.keys().map(KeyManagerFactory::getKeyManagers).orElse(new KeyManager[0]);
      platform.init(keys, new TrustManager[] {material.trust()}, new SecureRandom());
      return new Newest(material, platform, dialling.build(), serving);
    } catch (SSLException | GeneralSecurityException e) {
      throw new TlsException("the certificates cannot be used: " + e.getMessage(), e);
    }
  }

  private static SslContextBuilder restricted(
      SslContextBuilder builder, Material material, SslProvider provider) {
    return builder
        .sslProvider(provider)
        .trustManager(
            provider == SslProvider.JDK ? material.trust() : new OpenSslTrust(material.trust()))
        .protocols(PROTOCOLS)
        .ciphers(SUITES, SupportedCipherSuiteFilter.INSTANCE);
  }
}

package io.feige.tls;

import java.security.KeyManagementException;
import java.security.SecureRandom;
import java.util.function.Supplier;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLContextSpi;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocketFactory;
import javax.net.ssl.SSLSessionContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;

/** A context whose engines are made of the newest certificates, for libraries that keep it. */
final class LiveSslContext extends SSLContext {
  LiveSslContext(Supplier<SSLContext> newest) {
    super(new Spi(newest), newest.get().getProvider(), newest.get().getProtocol());
  }

  private static final class Spi extends SSLContextSpi {
    private final Supplier<SSLContext> newest;

    private Spi(Supplier<SSLContext> newest) {
      this.newest = newest;
    }

    @Override
    protected void engineInit(KeyManager[] keys, TrustManager[] trust, SecureRandom random)
        throws KeyManagementException {
      throw new KeyManagementException("it is set up already");
    }

    @Override
    protected SSLEngine engineCreateSSLEngine() {
      return restricted(newest.get().createSSLEngine());
    }

    @Override
    protected SSLEngine engineCreateSSLEngine(String host, int port) {
      return restricted(newest.get().createSSLEngine(host, port));
    }

    @Override
    protected SSLSocketFactory engineGetSocketFactory() {
      return newest.get().getSocketFactory();
    }

    @Override
    protected SSLServerSocketFactory engineGetServerSocketFactory() {
      return newest.get().getServerSocketFactory();
    }

    @Override
    protected SSLSessionContext engineGetServerSessionContext() {
      return newest.get().getServerSessionContext();
    }

    @Override
    protected SSLSessionContext engineGetClientSessionContext() {
      return newest.get().getClientSessionContext();
    }

    @Override
    protected SSLParameters engineGetDefaultSSLParameters() {
      return engineCreateSSLEngine().getSSLParameters();
    }

    @Override
    protected SSLParameters engineGetSupportedSSLParameters() {
      // Only what may be used, so that nobody turns the rest on by taking all there is.
      return engineCreateSSLEngine().getSSLParameters();
    }

    private static SSLEngine restricted(SSLEngine engine) {
      SSLParameters parameters = engine.getSSLParameters();
      parameters.setProtocols(TlsContext.PROTOCOLS.toArray(new String[0]));
      parameters.setCipherSuites(TlsContext.suites(engine.getSupportedCipherSuites()));
      engine.setSSLParameters(parameters);
      return engine;
    }
  }
}

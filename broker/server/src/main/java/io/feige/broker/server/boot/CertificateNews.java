package io.feige.broker.server.boot;

import io.feige.broker.server.ops.LogId;
import io.feige.tls.ServerTls;
import io.feige.tls.TlsContext;
import io.feige.tls.TlsException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says in the log what became of certificates that were replaced. */
final class CertificateNews implements ServerTls.Listener {
  private static final Logger LOG = LoggerFactory.getLogger(CertificateNews.class);

  @Override
  public void renewed(TlsContext context) {
    LOG.info(
        "{} new certificates hold for connections from now on: {}",
        LogId.CERTIFICATE_RENEWED,
        context);
  }

  @Override
  public void refused(TlsException why) {
    LOG.error(
        "{} the certificates that were replaced cannot be used, so those before still hold: {}",
        LogId.CERTIFICATE_UNUSABLE,
        why.getMessage());
  }

  @Override
  public void expiresSoon(TlsContext context) {
    LOG.warn("{} the certificate expires before long: {}", LogId.CERTIFICATE_EXPIRES, context);
  }
}

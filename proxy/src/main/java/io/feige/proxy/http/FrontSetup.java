package io.feige.proxy.http;

import io.feige.proxy.call.Router;
import io.feige.proxy.config.ProxySettings;
import io.feige.proxy.metric.ProxyMeters;
import io.feige.tls.Encryption;

/**
 * What a port is to be.
 *
 * @param listen where it is
 * @param limits what its clients may cost
 * @param router what they can ask for
 */
public record FrontSetup(
    ProxySettings.Listen listen,
    ProxySettings.Limits limits,
    Encryption encryption,
    Router router,
    ProxyMeters meters) {}

package io.feige.client.internal.base;

import io.feige.client.SwitchEvent;
import io.feige.tls.TlsContext;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/**
 * What the builder collected, checked.
 *
 * @param servers where to ask first, unresolved
 * @param login what servers are shown
 * @param actingFor the user for whom everything is asked; empty: for whom the servers take this
 * @param tls the certificates; empty: connections are not encrypted
 * @param software what this program is called
 * @param connectTimeoutMillis bound of one attempt to connect, handshake included
 * @param requestTimeoutMillis bound of one request
 * @param closeTimeoutMillis bound of closing
 * @param memoryLimitBytes bound of everything held
 * @param callbackExecutor where dependent stages run; empty for threads of the client's own
 * @param onSwitch told of every switch
 */
public record ClientSettings(
    List<InetSocketAddress> servers,
    Login login,
    String actingFor,
    Optional<TlsContext> tls,
    String software,
    long connectTimeoutMillis,
    long requestTimeoutMillis,
    long closeTimeoutMillis,
    long memoryLimitBytes,
    Optional<Executor> callbackExecutor,
    Optional<Consumer<SwitchEvent>> onSwitch) {}
